import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkTimeout } from '../check-arguments.ts';

/** Options of {@link checkServer}. */
export interface CheckOptions {
  /** The base URL of the service: http or https, a host, an optional port and an optional path. */
  readonly url: string;
  /**
   * Sends only GET, HEAD and OPTIONS, without a body. Cases that would send anything else are left out.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Runs only the cases of the specification, and ignores what it leaves open, such as the white space of JSON.
   * @default false
   */
  readonly specOnly?: boolean | undefined;
  /**
   * `service` leaves out what concerns the server beneath the service: connections, invalid HTTP, and requests that the
   * server refused itself. That is for a service which is mounted in another program.
   * @default 'all'
   */
  readonly level?: 'service' | 'all' | undefined;
  /**
   * Runs only these cases, named by clause (`SPEC 4.5`, which includes `SPEC 4.5.1`, or `D16`) or by the beginning of
   * their ids.
   * @default every case
   */
  readonly only?: readonly string[] | undefined;
  /**
   * Leaves out these cases, named as in `only`.
   * @default none
   */
  readonly skip?: readonly string[] | undefined;
  /**
   * The timeout of each wait for the server, in milliseconds. A whole case may take twelve times as long.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /**
   * How many cases are run at a time, from 1 to 64. A case that does not pass is run again alone.
   * @default 4
   */
  readonly concurrency?: number | undefined;
  /**
   * Ends the run at the first case that fails. Cases are then run one after the other.
   * @default false
   */
  readonly failFast?: boolean | undefined;
  /**
   * Fields that every request gets, such as `['Authorization', 'Bearer …']` for a protected service. Reports do not show
   * their values: their commands have `$HEADER` instead, then `$HEADER2`, …
   * @default none
   */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /**
   * Accepts an untrusted certificate.
   * @default false
   */
  readonly insecure?: boolean | undefined;
  /**
   * Ends the run early. The records of the case under way are removed, and the report has the cases that were run.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before each case, and once after the last. An error that it throws ends the run.
   * @default none
   */
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

/** The progress of a check. */
export interface CheckProgress {
  /** The number of cases that have been run. */
  readonly done: number;
  /** The number of cases to run. */
  readonly total: number;
  /** The number of cases so far that found their own rule broken. */
  readonly failed: number;
  /** The case that runs next; `undefined` after the last. */
  readonly id?: string | undefined;
}

/** A whole case may take twelve times as long. No timer of Node.js is longer than 2^31 - 1 ms. */
const maxTimeout = Math.floor((2 ** 31 - 1) / 12);

const maxConcurrency = 64;

const names = [
  'url',
  'readOnly',
  'specOnly',
  'level',
  'only',
  'skip',
  'timeout',
  'concurrency',
  'failFast',
  'headers',
  'insecure',
  'signal',
  'onProgress',
] as const;

/**
 * Checks the options, and adds the defaults. A misspelt `readOnly` must not let the check write.
 *
 * @throws {OptionError} when an option is unknown or not valid.
 */
export function checkOptions(options: CheckOptions) {
  const given = checkOptionNames(options, names);
  const { readOnly = false, specOnly = false, failFast = false, insecure = false, ...others } = given;
  const { level = 'all', timeout = 5000, concurrency = 4, headers = [] } = given;
  checkOptionTypes('boolean', { readOnly, specOnly, failFast, insecure });
  for (const name of ['only', 'skip'] as const) {
    const list: unknown = others[name] ?? [];
    const isList = Array.isArray(list) && list.every((item) => typeof item === 'string');
    if (!isList) throw new OptionError(name, 'an array of strings');
  }
  if (level !== 'all' && level !== 'service') throw new OptionError('level', '"service" or "all"');
  checkHeaders(headers);
  checkTimeout(timeout, maxTimeout);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > maxConcurrency) {
    throw new OptionError('concurrency', `a whole number from 1 to ${maxConcurrency}`);
  }
  checkOptionTypes('signal', { signal: others.signal });
  checkOptionTypes('function', { onProgress: others.onProgress });
  return { ...others, readOnly, specOnly, level, failFast, headers, insecure, timeout, concurrency };
}

/** The fields that cases send, or that belong to the connection. */
const ownFields = [
  'host',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'expect',
  'te',
  'trailer',
  'upgrade',
];

function checkHeaders(headers: unknown): void {
  if (!Array.isArray(headers)) throw new OptionError('headers', 'an array of [name, value]');
  for (const field of headers) {
    const texts: readonly unknown[] = Array.isArray(field) && field.length === 2 ? field : [];
    const [name = '', value = '\n'] = texts.map((text) => (typeof text === 'string' ? text : undefined));
    // A name is a token, and a value has no control characters (RFC 9110 section 5).
    const isField = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t -~\x80-\xff]*$/.test(value);
    if (!isField) throw new OptionError('headers', 'an array of [name, value] that HTTP allows');
    if (ownFields.includes(name.toLowerCase())) {
      throw new OptionError('headers', `without ${name}, which cases send themselves`);
    }
  }
}
