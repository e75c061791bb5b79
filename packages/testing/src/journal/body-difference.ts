import { OptionError } from '@location-records/core';
import type { RecordedRequest } from './journal-entry.ts';

/** A matcher of a test runner, such as `expect.any(Number)`. */
interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
}

/** @throws {OptionError} when no body can be like it, or when every object would be. */
export function checkBody(expected: unknown): void {
  const isWrong = ['function', 'symbol'].includes(typeof expected) && !isAsymmetric(expected);
  if (isWrong || !isLikeJson(expected, [])) throw new OptionError('body', 'a text, or a JSON value');
}

/** Whether a value and its members can be compared. `above` are the objects that contain it. */
function isLikeJson(value: unknown, above: readonly object[]): boolean {
  if (typeof value !== 'object' || value === null || isAsymmetric(value)) return typeof value !== 'bigint';
  if (above.includes(value)) return false;
  const members = Object.values(value);
  // A RegExp, a Map or a Date has no members to compare, so that every object would match it.
  if (members.length === 0 && !Array.isArray(value) && !isPlain(value)) return false;
  return members.every((member) => isLikeJson(member, [...above, value]));
}

/** Whether it is an object of JSON, also one of another realm. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The first difference between the body of a request and what was expected of it, in words; `undefined` when there is
 * none. A text is compared with the text of the body, everything else with its JSON value.
 */
export function differenceOf(expected: unknown, { body, json }: RecordedRequest): string | undefined {
  if (body === undefined) return 'the service has not read its body';
  if (typeof expected === 'string') return body === expected ? undefined : 'its body is another text';
  if (json === undefined && !isAsymmetric(expected)) return 'its body is not JSON';
  return difference(expected, json, 'body');
}

function difference(expected: unknown, actual: unknown, path: string): string | undefined {
  if (isAsymmetric(expected)) {
    return expected.asymmetricMatch(actual) ? undefined : `its ${path} is ${JSON.stringify(actual)}`;
  }
  if (typeof expected !== 'object' || expected === null) {
    if (expected === actual) return undefined;
    return `its ${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
  }
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual) !== Array.isArray(expected)) {
    const kind = Array.isArray(expected) ? 'array' : 'object';
    return `its ${path} is ${JSON.stringify(actual)}, not an ${kind}`;
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length) {
    return `its ${path} has ${actual.length} elements, not ${expected.length}`;
  }
  for (const [name, value] of Object.entries(expected)) {
    const found = difference(value, member(actual, name), `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A member of its own: a body is never like what all objects inherit. */
function member(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Whether it is a matcher of a test runner. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return typeof (value as AsymmetricMatcher | null | undefined)?.asymmetricMatch === 'function';
}
