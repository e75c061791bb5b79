import type { Handler, LocationRequest, LocationResponse, MemoryStore } from '@location-records/core';
import type { Clock } from '../fake/clock.ts';
import type { Random } from './random.ts';

/** A request to a fake. */
export interface FakeRequest extends LocationRequest {
  /** Gives up when the client does, where that can be known: that of a `fetch`. */
  readonly signal?: AbortSignal | undefined;
}

/** What a fault can use of the fake in which it is ordered. */
export interface FaultContext {
  readonly clock: Clock;
  /** The records of the fake. */
  readonly store: MemoryStore;
  /** The service over other records, such as a fork of those of the fake. */
  serve(store: MemoryStore): Handler;
}

/**
 * Answers a request that meets the fault; `next` is the service, or the fault that was ordered after it. `random` gives
 * numbers that depend on nothing but the seed of the fake and the place of the request in the order of arrival.
 */
export type FaultyAnswer = (request: FakeRequest, next: Handler, random: Random) => Promise<LocationResponse>;

/** Something that goes wrong; one of this module, or of your own. */
export interface Fault {
  /** What the journal calls it. */
  readonly name: string;
  /**
   * Whether it answers in place of the service, without `next`: then it is behind all other faults that a request meets,
   * whenever they were ordered.
   * @default false
   */
  readonly standsInForService?: boolean;
  /** Called when it is ordered in a fake. */
  order(context: FaultContext): FaultyAnswer;
}
