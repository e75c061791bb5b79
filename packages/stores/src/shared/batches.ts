import { compareIdentifiers, type LocationRecord } from '@location-records/core';

/** Units of UTF-16 whose order is not that of UTF-8. */
const highUnits = /[\ud800-\uffff]/;

/**
 * Whether the records ascend by the bytes of their identifiers, all of them behind `last` (`''` before the first). A
 * list that goes on behind its latest identifier would otherwise never end where pages are inconsistent.
 */
export function isAscending(last: string, records: readonly LocationRecord[]): boolean {
  let before = last;
  for (const [id] of records) {
    // Most identifiers are settled by the comparison that the engine does fast.
    const isSettled = before < id && !highUnits.test(id);
    if (!isSettled && compareIdentifiers(before, id) >= 0) return false;
    before = id;
  }
  return true;
}

/** Characters that a batch should have: about a millisecond of work, and little memory. */
const length = 131_072;

/** How many rows to ask for in the next batch: few where they are big. */
export class BatchSize {
  readonly #max: number;
  #rows: number;

  constructor(first: number, max: number) {
    this.#rows = first;
    this.#max = max;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Learns from a batch of this many rows and characters. */
  learn(rows: number, characters: number): void {
    const fitting = Math.floor((length * rows) / Math.max(characters, 1));
    this.#rows = Math.max(1, Math.min(this.#max, fitting, this.#rows * 4));
  }
}
