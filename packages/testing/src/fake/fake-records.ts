import {
  checkIdentifier,
  checkLocation,
  type HandlerOptions,
  InvalidArgumentError,
  type Location,
  type LocationRecord,
  type MemoryStore,
} from '@location-records/core';

/**
 * Refuses the members that a Location does not have, unless the service ignores them (D29). A member that is `undefined`
 * is none.
 *
 * @throws {InvalidArgumentError} about the first one.
 */
export function checkMembers(location: unknown, unknownMembers: HandlerOptions['unknownMembers']): void {
  if (unknownMembers === 'ignore') return;
  checkNames('location', location, ['description', 'coordinates']);
  const { coordinates } = Object(location) as Partial<Location>;
  checkNames('location.coordinates', coordinates, ['latitude', 'longitude']);
}

function checkNames(path: string, value: unknown, names: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return;
  const isUnknown = ([name, member]: [string, unknown]) => member !== undefined && !names.includes(name);
  const unknown = Object.entries(value).find(isUnknown);
  if (unknown)
    throw new InvalidArgumentError(`${path}.${unknown[0]}`, `no members but ${names.join(' and ')}`);
}

/** The records of a fake, which a test reads and changes without requests or promises. */
export class FakeRecords implements Iterable<LocationRecord> {
  readonly #store: () => MemoryStore;
  readonly #unknownMembers: HandlerOptions['unknownMembers'];

  /** `unknownMembers` is the option of the service. */
  constructor(store: () => MemoryStore, unknownMembers: HandlerOptions['unknownMembers']) {
    this.#store = store;
    this.#unknownMembers = unknownMembers;
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
   * @throws {InvalidArgumentError} when no service could hold such a record, or when the Location has a member that the
   * service of the fake refuses.
   */
  put(id: string, location: Location): void {
    checkIdentifier(id);
    checkMembers(location, this.#unknownMembers);
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
