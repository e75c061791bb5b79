import { createHandler, createMemoryStore, type HandlerOptions, OptionError } from '@location-records/core';
import { InvalidArgumentError } from 'commander';
import { StartError } from './start-error.ts';
import { parseStoreUrl, type StoreTarget } from './store-engines.ts';

/** A port: 0 to 65535. */
export function parsePort(text: string): number {
  return parseWholeNumberIn(text, 0, 65_535);
}

/** A host name or address. node:http would take an empty one for "every address of this machine". */
export function parseHost(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must be an address or a name of this machine.');
  return text;
}

/** A number of characters, in the range that the handler takes. */
export function parseBodyLimit(text: string): number {
  return acceptedByHandler('bodyLimit', parseWholeNumber(text));
}

/** A path, of the form that the handler takes. */
export function parseBasePath(text: string): string {
  return acceptedByHandler('basePath', text);
}

/**
 * A store URL.
 *
 * @throws {StartError} when it begins at a working directory that there is not.
 */
export function parseStore(text: string): StoreTarget {
  try {
    return parseStoreUrl(text);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new InvalidArgumentError((error as Error).message);
  }
}

/**
 * `*` or an origin, spelled as browsers do (RFC 6454 section 6.1): an origin that no browser ever sends would
 * only look as if it worked.
 */
export function parseOrigin(text: string): string {
  if (text === '*') return text;
  const form = 'It must be * or an origin such as https://example.org, without a path.';
  if (!/^[a-z][a-z\d+.-]*:\/\/[^\s/?#@\\]+\/?$/i.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError(form);
  }
  const { origin } = new URL(text);
  // `null` is what the URL parser says of schemes that it does not know, such as those of mobile apps.
  if (origin !== 'null' && origin !== text) {
    throw new InvalidArgumentError(`Browsers call this origin ${origin}; write it so.`);
  }
  // Every answer carries it, and node:http throws for a header field that it cannot write.
  if (!/^[!-~]+$/.test(text)) {
    throw new InvalidArgumentError('An origin is made of printable ASCII characters.');
  }
  return text;
}

/** A number of milliseconds, from 1 to the largest that a timer takes. */
export function parseTimeout(text: string): number {
  // A whole case of `check` is given twelve times as long.
  return parseWholeNumberIn(text, 1, Math.floor((2 ** 31 - 1) / 12));
}

/** A number of calls: at least one. */
export function parseCalls(text: string): number {
  return parseWholeNumberIn(text, 1, 2 ** 31);
}

/** A seed: a whole number of 32 bits. */
export function parseSeed(text: string): number {
  return parseWholeNumberIn(text, 0, 2 ** 32 - 1);
}

function parseWholeNumberIn(text: string, least: number, most: number): number {
  const number = parseWholeNumber(text);
  if (number >= least && number <= most) return number;
  throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
}

function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Lets the handler itself judge an option, so that its rules stand in one place. */
function acceptedByHandler<Name extends 'basePath' | 'bodyLimit'>(
  name: Name,
  value: NonNullable<HandlerOptions[Name]>,
): NonNullable<HandlerOptions[Name]> {
  try {
    createHandler({ store: createMemoryStore(), [name]: value });
    return value;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new InvalidArgumentError(error.message.replace(`The option "${name}"`, 'It'));
  }
}
