import { compareIdentifiers, type LocationRecord } from '@location-records/core';

/** Units of UTF-16 that UTF-8 orders differently. */
const highUnits = /[\ud800-\uffff]/;

/**
 * Whether the records ascend by the bytes of their identifiers and come after `last` (`''` before the first).
 * On inconsistent pages, a list that continues after its latest identifier would otherwise never end.
 */
export function isAscending(last: string, records: readonly LocationRecord[]): boolean {
  let before = last;
  for (const [id] of records) {
    // The fast comparison of the engine settles most identifiers.
    const isSettled = before < id && !highUnits.test(id);
    if (!isSettled && compareIdentifiers(before, id) >= 0) return false;
    before = id;
  }
  return true;
}

/** About how many characters a batch or a page has: little memory, and little work for a turn of the event loop. */
export const batchLength = 131_072;

/** The number of rows to ask for in the next batch: few where they are large. */
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

  /** Adapts to a batch of this many rows and characters. */
  learn(rows: number, characters: number): void {
    const fitting = Math.floor((batchLength * rows) / Math.max(characters, 1));
    this.#rows = Math.max(1, Math.min(this.#max, fitting, this.#rows * 4));
  }
}
