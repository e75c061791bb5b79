import { InvalidArgumentError, OptionError } from './errors.ts';
import type { LocationStore } from './store.ts';

/** The types of options that {@link checkOptionTypes} knows, each with the words for it. */
const optionTypes = {
  boolean: 'true or false',
  function: 'a function',
  string: 'a string',
  signal: 'an AbortSignal',
} as const;

/**
 * Checks that each of these options has a type, unless it is `undefined`. A `signal` is an `AbortSignal`.
 *
 * @throws {OptionError} about the first one that has another type.
 * @throws {InvalidArgumentError} when `type` is not known, or `options` is not an object.
 *
 * @example
 * checkOptionTypes('function', { onFailure, onProgress });
 */
export function checkOptionTypes(
  type: keyof typeof optionTypes,
  options: Readonly<Record<string, unknown>>,
): void {
  const expected = optionTypes[type];
  if (expected === undefined) throw new InvalidArgumentError('type', 'a known type');
  if (typeof options !== 'object' || options === null) throw new InvalidArgumentError('options', 'an object');
  for (const [name, value] of Object.entries(options)) {
    const isOfType = type === 'signal' ? isSignal(value) : typeof value === type;
    if (value !== undefined && !isOfType) throw new OptionError(name, expected);
  }
}

/** Signals of other realms, such as jsdom's, are instances of another class. */
function isSignal(value: unknown): boolean {
  return typeof (value as { readonly addEventListener?: unknown } | null)?.addEventListener === 'function';
}

const storeMethods = ['get', 'put', 'replace', 'delete', 'list'] as const;

/**
 * What a value must be instead, where it is not a store: words for the message of an error.
 *
 * All methods are looked at, since other objects have some: a string has `replace`, a `Map` has `get`.
 */
export function storeProblem(value: unknown): string | undefined {
  const store = value as LocationStore | null | undefined;
  const missing = storeMethods.find((name) => typeof store?.[name] !== 'function');
  return missing && `a LocationStore with a method "${missing}", not a function, promise or spread`;
}

/**
 * Checks an argument that must be a store.
 *
 * @param argument its name, for the message.
 * @throws {InvalidArgumentError} when it lacks a method of a `LocationStore`, or its guarantees.
 */
export function checkStore(argument: string, store: LocationStore): void {
  if (typeof argument !== 'string') throw new InvalidArgumentError('argument', 'the name of an argument');
  const problem = storeProblem(store);
  if (problem) throw new InvalidArgumentError(argument, problem);
  if (!store.guarantees) {
    throw new InvalidArgumentError(`${argument}.guarantees`, 'the StoreGuarantees of the store');
  }
}
