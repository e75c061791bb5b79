import { domainToASCII } from 'node:url';
import { createHandler, createMemoryStore, type HandlerOptions, OptionError } from '@location-records/core';
import { InvalidArgumentError, type Option } from 'commander';
import { StartError } from '../errors.ts';
import { lastingStoreForms, parseStoreUrl, type StoreTarget } from '../store-urls/store-urls.ts';

/** A port: 0 to 65535. */
export function parsePort(text: string): number {
  return parseWholeNumber(text, 0, 65_535, 'a whole number from 0 to 65535; 0 is any free port');
}

/** A host name or address. It cannot be empty: node:http would listen on every address of this machine. */
export function parseHost(text: string): string {
  const form = 'It must be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0.';
  if (/^[^\s/*?#@[\]-][^\s/*?#@[\]]*$/.test(text) && !/^[^:]*:\d*$/.test(text)) return text;
  throw new InvalidArgumentError(form + hostAdvice(text));
}

/** The correction of a URL, an address with a port, or an asterisk. */
function hostAdvice(text: string): string {
  if (text === '*') return ' Did you mean 0.0.0.0?';
  const [, host, inBrackets, port] =
    /^(?:https?:\/\/)?(?:([\w.-]+)|\[([\da-f:.]+)\])(?::(\d{1,5}))?\/?$/i.exec(text) ?? [];
  const meant = host ?? inBrackets;
  if (!meant || meant.startsWith('-')) return '';
  return ` Did you mean ${meant}${port ? ` and --port ${port}` : ''}?`;
}

/** Any text except a flag, which follows when the value was forgotten. */
export function parseText(text: string): string {
  if (text !== '' && !text.startsWith('--')) return text;
  throw new InvalidArgumentError('It needs a value.');
}

/** A number of characters, in the range that the handler accepts. */
export function parseBodyLimit(text: string): number {
  return acceptedByHandler('bodyLimit', /^\d+$/.test(text) ? Number(text) : Number.NaN);
}

/** A path that the handler accepts. */
export function parseBasePath(text: string): string {
  try {
    return acceptedByHandler('basePath', text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError) || !/^[^/]/.test(text)) throw error;
    throw new InvalidArgumentError(`${error.message} Did you mean /${text}?`);
  }
}

/**
 * A store URL.
 *
 * @throws {StartError} when it is relative to a working directory that does not exist.
 */
export function parseStore(text: string): StoreTarget {
  return parseKnownStore(text);
}

/** A URL of a store whose records outlive the command, like {@link parseLastingStoreOr}. */
export function parseLastingStore(text: string): StoreTarget {
  return parseLastingStoreOr(text, `Known stores: ${lastingStoreForms}.`);
}

/**
 * A URL of a store whose records outlive the command. For a scheme that no store has, the message is `known`.
 *
 * @throws {StartError} when it is relative to a working directory that does not exist.
 */
export function parseLastingStoreOr(text: string, known: string): StoreTarget {
  const store = parseKnownStore(text, known);
  if (store.scheme !== 'memory') return store;
  throw new InvalidArgumentError('Records in memory end with this command; name a store that keeps them.');
}

function parseKnownStore(text: string, known?: string): StoreTarget {
  try {
    return parseStoreUrl(text, known);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new InvalidArgumentError((error as Error).message);
  }
}

/**
 * `*`, an origin as browsers send it (RFC 6454 section 6.1), or one whose leftmost label is `*`. Any other spelling would
 * never match a request.
 */
export function parseOrigin(text: string): string {
  if (text === '*') return text;
  const [, scheme = '', label = '', rest = ''] =
    /^([a-z][a-z\d+.-]*:\/\/)(\*\.)?([^\s/?#@\\*.][^\s/?#@\\*]*\/?)$/i.exec(text) ?? [];
  // With any label, it must be an origin.
  const sample = `${scheme}${label && 'a.'}${rest}`;
  if (rest === '' || !URL.canParse(sample)) {
    throw new InvalidArgumentError(
      'It must be *, an origin such as https://example.org, or https://*.example.org for one label more, without a path.',
    );
  }
  const { origin } = new URL(sample);
  // The URL parser gives `null` for schemes that it does not know, such as those of mobile apps.
  if (origin !== 'null' && origin !== sample) {
    const sent = label === '' ? origin : origin.replace('//a.', '//*.');
    throw new InvalidArgumentError(`Browsers send this origin as ${sent}; write it like that.`);
  }
  // Every response carries it, and node:http throws for a header field that it cannot write.
  if (!/^[!-~]+$/.test(text)) {
    throw new InvalidArgumentError('An origin consists of printable ASCII characters.');
  }
  return text;
}

/**
 * A host name in lower case, `*.` and a name for one label more, or a dot and a name for all its subdomains. Names beyond
 * ASCII become Punycode.
 */
export function parseAllowedHost(text: string): string {
  const [, prefix = '', name = ''] = /^(\*?\.)?(.*?)\.?$/s.exec(text) ?? [];
  const ascii = domainToASCII(name);
  if (/[:/?#@\s*[\]]/.test(name) || !/^[\w-]+(?:\.[\w-]+)*$/.test(ascii)) {
    throw new InvalidArgumentError(
      'It must be a name such as example.org, .example.org for its subdomains, or *.example.org for one label more, without scheme, port and path.',
    );
  }
  return prefix + ascii;
}

/** A number of seconds, up to an hour. */
export function parseGrace(text: string): number {
  return parseWholeNumber(text, 0, 3600, 'a whole number of seconds from 0 to 3600');
}

/** A number of milliseconds, from 1 to the largest that a timer takes. */
export function parseTimeout(text: string): number {
  // A whole case of `check` may take twelve times as long.
  const max = Math.floor((2 ** 31 - 1) / 12);
  return parseWholeNumber(text, 1, max, `a whole number of milliseconds from 1 to ${max}`);
}

/** A number of cases at a time, in the range of a check. */
export function parseConcurrency(text: string): number {
  return parseWholeNumber(text, 1, 64);
}

/** A number of records to find: at least one. */
export function parseFoundRecords(text: string): number {
  return parseWholeNumber(text, 1, 1e9);
}

/** How many workers there may be. */
export const maxWorkers = 128;

/** A number of workers, or `auto`. */
export function parseWorkers(text: string): number | 'auto' {
  if (text === 'auto') return text;
  return parseWholeNumber(text, 1, maxWorkers, `auto, or a whole number from 1 to ${maxWorkers}`);
}

/** A number of sequences of requests. */
export function parseRuns(text: string): number {
  return parseWholeNumber(text, 1, 1_000_000);
}

/** A number of differences, from 1 to 100. */
export function parseDifferences(text: string): number {
  return parseWholeNumber(text, 1, 100);
}

/** A number of milliseconds, from 1. */
export function parseMaxTime(text: string): number {
  const max = 2 ** 31 - 1;
  return parseWholeNumber(text, 1, max, `a whole number of milliseconds from 1 to ${max}`);
}

/** A seed: a whole number of 32 bits. */
export function parseSeed(text: string): number {
  return parseWholeNumber(text, 0, 2 ** 32 - 1);
}

function parseWholeNumber(
  text: string,
  min: number,
  max: number,
  form = `a whole number from ${min} to ${max}`,
): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new InvalidArgumentError(`It must be ${form}.`);
}

/** Lets the handler validate an option, so that its rules are written once. */
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

/** Allows an option several times. Its value is the list of all values, or `true` once it came without one. */
export function repeat<T>(option: Option, parse: (text: string) => T): Option {
  return collect(option, (text) => [parse(text)]);
}

/** The same for values without commas, which may also separate them: an environment variable has one value only. */
export function repeatOrList<T>(option: Option, parse: (text: string) => T): Option {
  return collect(option, (text) => text.split(',').map((part) => parse(part.trim())));
}

function collect<T>(option: Option, parse: (text: string) => readonly T[]): Option {
  return option.argParser((text, earlier: unknown) => {
    const values = parse(text);
    if (earlier === true) return true;
    return Array.isArray(earlier) ? [...(earlier as readonly T[]), ...values] : values;
  });
}
