import { type LocationResponse, OptionError, type ResponseHeaders } from '@location-records/core';
import { checkOptionNames, checkOptionTypes, errorResponse } from '@location-records/core/adapter-kit';
import { requireGlobals } from '../fake/errors.ts';
import { checkNothingElse, type Fault } from './fault.ts';

/** The content of a response beside its status. */
export interface RespondOptions {
  /**
   * The `error_message` of the Error object.
   * @default 'Fault'
   */
  readonly message?: string | undefined;
  /**
   * The body to send instead of the Error object.
   * @default an Error object with `message`
   */
  readonly body?: string | undefined;
  /**
   * Header fields beside `Content-Length`. With a `body` they replace the fields of an Error object. Those that say where
   * the body ends are refused unless they fit it.
   * @default those of an Error object
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Responds with a status, without asking the service: `respondWith(503, { headers: { 'Retry-After': '1' } })`.
 *
 * @throws {InvalidArgumentError} when the status is not from 200 to 599, and {OptionError}, when an option has another
 * type or is unknown.
 */
export function respondWith(status: number, options?: RespondOptions, ...others: readonly never[]): Fault {
  checkNothingElse(others);
  const { message = 'Fault', body, headers } = checkOptionNames(options, ['message', 'body', 'headers']);
  checkOptionTypes('string', { message, body });
  checkHeaders(headers);
  const response = withBody(errorResponse(status, message), body, headers);
  checkFraming(headers, response);
  return {
    name: `respondWith(${status})`,
    skipsService: true,
    createHandler: () => async (request) =>
      request.method === 'HEAD' ? { ...response, body: '' } : response,
  };
}

function checkHeaders(headers: unknown): void {
  if (headers === undefined) return;
  const isObject = typeof headers === 'object' && headers !== null && !Array.isArray(headers);
  if (!isObject || !Object.entries(headers).every(([name, value]) => canBeSent(name, value))) {
    throw new OptionError('headers', 'an object of strings that HTTP can send, by the names of the fields');
  }
}

/** A field as in RFC 9110 sections 5.1 and 5.5, with the characters that node:http takes. */
function canBeSent(name: string, value: unknown): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === 'string' && /^[\t -~\x80-\xff]*$/.test(value);
}

/** @throws {OptionError} about a field that says another end of the body than it has, so that clients cannot read it. */
function checkFraming(fields: RespondOptions['headers'], response: LocationResponse): void {
  const wrong = Object.entries({ ...fields }).find(
    ([name, value]) => !fits(response, name.toLowerCase(), value),
  );
  if (wrong) throw new OptionError('headers', `fields that fit the body, unlike "${wrong.join(': ')}"`);
}

/** Hosts write `Content-Length` as it is, chunk a body for `Transfer-Encoding`, and fail for `Trailer`. */
function fits({ status, body }: LocationResponse, name: string, value: string): boolean {
  if (name === 'transfer-encoding' || name === 'trailer') return false;
  if (name !== 'content-length') return true;
  // RFC 9110 section 8.6: a 304 has the length of the response that it stands for.
  return status === 304 ? /^\d+$/.test(value) : value === lengthOf(body as string);
}

/** The response with a body instead of its Error object where there is one, and with these fields. */
function withBody(
  response: LocationResponse,
  body: string | undefined,
  fields: RespondOptions['headers'],
): LocationResponse {
  // RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5: these have no content.
  const { status } = response;
  if ([204, 205, 304].includes(status)) return { status, headers: { ...fields }, body: '' };
  if (body === undefined) return { ...response, headers: merge(response.headers, fields) };
  return { status, headers: merge(fields, { 'Content-Length': lengthOf(body) }), body };
}

/** The `Content-Length` of a body. */
function lengthOf(body: string): string {
  requireGlobals('TextEncoder');
  return String(new TextEncoder().encode(body).length);
}

/** The fields of both. A field of `changes` replaces one of the same name, in any case. */
function merge(headers: RespondOptions['headers'], changes: RespondOptions['headers']): ResponseHeaders {
  const names = new Set(Object.keys({ ...changes }).map((name) => name.toLowerCase()));
  const kept = Object.entries({ ...headers }).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...changes };
}
