import type { LocationRecord } from '@location-records/core';
import type { AreaPosition, AreaStore, Box } from '@location-records/core/areas';
import type { Work } from './work.ts';

/** A position in the records of several boxes. */
export interface BoxPosition {
  /** The index of the box. */
  readonly box: number;
  /** `undefined` at the beginning of the box. */
  readonly after: AreaPosition | undefined;
}

/** Reads the records of some boxes slice by slice, one box after the other. */
export class BoxReader {
  readonly #store: AreaStore;
  readonly #boxes: readonly Box[];
  readonly #work: Work;
  #position: BoxPosition | undefined;

  constructor(
    store: AreaStore,
    boxes: readonly Box[],
    work: Work,
    begin: BoxPosition = { box: 0, after: undefined },
  ) {
    this.#store = store;
    this.#boxes = boxes;
    this.#work = work;
    this.#position = begin;
  }

  /** Where the next slice begins; `undefined` at the end of the last box. */
  get position(): BoxPosition | undefined {
    return this.#position;
  }

  /** The next records, up to a number of them; none at the end. There may be none before the end, too. */
  async read(maxRecords = Number.POSITIVE_INFINITY): Promise<readonly LocationRecord[]> {
    const { box, after } = this.#position ?? { box: this.#boxes.length, after: undefined };
    const area = this.#boxes[box];
    if (!area) return [];
    await this.#work.pause();
    const limit = Math.min(maxRecords, this.#work.nextSlice);
    const { records, next } = await this.#store.within(area, { after, limit });
    this.#work.add(records.length, next !== undefined && records.length < limit);
    if (next) this.#position = { box, after: next };
    else this.#position = box + 1 < this.#boxes.length ? { box: box + 1, after: undefined } : undefined;
    return records;
  }
}
