import { InvalidArgumentError, type LocationResponse } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';

/** The content of a response beside its status. */
export interface RespondOptions {
  /**
   * The `error_message` of the Error object.
   * @default 'Fault'
   */
  readonly message?: string | undefined;
  /** A body instead of the Error object. */
  readonly body?: string | undefined;
  /** Header fields: a `Headers`, or an object. `Content-Length` follows from the body. */
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
}

/** Fields that say where a body ends: the host writes them. */
const framing = ['content-length', 'transfer-encoding', 'trailer'];
/** RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5. */
const statusesWithoutContent = [204, 205, 304];

/**
 * Makes the response of a fault, such as
 * `respondWith(503, { headers: new Headers({ 'Retry-After': '1' }) })`.
 *
 * @throws {InvalidArgumentError} if the status is not from 200 to 599, or an option has another type.
 */
export function respondWith(
  status: number,
  { message = 'Fault', body, headers }: RespondOptions = {},
): LocationResponse {
  if (body !== undefined && typeof body !== 'string') throw new InvalidArgumentError('body', 'a string');
  const fields = readHeaders(headers);
  const error = errorResponse(status, message);
  if (statusesWithoutContent.includes(status)) return { status, headers: fields, body: '' };
  const names = Object.keys(fields).map((name) => name.toLowerCase());
  const type = body === undefined && !names.includes('content-type') ? 'application/json' : undefined;
  const content = body ?? error.body;
  const length = String(new TextEncoder().encode(content).length);
  return {
    status,
    headers: { ...(type && { 'Content-Type': type }), ...fields, 'Content-Length': length },
    body: content,
  };
}

function readHeaders(headers: RespondOptions['headers'] = {}): LocationResponse['headers'] {
  const expected = 'a Headers, or an object of strings, with fields that HTTP can send';
  const isObject = typeof headers === 'object' && headers !== null && !Array.isArray(headers);
  if (!isObject) throw new InvalidArgumentError('headers', expected);
  const entries: readonly (readonly [string, unknown])[] =
    Symbol.iterator in headers ? [...(headers as Headers)] : Object.entries(headers);
  const isWrong = entries.some(
    ([name, value]) =>
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || typeof value !== 'string' || !/^[\t -~\x80-\xff]*$/.test(value),
  );
  if (isWrong) throw new InvalidArgumentError('headers', expected);
  const framed = entries.find(([name]) => framing.includes(name.toLowerCase()));
  if (framed) throw new InvalidArgumentError('headers', `no ${framed[0]}, which follows from the body`);
  return Object.fromEntries(entries) as LocationResponse['headers'];
}
