import type { LocationResponse } from '@location-records/core';

/** A request that cannot be served. The message is for the client. */
export class RequestFault extends Error {
  readonly status: number;
  /** The clause that decides, for the explanation. */
  readonly clause: string = 'D48';
  /** For the explanation: contains nothing that the client sent. */
  readonly reason: string;
  /** Further fields of the response. */
  readonly headers: LocationResponse['headers'];

  constructor(message: string, reason: string, status = 400, headers: LocationResponse['headers'] = {}) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.headers = headers;
  }
}

/** A body with records that cannot be served. */
export class BulkFault extends RequestFault {
  override readonly clause = 'D53';
}

/** Creates the fault of a parameter; `expected` completes `The parameter "…" must …`. */
export function parameterFault(name: string, expected: string): RequestFault {
  return new RequestFault(`The parameter "${name}" must ${expected}.`, `wrong parameter "${name}"`);
}

/**
 * Wraps an error for the host of the handler, which is not a failure of the service: the body cannot be read,
 * or the client has left.
 */
export class PassedOnError extends Error {}
