import type { AreaPage, AreaStore, Box, WithinOptions } from '@location-records/core/areas';

/** The limits on the work for one request. */
export interface WorkLimits {
  /** How many records the search reads from the store. */
  readonly maxCandidates: number;
  /** How many milliseconds the search takes, unless the store takes longer for one page. */
  readonly maxDuration: number;
  /** The time in milliseconds, from any moment on. */
  readonly now: () => number;
}

/** The limit that ended a search. */
export type Limit = 'maxCandidates' | 'maxDuration';

/** How many records are read at once. Between such slices the event loop has a turn. */
export const sliceLength = 1024;

/** A call that finds nothing counts as this many records where it is about a turn of the event loop. */
const recordsPerCall = 32;

/** Counts the work for one request, and gives the event loop its turns. */
export class Work {
  readonly #deadline: number;
  readonly #now: () => number;
  #candidatesLeft: number;
  #sinceTurn = 0;

  constructor({ maxCandidates, maxDuration, now }: WorkLimits) {
    this.#candidatesLeft = maxCandidates;
    this.#deadline = now() + maxDuration;
    this.#now = now;
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

  /** Reads the next records of a box when the search may go on. There may be fewer than the limit before the end. */
  async read(store: AreaStore, box: Box, { after, limit: maxRecords }: WithinOptions): Promise<AreaPage> {
    await this.pause();
    const limit = Math.min(maxRecords, this.nextSlice);
    const page = await store.within(box, { after, limit });
    const { length } = page.records;
    this.#candidatesLeft -= length;
    // The store has looked at much where it found little.
    this.#sinceTurn += page.next && length < limit ? sliceLength : length + recordsPerCall;
    return page;
  }

  /** Resolves when the search may go on: at once, or after a turn of the event loop when it has worked long enough. */
  async pause(): Promise<void> {
    if (this.#sinceTurn < sliceLength) return;
    this.#sinceTurn = 0;
    await eventLoopTurn();
  }
}

/** Taken when this module is loaded, so that a program that fakes its timers later does not stop a search. */
const { setTimeout } = globalThis;

/** Resolves in a later turn of the event loop, after everything that already waits for one. */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
