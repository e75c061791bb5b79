import {
  checkIdentifier,
  checkLocation,
  InvalidArgumentError,
  type Location,
  type LocationRecord,
  type MemoryStore,
} from '@location-records/core';

/** The records of a fake, which a test reads and changes without requests or promises. */
export class FakeRecords implements Iterable<LocationRecord> {
  readonly #store: () => MemoryStore;

  /** @internal */
  constructor(store: () => MemoryStore) {
    this.#store = store;
  }

  get size(): number {
    return this.#store().size;
  }

  /** Returns a copy of a Location, or `undefined` if the record is absent. */
  get(id: string): Location | undefined {
    return this.#store().peek(id);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  /**
   * Creates a record, or replaces its content.
   *
   * @throws {InvalidArgumentError} if no service could hold such a record.
   */
  put(id: string, location: Location): void {
    checkIdentifier(id);
    checkFixture(location);
    // Takes effect before it returns.
    void this.#store().put(id, location);
  }

  /** Removes a record, if it is present. */
  delete(id: string): void {
    checkIdentifier(id);
    void this.#store().delete(id);
  }

  /** Iterates over copies of all records, in the order of the list. */
  [Symbol.iterator](): Iterator<LocationRecord> {
    return this.#store().records();
  }
}

/**
 * Checks a Location that a test has written: the store would silently drop a misspelled member.
 *
 * @throws {InvalidArgumentError} about what is wrong.
 */
export function checkFixture(location: Location): void {
  checkLocation(location);
  const levels = [
    ['location', location, ['description', 'coordinates']],
    ['location.coordinates', location.coordinates, ['latitude', 'longitude']],
  ] as const;
  for (const [path, value, names] of levels) {
    const unknown = Object.keys(value).find((name) => !names.includes(name as never));
    if (unknown === undefined) continue;
    throw new InvalidArgumentError(`${path}.${unknown}`, `no members but ${names.join(' and ')}`);
  }
}
