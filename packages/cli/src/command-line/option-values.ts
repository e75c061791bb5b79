import { domainToASCII } from 'node:url';
import { createHandler, createMemoryStore, type HandlerOptions, OptionError } from '@location-records/core';
import { InvalidArgumentError, type Option } from 'commander';
import { StartError } from '../errors.ts';
import { lastingStoreForms, parseStoreUrl, type StoreTarget } from '../store-urls/store-urls.ts';

/** Any text except a flag, which follows if the value was forgotten. */
export function parseText(text: string): string {
  if (text !== '' && !text.startsWith('--')) return text;
  throw new InvalidArgumentError('It needs a value.');
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

/**
 * The largest time that a timer takes, in milliseconds; a case of `check` takes up to twelve times as long.
 */
const maxTimeout = Math.floor((2 ** 31 - 1) / 12);

/** A number of milliseconds that a request may take. */
export const parseTimeout = wholeNumber(
  1,
  maxTimeout,
  `a whole number of milliseconds from 1 to ${maxTimeout}`,
);

/** A number of milliseconds that a timer takes. */
export const parseMaxTime = wholeNumber(
  1,
  2 ** 31 - 1,
  `a whole number of milliseconds from 1 to ${2 ** 31 - 1}`,
);

/** A number of cases that run at a time. */
export const parseConcurrency = wholeNumber(1, 64);

/** A number of sequences of requests. */
export const parseRuns = wholeNumber(1, 1_000_000);

export const parseDifferences = wholeNumber(1, 100);

/** A seed of 32 bits. */
export const parseSeed = wholeNumber(0, 2 ** 32 - 1);

/** A host name or address. It cannot be empty: node:http would listen on every address of this machine. */
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
 * A store URL.
 *
 * @throws {StartError} when it is relative to a working directory that does not exist.
 */
export function parseStore(text: string, known?: string): StoreTarget {
  try {
    return parseStoreUrl(text, known);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new InvalidArgumentError((error as Error).message);
  }
}

/**
 * A URL of a store whose records outlive the command.
 *
 * @param known the message for a scheme that no store has.
 * @throws {StartError} when it is relative to a working directory that does not exist.
 */
export function parseLastingStore(text: string, known = `Known stores: ${lastingStoreForms}.`): StoreTarget {
  const store = parseStore(text, known);
  if (store.scheme !== 'memory') return store;
  throw new InvalidArgumentError('Records in memory end with this command; name a store that keeps them.');
}

/** The base URL of a service, without the slash at its end. */
export function parseServiceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  // Also a `?` or a `#` with nothing behind it, which `search` and `hash` do not show.
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

/**
 * `*`, an origin as browsers send it (RFC 6454 section 6.1), or one whose leftmost label is `*`. Any other
 * spelling would never match a request.
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
 * A host name in lower case, `*.` and a name for one label more, or a dot and a name for all its subdomains.
 * Names beyond ASCII become Punycode.
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

/**
 * Allows an option several times. Its value is the list of all values, or `true` once it came without one.
 */
export function repeat<T>(option: Option, parse: (text: string) => T): Option {
  return collect(option, (text) => [parse(text)]);
}

/**
 * The same for values without commas, which may also separate them: an environment variable has one value
 * only.
 */
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
