/**
 * - `STORE_CLOSED`: `close()` was called before.
 * - `STORE_UNAVAILABLE`: the service cannot be reached, did not respond in time, or responded with 408, 429 or
 *   5xx. A retry may succeed.
 * - `STORE_UNSUITABLE`: what responds is not a service of location records. A retry does not help.
 * - `REQUEST_REFUSED`: the service refuses the request with another 4xx: see `status`.
 * - `PRECONDITION_FAILED`: 412, the record is not as `ifMatch` or `ifNoneMatch` requires.
 * - `INVALID_ARGUMENT`: an argument or an option cannot work. Nothing was sent.
 */
export type ClientErrorCode =
  | 'STORE_CLOSED'
  | 'STORE_UNAVAILABLE'
  | 'STORE_UNSUITABLE'
  | 'REQUEST_REFUSED'
  | 'PRECONDITION_FAILED'
  | 'INVALID_ARGUMENT';

/** What a {@link ClientError} knows beside its code and message. */
export interface ClientErrorDetails {
  /** The request, as it was sent last. */
  readonly request?: { readonly method: string; readonly url: string } | undefined;
  /** The status of the response, if one came. */
  readonly status?: number | undefined;
  /** The fields of the response. The one of a 412 has the current `ETag`, if there is a record. */
  readonly headers?: Headers | undefined;
  /** The body of a response that is not a success. */
  readonly body?: string | undefined;
  /** The argument or the option that is wrong, such as `location.coordinates.latitude`. */
  readonly argument?: string | undefined;
  readonly cause?: unknown;
}

/** Every failure of the client, except for the reason of a signal of its caller. */
export class ClientError extends Error implements ClientErrorDetails {
  override readonly name = 'ClientError';
  declare readonly code: ClientErrorCode;
  declare readonly request: ClientErrorDetails['request'];
  declare readonly status: ClientErrorDetails['status'];
  declare readonly headers: ClientErrorDetails['headers'];
  declare readonly body: ClientErrorDetails['body'];
  declare readonly argument: ClientErrorDetails['argument'];

  constructor(code: ClientErrorCode, message: string, details?: ClientErrorDetails) {
    super(message);
    Object.assign(this, { code }, details);
  }
}

/** Returns the error about an argument or an option that is not as expected. */
export function invalid(argument: string, expected: string): ClientError {
  return new ClientError('INVALID_ARGUMENT', `Invalid "${argument}": expected ${expected}.`, { argument });
}
