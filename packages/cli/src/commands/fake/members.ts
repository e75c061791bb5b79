import { InvalidArgumentError, OptionError } from '@location-records/core';

/** What a user of the fake has written cannot work. `message` is a sentence. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** Any object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object of JSON, and not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks the names of members.
 *
 * @throws {InputError} about the first one that is not known.
 */
export function checkMembers(object: JsonObject, known: readonly string[], kind = 'member'): void {
  for (const name of Object.keys(object)) {
    if (known.includes(name)) continue;
    throw new InputError(`Unknown ${kind} ${JSON.stringify(name)}. Known ${kind}s: ${known.join(', ')}.`);
  }
}

/**
 * Calls a function of a library whose options are members of JSON.
 *
 * @throws {InputError} in the words of JSON, when it refuses them. `names` are the members that have other names there.
 */
export function withMembers<T>(call: () => T, names: Readonly<Record<string, string>> = {}): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof OptionError) {
      throw new InputError(error.message.replace(/^The option/, 'The member'));
    }
    if (!(error instanceof InvalidArgumentError)) throw error;
    const name = names[error.argument] ?? error.argument;
    throw new InputError(
      error.message.replace(`Invalid "${error.argument}": expected`, `The member "${name}" must be`),
    );
  }
}

/**
 * The text of bytes, without a byte order mark.
 *
 * @throws {InputError} when they are not UTF-8. `what` names them.
 */
export function decodeText(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${what} must be UTF-8.`);
  }
}

/**
 * The value of a JSON text.
 *
 * @throws {InputError} when the text is not JSON.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`This is not JSON: ${(error as Error).message}.`);
  }
}
