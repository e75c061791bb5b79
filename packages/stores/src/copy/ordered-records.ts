import {
  compareIdentifiers,
  type Location,
  type LocationRecord,
  type LocationStore,
} from '@location-records/core';

/** The list of a store whose order is `id-bytes`, to be gone through once, from identifier to identifier. */
export class OrderedRecords {
  readonly #batches: AsyncIterator<readonly LocationRecord[]>;
  #batch: readonly LocationRecord[] = [];
  #index = 0;

  constructor(store: LocationStore) {
    this.#batches = store.list()[Symbol.asyncIterator]();
  }

  /** What is there under `id`, which must come after the one of the call before. */
  async advanceTo(id: string): Promise<Location | undefined> {
    for (;;) {
      for (; this.#index < this.#batch.length; this.#index++) {
        const [found, location] = this.#batch[this.#index] as LocationRecord;
        const order = compareIdentifiers(found, id);
        if (order >= 0) return order === 0 ? location : undefined;
      }
      const next = await this.#batches.next();
      if (next.done) return undefined;
      this.#batch = next.value;
      this.#index = 0;
    }
  }

  /** Releases what the list holds. */
  async end(): Promise<void> {
    await this.#batches.return?.();
  }
}
