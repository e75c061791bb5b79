import { validateHeaderName, validateHeaderValue } from 'node:http';
import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkCases, checkTimeout } from '../check-arguments.ts';
import type { HttpCase } from '../http/http-case.ts';
import { httpContract } from '../http/http-contract.ts';

/** Options of {@link checkServer}. */
export interface CheckOptions {
  /** The base URL of the service: http or https, a host, an optional port and an optional path. */
  readonly url: string;
  /**
   * Also judges the decisions (D…) on points that the specification leaves open.
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Also judges the HTTP below the service: connections, invalid requests, and `Host`.
   * @default false
   */
  readonly wire?: boolean | undefined;
  /**
   * Judges a service with entity tags: also its conditional requests (D49), and none of the cases that only a service
   * without them passes.
   * @default false
   */
  readonly etags?: boolean | undefined;
  /**
   * Sends only GET, HEAD and OPTIONS, without a body. Cases that would send anything else are left out.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Runs only these cases, named by clause (`SPEC 4.5`, which includes `SPEC 4.5.1`, or `D16`) or by the
   * beginning of their ids. They need neither `strict` nor `wire`.
   * @default every case of the specification
   */
  readonly only?: readonly string[] | undefined;
  /**
   * Leaves out these cases, named as in `only`.
   * @default none
   */
  readonly skip?: readonly string[] | undefined;
  /**
   * How long a request and its whole response may take, in milliseconds. A whole case may take six times as
   * long, and the run 120 times, and at least a minute.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /**
   * The number of cases run at a time, from 1 to 64.
   * @default 8
   */
  readonly concurrency?: number | undefined;
  /**
   * Fields that every request gets, such as `['Authorization', 'Bearer …']` for a protected service. Reports
   * do not show their values: their commands have `$HEADER` instead, then `$HEADER2`, …
   * @default none
   */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /**
   * Accepts an untrusted certificate.
   * @default false
   */
  readonly insecure?: boolean | undefined;
  /**
   * Ends the run early. The records of the check are removed, and the report has the cases that were run.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called after each case. An error that it throws ends the run.
   * @default none
   */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
  /**
   * The cases to choose from.
   * @default httpContract
   */
  readonly cases?: readonly HttpCase[] | undefined;
}

/** Options with their defaults. */
export type CheckSettings = ReturnType<typeof checkOptions>;

const names = [
  'url',
  'strict',
  'wire',
  'etags',
  'readOnly',
  'only',
  'skip',
  'timeout',
  'concurrency',
  'headers',
  'insecure',
  'signal',
  'onProgress',
  'cases',
] as const;

const maxConcurrency = 64;

/**
 * Checks the options, and adds the defaults. A misspelt `readOnly` must not let the check write.
 *
 * @throws {OptionError} when an option is unknown or not valid.
 */
export function checkOptions(options: CheckOptions) {
  const given = checkOptionNames(options, names);
  const { strict = false, wire = false, etags = false, readOnly = false, insecure = false } = given;
  const { only = [], skip = [], timeout = 5000, concurrency = 8, headers = [], cases = httpContract } = given;
  checkOptionTypes('boolean', { strict, wire, etags, readOnly, insecure });
  for (const [name, list] of Object.entries({ only, skip })) {
    const isList = Array.isArray(list) && list.every((item) => typeof item === 'string');
    if (!isList) throw new OptionError(name, 'an array of strings');
  }
  checkHeaders(headers);
  checkTimeout(timeout);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > maxConcurrency) {
    throw new OptionError('concurrency', `a whole number from 1 to ${maxConcurrency}`);
  }
  checkOptionTypes('signal', { signal: given.signal });
  checkOptionTypes('function', { onProgress: given.onProgress });
  checkCases(cases);
  return {
    ...given,
    strict,
    wire,
    etags,
    readOnly,
    insecure,
    only,
    skip,
    timeout,
    concurrency,
    headers,
    cases,
  };
}

/** The fields that cases send, or that belong to the connection. */
const ownFields = [
  'host',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'expect',
  'upgrade',
];

/** @throws {OptionError} unless these are fields that HTTP allows, and that no case sends itself. */
export function checkHeaders(headers: unknown): void {
  if (!Array.isArray(headers)) throw new OptionError('headers', 'an array of [name, value]');
  for (const field of headers) {
    const [name, value] = Array.isArray(field) ? field : [];
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new OptionError('headers', 'an array of [name, value] that HTTP allows');
    }
    if (ownFields.includes(name.toLowerCase())) {
      throw new OptionError('headers', `without ${name}, which cases send themselves`);
    }
  }
}
