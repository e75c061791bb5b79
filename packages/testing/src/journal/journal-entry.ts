import type { Explanation, RequestHeaders, ResponseHeaders } from '@location-records/core';

/** A request in the journal of a fake. */
export interface RecordedRequest {
  /** The method as sent. */
  readonly method: string;
  /** The raw request target, with the path of the base URL. */
  readonly target: string;
  /** The header fields by lower-case name. */
  readonly headers: RequestHeaders;
  /** What the target names. */
  readonly route: 'collection' | 'record' | 'invalid-identifier' | 'unknown';
  /** The identifier, decoded, where the target names a record. */
  readonly id: string | undefined;
  /**
   * The body as text, as far as the service has read it. `undefined` when the service has read nothing, as for a
   * request that needs no body or is refused earlier.
   */
  readonly body: string | undefined;
  /** The body as a JSON value; `undefined` when it is not JSON. */
  readonly json: unknown;
}

/**
 * The outcome of a request: the response has not begun or has not been read to its end; it was sent completely; a fault or a failing list broke the
 * connection before, or the client left during a delay or its upload; the client left before the end of the list.
 */
export type RequestOutcome = 'pending' | 'completed' | 'broken' | 'left';

/** A response in the journal of a fake. */
export interface RecordedResponse {
  /** The status code. */
  readonly status: number;
  /** The header fields under their usual spelling. */
  readonly headers: ResponseHeaders;
  /** The body as far as it has been sent. */
  readonly body: string;
  /** The body as a JSON value; `undefined` when it is not JSON. */
  readonly json: unknown;
}

/** A request to a fake and its response. Entries are live: they show the state at the moment when they are read. */
export interface JournalEntry {
  /** The request as the fake received it. */
  readonly request: RecordedRequest;
  /** How far the response has come. */
  readonly outcome: RequestOutcome;
  /** `undefined` before the response, and when the connection broke before it. */
  readonly response: RecordedResponse | undefined;
  /** The clause that decided the response, and the reason; `undefined` when a fault responded. */
  readonly explanation: Explanation | undefined;
  /** The names of the faults that applied to it, in the order in which they were added. */
  readonly faults: readonly string[];
  /** When it arrived, in milliseconds of the fake's clock. */
  readonly arrivedAt: number;
  /** When it was over, in milliseconds of the same clock; `undefined` while it is pending. */
  readonly endedAt: number | undefined;
}
