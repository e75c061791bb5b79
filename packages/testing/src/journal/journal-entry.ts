import type { Explanation, RequestHeaders, ResponseHeaders } from '@location-records/core';

/** A request as the journal of a fake has it. */
export interface RecordedRequest {
  readonly method: string;
  /** The raw request target, with the path of the base URL. */
  readonly target: string;
  readonly headers: RequestHeaders;
  /** What the target names. */
  readonly route: 'collection' | 'record' | 'invalid-identifier' | 'unknown';
  /** The identifier, decoded, where the target names a record. */
  readonly id: string | undefined;
  /**
   * The body as text, as far as the service has read it: no further than it has to; `undefined` as long as it has not,
   * as for a request that needs no body or is refused without a look at it.
   */
  readonly body: string | undefined;
  /** What the body is as JSON; `undefined` where it is none. */
  readonly json: unknown;
}

/**
 * What has become of a request: nothing yet; the whole response was given; the connection broke before that, by a fault
 * or a list that failed; the client left before the end of the list.
 */
export type Outcome = 'pending' | 'completed' | 'broken' | 'left';

/** A response as the journal of a fake has it. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** As far as it was given so far. */
  readonly body: string;
  /** What the body is as JSON; `undefined` where it is none. */
  readonly json: unknown;
}

/** A request to a fake, and what it made of it. Entries are live: they show how things stand when they are read. */
export interface JournalEntry {
  readonly request: RecordedRequest;
  readonly outcome: Outcome;
  /** `undefined` while there is none, and where the connection broke before one. */
  readonly response: RecordedResponse | undefined;
  /** Which rule decided the response, and why; `undefined` where a fault has answered. */
  readonly explanation: Explanation | undefined;
  /** The names of the faults that it met, in the order in which they were ordered. */
  readonly faults: readonly string[];
  /** When it arrived, in milliseconds of the fake's clock. */
  readonly arrivedAt: number;
  /** When it was over. */
  readonly endedAt: number | undefined;
}
