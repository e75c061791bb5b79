import type { AreaPage, AreaStore, Box, WithinOptions } from '@location-records/core/areas';
import { throwIfLeft } from './searches.ts';

/** The limits on the work for one request. */
export interface WorkLimits {
  /** The most records that the search reads from the store. */
  readonly maxCandidates: number;
  /** The most milliseconds that the search takes, unless one call of the store takes longer. */
  readonly maxDuration: number;
  /** The time in milliseconds, from any moment on. */
  readonly now: () => number;
}

/** The limit that ended a search. */
export type Limit = 'maxCandidates' | 'maxDuration';

/** Records per slice. The event loop has a turn between two slices. */
export const sliceLength = 1024;

/** What a call without results counts as, in records. */
const recordsPerCall = 32;

/** Counts the work for one request, and yields to the event loop. */
export class Work {
  readonly #deadline: number;
  readonly #now: () => number;
  readonly #signal: AbortSignal | undefined;
  #candidatesLeft: number;
  #sinceTurn = 0;

  /** @param signal aborts when the client has left. */
  constructor({ maxCandidates, maxDuration, now }: WorkLimits, signal: AbortSignal | undefined) {
    this.#candidatesLeft = maxCandidates;
    this.#deadline = now() + maxDuration;
    this.#now = now;
    this.#signal = signal;
  }

  /** How many records may be read next. */
  get nextSlice(): number {
    return Math.max(1, Math.min(this.#candidatesLeft, sliceLength));
  }

  /** The limit that has been met. */
  get metLimit(): Limit | undefined {
    if (this.#candidatesLeft <= 0) return 'maxCandidates';
    return this.#now() >= this.#deadline ? 'maxDuration' : undefined;
  }

  /**
   * Reads the next records of a box when the search may go on. A page may be short before the end.
   *
   * @throws {PassedOnError} (rejects) when the client has left.
   */
  async read(store: AreaStore, box: Box, { after, limit: maxRecords }: WithinOptions): Promise<AreaPage> {
    await this.pause();
    throwIfLeft(this.#signal);
    const limit = Math.min(maxRecords, this.nextSlice);
    const page = await store.within(box, { after, limit });
    const { length } = page.records;
    this.#candidatesLeft -= length;
    // A store that found little may have scanned much.
    this.#sinceTurn += page.next && length < limit ? sliceLength : length + recordsPerCall;
    return page;
  }

  /** Resolves at once, or in a later turn of the event loop if the search has worked long enough. */
  async pause(): Promise<void> {
    if (this.#sinceTurn < sliceLength) return;
    this.#sinceTurn = 0;
    await eventLoopTurn();
  }
}

/** Captured at load time, so that fake timers do not stop a search. */
const { setTimeout } = globalThis;

/** Resolves in a later turn of the event loop, after everything that already waits for one. */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
