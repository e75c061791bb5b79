import {
  checkIdentifier,
  checkLocation,
  type Location,
  type LocationRecord,
  type MemoryStore,
} from '@location-records/core';

/** The records of a fake, to be looked at and changed by a test at once, without a request. */
export class FakeRecords implements Iterable<LocationRecord> {
  readonly #store: () => MemoryStore;

  constructor(store: () => MemoryStore) {
    this.#store = store;
  }

  /** How many there are. */
  get size(): number {
    return this.#store().size;
  }

  /** A copy of one; `undefined` when it is absent. */
  get(id: string): Location | undefined {
    return this.#store().peek(id);
  }

  /** Whether one is there. */
  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /**
   * Creates one, or replaces its whole content.
   *
   * @throws {InvalidArgumentError} when it is none that a service could hold.
   */
  put(id: string, location: Location): void {
    checkIdentifier(id);
    checkLocation(location);
    // Takes effect before it returns.
    void this.#store().put(id, location);
  }

  /** Removes one, if it is there. */
  delete(id: string): void {
    checkIdentifier(id);
    void this.#store().delete(id);
  }

  /** Copies of all, in the order of the list. */
  toArray(): LocationRecord[] {
    return [...this];
  }

  [Symbol.iterator](): Iterator<LocationRecord> {
    return this.#store().records();
  }
}
