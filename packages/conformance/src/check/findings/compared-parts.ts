import { isEqual } from '../../contract-error.ts';
import { errorObject } from '../../http/expect-problem.ts';
import { isContainer, isProblem, startOfMessage } from '../../response-values.ts';

/** A status and a body, of which one or both may be empty. */
export interface Parts {
  readonly status: string;
  readonly body: unknown;
}

/** Texts of at least this length count as alike: they usually differ in their values only. */
const longText = 100;

/** What a service does to one coordinate, it does to both. */
const coordinates = ['latitude', 'longitude'];

/** Splits a text such as `404 {"error_message":"…"}` into status and body. Any other value is all body. */
export function partsOf(value: unknown): Parts {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const [, status = '', body = ''] = /^(\d{3})(?: (.*))?$/s.exec(text) ?? ['', '', text];
  try {
    return { status, body: JSON.parse(body) };
  } catch {
    return { status, body };
  }
}

/**
 * The names on the way to the first difference between two values, and an outline of both values there. Entries of
 * lists do not count, so that a record alone and in the list differs in the same way.
 */
export function differenceOf(expected: unknown, actual: unknown, path = ''): readonly string[] {
  if (isProblem(expected) && isProblem(actual)) return [outline(expected), outline(actual)];
  if (isProblem(expected) || expected === errorObject) return [errorObject, outline(actual)];
  const isDeep =
    isContainer(expected) && isContainer(actual) && Array.isArray(expected) === Array.isArray(actual);
  // Where the types differ, the values do not matter: every lost description is the same fault.
  if (!isDeep && typeOf(expected) !== typeOf(actual)) return [path, typeOf(expected), typeOf(actual)];
  if (!isDeep) return [path, outline(expected), outline(actual)];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  const name = names.find((one) => !isEqual(expected[one], actual[one])) ?? '';
  const step = Array.isArray(expected) ? '' : `/${coordinates.includes(name) ? 'coordinate' : name}`;
  return differenceOf(expected[name], actual[name], `${path}${step}`);
}

/** The kind of a value: a message without its identifier, a short text up to its first digit, or a type. */
export function outline(value: unknown): string {
  if (isProblem(value)) return startOfMessage(value.error_message);
  if (typeof value !== 'string') return typeOf(value);
  return value.length < longText ? startOfMessage(value) : 'a long text';
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
