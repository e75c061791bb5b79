import type { RequestHeaders } from '@location-records/core';

/** A request as the journal of a fake has it. */
export interface RecordedRequest {
  readonly method: string;
  /** The raw request target, that of the base URL included. */
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
