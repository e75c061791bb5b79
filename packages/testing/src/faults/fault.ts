import {
  type Handler,
  InvalidArgumentError,
  type LocationRequest,
  type LocationResponse,
  type MemoryStore,
} from '@location-records/core';
import type { Clock } from '../fake/clock.ts';

/** Returns numbers from 0 to below 1, the same ones for the same seeds. */
export type Random = () => number;

/**
 * Makes a source of random numbers (a Weyl sequence, mixed). Each list of seeds has a sequence of its own.
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
  /** Aborts when the client aborts the request, if the host can tell: the signal of a `fetch`. */
  readonly signal?: AbortSignal | undefined;
}

/** The parts of its fake that a fault can use. */
export interface FaultContext {
  /** The fake's clock, on which delays wait. */
  readonly clock: Clock;
  /** The records of the fake. */
  readonly store: MemoryStore;
  /** The service over other records, such as a fork of the fake's own. */
  serve(store: MemoryStore): Handler;
}

/**
 * Responds to a request to which the fault applies. `next` is the service, or the next fault. The numbers of `random`
 * depend only on the seed of the fake, on the number of the request in the order of arrival, and on how many faults were
 * added before this one.
 */
export type FaultyHandler = (
  request: FakeRequest,
  next: Handler,
  random: Random,
) => Promise<LocationResponse>;

/** A fault: one of this module, or of your own. */
export interface Fault {
  /** Its name in the journal. */
  readonly name: string;
  /**
   * Whether it responds without the service, and never calls `next`. It then comes after the faults that call `next`, in
   * whichever order they were added. Of several, the one added first responds.
   * @default false
   */
  readonly skipsService?: boolean;
  /**
   * Whether it is another service, which may call `next` for some requests only. It then comes after all other faults of
   * a request, in whichever order they were added. Of several, the one added first is asked first.
   * @default false
   */
  readonly replacesService?: boolean;
  /** Called when it is added to a fake. */
  createHandler(context: FaultContext): FaultyHandler;
}

/**
 * Checks that a fault gets nothing beside its options: the requests that meet it are the affair of `faults.add`, and a
 * fault that ignored them would apply to all.
 *
 * @throws {InvalidArgumentError} when there is more.
 */
export function checkNothingElse(others: readonly never[]): void {
  if (others.every((other) => other === undefined)) return;
  throw new InvalidArgumentError('scope', 'the requests of a fault as the second argument of faults.add');
}

/** What a body consists of: the characters of a text, so that surrogate pairs stay whole, or bytes. */
export type BodyUnits = readonly string[] | Uint8Array;

/** The whole body of a response: characters where its pieces are all texts, and else bytes. */
export async function wholeBody({ body }: LocationResponse): Promise<BodyUnits> {
  if (typeof body === 'string') return [...body];
  const pieces: (string | Uint8Array)[] = [];
  for await (const piece of body) pieces.push(piece);
  if (pieces.every((piece) => typeof piece === 'string')) return [...pieces.join('')];
  const encoder = new TextEncoder();
  const bytes: number[] = [];
  for (const piece of pieces) {
    for (const byte of typeof piece === 'string' ? encoder.encode(piece) : piece) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** Ends the body of a response that no client gets. */
export async function releaseBody({ body }: LocationResponse): Promise<void> {
  if (typeof body !== 'string') await body.return?.();
}

/** A part of a body, as a piece. */
export function pieceOf(units: BodyUnits): string | Uint8Array {
  return units instanceof Uint8Array ? units : units.join('');
}
