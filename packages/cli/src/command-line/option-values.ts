import { readFileSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { createHandler, createMemoryStore, type HandlerOptions, OptionError } from '@location-records/core';
import { InvalidArgumentError } from 'commander';
import { StartError } from '../errors.ts';
import type { ListenTarget } from '../operations/listen.ts';
import { describeError } from '../output/describe-error.ts';
import { quoted } from '../output/printable-text.ts';
import { lastingStoreForms, parseStoreUrl, type StoreTarget } from '../store-urls/store-urls.ts';

// Parsers of the values of options. Commander adds the option and the value to their messages.

/** Accepts any text except a flag, which follows if the value was forgotten. */
export function parseText(text: string): string {
  if (text !== '' && !text.startsWith('--')) return text;
  throw new InvalidArgumentError('It needs a value.');
}

/** Returns where to listen: a port of 127.0.0.1, a port of another address, or the path of a Unix socket. */
export function parseAdmin(text: string): ListenTarget {
  if (text.includes('/')) return { path: text };
  const [, host, digits] = /^(?:([\d.]+|\[[\da-f:]+\]):)?(\d{1,5})$/i.exec(text) ?? [];
  const address = host?.replace(/^\[|\]$/g, '') ?? '127.0.0.1';
  const port = Number(digits);
  if (port <= 65_535 && isIP(address) !== 0) return { host: address, port };
  throw new InvalidArgumentError(
    'It must be a port, such as 9090, an address with a port, or the path of a socket, with a slash.',
  );
}

/**
 * Returns a value that may be secret: itself, or the lines of the file after `@`. Other users of the machine
 * can read a command line, but not such a file.
 */
function secretLines(text: string): readonly string[] {
  if (!text.startsWith('@')) return [text];
  const path = text.slice(1);
  const lines = contentOf(path)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '');
  if (lines.length > 0) return lines;
  throw new InvalidArgumentError(`The file ${quoted(path)} is empty.`);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw new InvalidArgumentError(`The file ${quoted(path)} cannot be read (${describeError(error)}).`);
  }
}

/** Returns a URL of a store, which may be in the first line of a file: `@store-url`. */
export function storeUrlIn(text: string): string {
  const [first = ''] = secretLines(text);
  return first.trim();
}

/** Returns a parser of whole numbers. `form` completes "It must be". */
export function wholeNumber(
  min: number,
  max: number,
  form = `a whole number from ${min} to ${max}`,
): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be ${form}.`);
  };
}

/** Returns a parser of milliseconds. */
function milliseconds(max: number): (text: string) => number {
  return wholeNumber(1, max, `a whole number of milliseconds from 1 to ${max}`);
}

/** The largest time that a timer accepts, in milliseconds. */
const maxTimer = 2 ** 31 - 1;

export const parseMaxTime = milliseconds(maxTimer);

/** How long to wait for a response. A case of `check` takes up to twelve times as long. */
export const parseTimeout = milliseconds(Math.floor(maxTimer / 12));

/**
 * Parses a host name or address. It cannot be empty: node:http would listen on every address of this machine.
 */
export function parseHost(text: string): string {
  if (/^[^\s/*?#@[\]-][^\s/*?#@[\]]*$/.test(text) && !/^[^:]*:\d*$/.test(text)) return text;
  throw new InvalidArgumentError(
    'It must be an address or a name of this machine without a port, such as 127.0.0.1 or 0.0.0.0.',
  );
}

export function parseBodyLimit(text: string): number {
  return acceptedByHandler('bodyLimit', /^\d+$/.test(text) ? Number(text) : Number.NaN);
}

export function parseBasePath(text: string): string {
  return acceptedByHandler('basePath', text);
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

/**
 * Parses a store URL, or `@` and the path of a file whose first line it is.
 *
 * @param known the message for a scheme that no store has.
 * @throws {StartError} when it is relative to a working directory that does not exist.
 */
export function parseStore(text: string, known?: string): StoreTarget {
  try {
    return parseStoreUrl(storeUrlIn(text), known);
  } catch (error) {
    if (error instanceof StartError || error instanceof InvalidArgumentError) throw error;
    throw new InvalidArgumentError((error as Error).message);
  }
}

/** Parses the URL of a store whose records outlive the command, like {@link parseStore}. */
export function parseLastingStore(text: string, known = `Known stores: ${lastingStoreForms}.`): StoreTarget {
  const store = parseStore(text, known);
  if (store.scheme !== 'memory') return store;
  throw new InvalidArgumentError('Records in memory end with this command; name a store that keeps them.');
}

/** Parses the base URL of a service, without the slash at its end. */
export function parseServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  // `search` and `hash` do not show a `?` or a `#` at the end.
  if (!isHttp || /[?#]/.test(text)) {
    throw new InvalidArgumentError('It must be the base URL of a service, such as http://127.0.0.1:8080.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError(
      'It cannot hold a user and a password; send them with --header "Authorization: Basic …".',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** The name and the value of a field of HTTP. */
export type HeaderField = readonly [name: string, value: string];

/** Parses a field, or `@` and the path of a file with a field on each line. Fields that are invalid are `undefined`. */
export function parseHeaderFields(
  text: string,
  earlier: readonly (HeaderField | undefined)[] = [],
): readonly (HeaderField | undefined)[] {
  return [...earlier, ...secretLines(text).map(parseHeaderField)];
}

/** Returns `undefined` if a field is invalid, since commander's message would show its value. */
function parseHeaderField(text: string): HeaderField | undefined {
  const [, name = '', value = ''] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(text) ?? [];
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return [name, value];
  } catch {
    return undefined;
  }
}

/**
 * Parses `*`, an origin as browsers send it (RFC 6454 section 6.1), or one whose leftmost label is `*`. Any
 * other spelling would never match a request.
 */
export function parseOrigin(text: string): string {
  if (text === '*') return text;
  const [, scheme = '', label = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)(\*\.)?([!-~]*)$/i.exec(text) ?? [];
  // With any label, it must be an origin.
  const sample = `${scheme}${label && 'a.'}${rest}`;
  if (!/^[^/?#@\\*.][^/?#@\\*]*\/?$/.test(rest) || !URL.canParse(sample)) {
    throw new InvalidArgumentError(
      'It must be *, an origin such as https://example.org, or https://*.example.org for one label more, without a path.',
    );
  }
  const { origin } = new URL(sample);
  // The URL parser gives `null` for schemes that it does not know, such as those of mobile apps.
  if (origin === 'null' || origin === sample) return text.replace(/\/$/, '');
  const sent = label === '' ? origin : origin.replace('//a.', '//*.');
  throw new InvalidArgumentError(`Browsers send this origin as ${sent}; write it like that.`);
}

/**
 * Parses a host name in lower case, `*.` and a name for one label more, or a dot and a name for all its
 * subdomains. Names beyond ASCII become Punycode.
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

/** How many requests a client may send: `count` at once, and on average within `seconds`. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
const maxRate = 1_000_000;

/** Parses a rate, such as `100/s`. */
export function parseRate(text: string): Rate {
  const [, digits, unit = ''] = /^(\d+)\/([smh])$/.exec(text) ?? [];
  const [count, seconds] = [Number(digits), secondsOf[unit]];
  if (seconds !== undefined && count >= 1 && count <= maxRate) return { count, seconds };
  throw new InvalidArgumentError(
    `It must be a number of requests up to ${maxRate} per second, minute or hour, such as 100/s, 600/m or 5000/h.`,
  );
}

/** Which proxies are trusted: so many in a row, or those at these addresses, `10.0.0.0/8` for a network. */
export type TrustedProxies = number | readonly string[];

/** Parses trusted proxies: a number of them, or addresses and networks separated by commas. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  throw new InvalidArgumentError(
    'It must be how many proxies are in a row, such as 1, or their addresses and networks, such as 127.0.0.1,10.0.0.0/8.',
  );
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix ?? 0) <= (version === 6 ? 128 : 32);
}

/** Returns a parser for an option that may be repeated: its value is the list of all values. */
export function repeated<T>(parse: (text: string) => T) {
  return (text: string, earlier: readonly T[] | undefined): readonly T[] => [...(earlier ?? []), parse(text)];
}

/** Returns the same for values that commas may also separate, as in an environment variable. */
export function repeatedOrList<T>(parse: (text: string) => T) {
  return (text: string, earlier: readonly T[] | undefined): readonly T[] => [
    ...(earlier ?? []),
    ...text.split(',').map((part) => parse(part.trim())),
  ];
}
