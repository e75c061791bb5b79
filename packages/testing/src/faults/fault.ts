import type { Handler, LocationRequest, LocationResponse, MemoryStore } from '@location-records/core';
import type { Clock } from '../fake/clock.ts';

/** Gives numbers from 0 up to 1, the same ones for the same seeds. */
export type Random = () => number;

/**
 * Makes a source of random numbers (a Weyl sequence, mixed). Several seeds are as good as one: each list of them has a
 * sequence of its own.
 */
export function createRandom(...seeds: readonly number[]): Random {
  let state = seeds.reduce((mixed, seed) => mix(mixed ^ mix(seed + 0x9e3779b9)), 0);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) / 2 ** 32;
  };
}

function mix(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** A request to a fake. */
export interface FakeRequest extends LocationRequest {
  /** Aborts when the client gives up, where that can be known: the signal of a `fetch`. */
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
export type FaultyHandler = (
  request: FakeRequest,
  next: Handler,
  random: Random,
) => Promise<LocationResponse>;

/** Something that goes wrong; one of this module, or of your own. */
export interface Fault {
  /** What the journal calls it. */
  readonly name: string;
  /**
   * Whether it answers in place of the service, without `next`: then it is after all other faults that a request meets,
   * whenever they were ordered.
   * @default false
   */
  readonly replacesService?: boolean;
  /** Called when it is ordered in a fake. */
  order(context: FaultContext): FaultyHandler;
}

/** The whole body of a response. */
export async function wholeBody({ body }: LocationResponse): Promise<string> {
  if (typeof body === 'string') return body;
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}
