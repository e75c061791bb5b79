import { InvalidArgumentError, StoreError } from './errors.ts';
import { checkIdentifier, checkLocation, type Location, type LocationRecord } from './location.ts';
import type { ExchangeStore, StoreGuarantees } from './store.ts';

/**
 * A store in memory, mainly for tests, which can fill, read and copy it synchronously. The synchronous
 * members throw the `InvalidArgumentError` of `checkIdentifier`, and a `StoreError` with `STORE_CLOSED` once
 * the store is closed.
 */
export interface MemoryStore extends ExchangeStore {
  /** The number of records. */
  readonly size: number;
  /** Returns a copy of one Location, or `undefined` if the record is absent. */
  peek(id: string): Location | undefined;
  /** Iterates over copies of all records, in the order of the list, and live like the list. */
  records(): IterableIterator<LocationRecord>;
  /**
   * Creates an independent copy: later writes and `close()` affect only one of the two. They share all
   * records until the first write to either, which copies them.
   */
  fork(): MemoryStore;
}

/**
 * Creates a store in the memory of this process: not durable, and not shared with other processes. The list
 * is in the order of creation; a record that is deleted and created again comes last.
 *
 * @param records the initial records, which are copied. Of several with one identifier, the last wins, at the
 * position of the first.
 * @throws {InvalidArgumentError} about `records`, or about what `checkIdentifier` or `checkLocation` refuses
 * in the first wrong record.
 */
export function createMemoryStore(records: Iterable<LocationRecord> = []): MemoryStore {
  return new MapStore(new Records(records));
}

export const memoryGuarantees: StoreGuarantees = Object.freeze({
  durable: false,
  shared: false,
  listOrder: 'first-put',
  exchanges: true,
});

function isContent(entry: Entry | undefined, expected: Location | undefined): boolean {
  if (entry === undefined || expected === undefined) return entry === expected;
  const { description, coordinates } = expected;
  const isSamePlace = entry.latitude === coordinates.latitude && entry.longitude === coordinates.longitude;
  return isSamePlace && entry.description === description;
}

/** The memory store over its records. */
export class MapStore implements MemoryStore {
  readonly guarantees: StoreGuarantees = memoryGuarantees;
  #records: Records | undefined;

  constructor(records: Records) {
    this.#records = records;
  }

  get size(): number {
    return this.open().size;
  }

  async get(id: string): Promise<Location | undefined> {
    return this.peek(id);
  }

  peek(id: string): Location | undefined {
    const records = this.open();
    checkIdentifier(id);
    const entry = records.get(id);
    return entry && toLocation(entry);
  }

  async put(id: string, location: Location): Promise<void> {
    this.open();
    checkIdentifier(id);
    checkLocation(location);
    this.#own().set(id, location);
  }

  async replace(id: string, location: Location): Promise<boolean> {
    const records = this.open();
    checkIdentifier(id);
    checkLocation(location);
    if (!records.get(id)) return false;
    this.#own().set(id, location);
    return true;
  }

  async delete(id: string): Promise<void> {
    const records = this.open();
    checkIdentifier(id);
    if (records.get(id)) this.#own().delete(id);
  }

  async exchange(id: string, expected: Location | undefined, next: Location | undefined): Promise<boolean> {
    const records = this.open();
    checkIdentifier(id);
    for (const location of [expected, next]) if (location !== undefined) checkLocation(location);
    const entry = records.get(id);
    if (!isContent(entry, expected)) return false;
    if (next !== undefined) this.#own().set(id, next);
    else if (entry) this.#own().delete(id);
    return true;
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    for (const batch of this.#batches()) yield batch;
  }

  records(): IterableIterator<LocationRecord> {
    this.open();
    return this.#recordsOneByOne();
  }

  fork(): MemoryStore {
    return new MapStore(this.open().share());
  }

  async close(): Promise<void> {
    this.#records?.release();
    this.#records = undefined;
  }

  /** @throws {StoreError} `STORE_CLOSED`. */
  protected open(): Records {
    if (this.#records === undefined) throw new StoreError('STORE_CLOSED', 'The memory store is closed.');
    return this.#records;
  }

  /** Returns the records for a write: a copy if a fork shares them. */
  #own(): Records {
    this.#records = this.open().own();
    return this.#records;
  }

  *#batches(): Generator<readonly LocationRecord[], undefined> {
    const newest = this.open().lastCreated;
    let last = 0;
    for (;;) {
      const entries = this.open().entriesAfter(last, newest);
      if (entries.length === 0) return;
      last = (entries.at(-1) as Entry).created;
      yield entries.map((entry) => [entry.id, toLocation(entry)]);
    }
  }

  *#recordsOneByOne(): Generator<LocationRecord, undefined> {
    for (const batch of this.#batches()) yield* batch;
  }
}

/** One record as the store keeps it: a flat object, since there may be millions. */
export interface Entry {
  readonly id: string;
  /** The number of the record in the order of creation, by which a list continues. */
  readonly created: number;
  isPresent: boolean;
  description: string | undefined;
  latitude: number;
  longitude: number;
}

/** Follows the writes to {@link Records}. */
export interface EntryIndex {
  /** Adds an entry unless it is present. */
  add(entry: Entry): void;
  /** Removes an entry if it is present. */
  remove(entry: Entry): void;
}

/** A batch ends at this many records, or at this many characters of identifiers and descriptions. */
const batchLength = 256;
const batchTextLength = 32_768;

/** The records of a store, shared with its forks until one of them writes. */
export class Records {
  index: EntryIndex | undefined;
  readonly #entries = new Map<string, Entry>();
  /** Ascending by `created`. Deleted entries stay until they are more than half. */
  #inOrder: Entry[] = [];
  #lastCreated = 0;
  #stores = 1;

  constructor(records: Iterable<LocationRecord> = []) {
    if (typeof records?.[Symbol.iterator] !== 'function') {
      throw new InvalidArgumentError('records', 'an iterable of records');
    }
    for (const record of records) {
      // Callers without types may pass anything.
      const [id, location] = [record?.[0], record?.[1]];
      checkIdentifier(id);
      checkLocation(location);
      this.set(id, location);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The `created` of the newest record, which may be deleted. */
  get lastCreated(): number {
    return this.#lastCreated;
  }

  /** Whether an open store uses these records. */
  get isUsed(): boolean {
    return this.#stores > 0;
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Creates or replaces a record. Adding zero turns `-0` into `0`. */
  set(id: string, { description, coordinates }: Location): void {
    const [latitude, longitude] = [coordinates.latitude + 0, coordinates.longitude + 0];
    const entry = this.#entries.get(id);
    if (!entry) {
      const created = ++this.#lastCreated;
      this.#append({ id, created, isPresent: true, description, latitude, longitude });
      return;
    }
    this.index?.remove(entry);
    entry.description = description;
    entry.latitude = latitude;
    entry.longitude = longitude;
    this.index?.add(entry);
  }

  /** Deletes a present record. */
  delete(id: string): void {
    const entry = this.#entries.get(id) as Entry;
    this.index?.remove(entry);
    this.#entries.delete(id);
    entry.isPresent = false;
    if (this.#inOrder.length > 2 * this.#entries.size) {
      this.#inOrder = this.#inOrder.filter(({ isPresent }) => isPresent);
    }
  }

  /**
   * Returns the next batch of entries created after number `last`, up to number `newest`; empty at the end.
   */
  entriesAfter(last: number, newest: number): Entry[] {
    const entries: Entry[] = [];
    let room = batchTextLength;
    for (let index = this.#firstAfter(last); index < this.#inOrder.length; index++) {
      const entry = this.#inOrder[index] as Entry;
      if (entry.created > newest || entries.length === batchLength || room <= 0) break;
      if (!entry.isPresent) continue;
      entries.push(entry);
      room -= entry.id.length + (entry.description?.length ?? 0);
    }
    return entries;
  }

  share(): this {
    this.#stores++;
    return this;
  }

  release(): void {
    this.#stores--;
  }

  /** Returns the records for one store to write to: these, or a copy if another store uses them. */
  own(): Records {
    if (this.#stores === 1) return this;
    this.release();
    const copy = new Records();
    copy.#lastCreated = this.#lastCreated;
    for (const entry of this.#entries.values()) copy.#append({ ...entry });
    return copy;
  }

  #append(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    this.#inOrder.push(entry);
    this.index?.add(entry);
  }

  #firstAfter(created: number): number {
    let [low, high] = [0, this.#inOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#inOrder[middle] as Entry).created <= created) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Copies a Location out. */
export function toLocation({ description, latitude, longitude }: Entry): Location {
  const coordinates = { latitude, longitude };
  return description === undefined ? { coordinates } : { description, coordinates };
}
