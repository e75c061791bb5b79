import {
  InvalidArgumentError,
  type LocationResponse,
  OptionError,
  type ResponseHeaders,
} from '@location-records/core';
import { checkOptionNames, errorResponse } from '@location-records/core/adapter-kit';
import { requireGlobals } from '../fake/errors.ts';
import type { Fault } from './fault.ts';

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
   * Header fields beside `Content-Length`. With a `body` they replace the fields of an Error object.
   * @default those of an Error object
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Responds with a status, without asking the service: `respondWith(503, { headers: { 'Retry-After': '1' } })`.
 *
 * @throws {InvalidArgumentError} when the status is not from 200 to 599, and {OptionError}, when the body is not a
 * string or an option is unknown.
 */
export function respondWith(status: number, options?: RespondOptions): Fault {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new InvalidArgumentError('status', 'a whole number from 200 to 599');
  }
  const { message = 'Fault', body, headers } = checkOptionNames(options, ['message', 'body', 'headers']);
  if (body !== undefined && typeof body !== 'string') throw new OptionError('body', 'a string');
  const response = withBody(status, message, body, headers);
  return {
    name: `respondWith(${status})`,
    createHandler: () => async (request) =>
      request.method === 'HEAD' ? { ...response, body: '' } : response,
  };
}

function withBody(
  status: number,
  message: string,
  body: string | undefined,
  fields: RespondOptions['headers'],
): LocationResponse {
  // RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5: these have no content.
  if ([204, 205, 304].includes(status)) return { status, headers: { ...fields }, body: '' };
  if (body === undefined) {
    const response = errorResponse(status, message);
    return { ...response, headers: merge(response.headers, fields) };
  }
  requireGlobals('TextEncoder');
  const length = new TextEncoder().encode(body).length;
  return { status, headers: merge(fields, { 'Content-Length': String(length) }), body };
}

/** The fields of both. A field of `changes` replaces one of the same name, in any case. */
function merge(headers: RespondOptions['headers'], changes: RespondOptions['headers']): ResponseHeaders {
  const names = new Set(Object.keys({ ...changes }).map((name) => name.toLowerCase()));
  const kept = Object.entries({ ...headers }).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...changes };
}
