import {
  checkIdentifier,
  checkLocation,
  type Location,
  type LocationRecord,
  type MemoryStore,
} from '@location-records/core';

/** The records of a fake, which a test reads and changes without requests or promises. */
export class FakeRecords implements Iterable<LocationRecord> {
  readonly #store: () => MemoryStore;

  constructor(store: () => MemoryStore) {
    this.#store = store;
  }

  /** The number of records. */
  get size(): number {
    return this.#store().size;
  }

  /** A copy of a record's Location; `undefined` when the record is absent. */
  get(id: string): Location | undefined {
    return this.#store().peek(id);
  }

  /** Whether a record is present. */
  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /**
   * Creates a record, or replaces its whole content.
   *
   * @throws {InvalidArgumentError} when no service could hold such a record.
   */
  put(id: string, location: Location): void {
    checkIdentifier(id);
    checkLocation(location);
    // Takes effect before it returns.
    void this.#store().put(id, location);
  }

  /** Removes a record, if it is present. */
  delete(id: string): void {
    checkIdentifier(id);
    void this.#store().delete(id);
  }

  /** Copies of all records, in the order of the list. */
  toArray(): LocationRecord[] {
    return [...this];
  }

  [Symbol.iterator](): Iterator<LocationRecord> {
    return this.#store().records();
  }
}
