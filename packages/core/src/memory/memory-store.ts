import { InvalidArgumentError, OptionError } from '../errors.ts';
import { checkIdentifier, checkLocation, type Location, type LocationRecord } from '../location.ts';
import { checkOptionNames } from '../options.ts';
import type { LocationStore, StoreGuarantees } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { ForkableMap } from './forkable-map.ts';

/**
 * A store in the memory of this process, above all for tests, which can fill, read and copy it without promises. The
 * members without a promise throw: the `InvalidArgumentError` of `checkIdentifier`, and once the store is closed a
 * `StoreError` whose `code` is `STORE_CLOSED`.
 */
export interface MemoryStore extends LocationStore {
  /** The number of records. */
  readonly size: number;
  /** Reads one record without a promise: a copy of its Location, or `undefined` when it is absent. */
  peek(id: string): Location | undefined;
  /**
   * All records without promises, as copies and in the order of the list, from a snapshot taken at the first `next()`.
   * A caller that stops early must call `return()`, as `for of` does.
   */
  records(): IterableIterator<LocationRecord>;
  /**
   * An independent copy in constant time, for any number of records. It takes microseconds, and some hundred bytes
   * until the first write to it or to this store. Neither store sees later writes to the other, or is closed with it.
   * Open lists go on as they were.
   *
   * The two stores share the records that neither has written since. These stay in memory as long as a store or a list
   * that sees them. A copy need not be closed.
   */
  fork(): MemoryStore;
}

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /**
   * How many bytes of overwritten and deleted records the open lists may hold back, as an estimate: 200 for each
   * record, and one for each character of its description. Beyond it the oldest lists are broken off.
   * @default 268_435_456
   */
  readonly maxSupersededSize?: number | undefined;
}

/**
 * A store in the memory of this process: nothing is durable, and nothing is shared with another process.
 *
 * A list is a snapshot. It copies nothing in advance, and holds back only the versions that are overwritten while it is
 * read; the calls after its end release them bit by bit. The order is the one in which identifiers were first stored,
 * in batches of 1 to 256 records.
 *
 * Each list holds back one version of a record, so lists that stall can take several times the memory of the records.
 * Beyond `maxSupersededSize` the oldest list is broken off: it releases everything at once, and its next batch rejects
 * with `STORE_UNAVAILABLE`. After a fork, each of the two stores counts only what is written since.
 *
 * While an open list holds back deleted records, other lists have to skip them. They give the event loop a turn after
 * every 16,384 skipped records, so that even millions do not block it.
 *
 * @param records the records at first, copied. Of several with the same identifier the last wins, at the position of
 * the first.
 * @throws {OptionError} when an option cannot work or is not known.
 * @throws {InvalidArgumentError} about `records`, or about what `checkIdentifier` or `checkLocation` refuses in the
 * first record that is wrong.
 */
export function createMemoryStore(
  records: Iterable<LocationRecord> = [],
  options: MemoryStoreOptions = {},
): MemoryStore {
  return new MapStore(toEntries(records, options));
}

/** The records as entries. Both arguments are those of {@link createMemoryStore}, and checked. */
export function toEntries(
  records: Iterable<LocationRecord>,
  options: MemoryStoreOptions,
): ForkableMap<MemoryEntry> {
  if (typeof records?.[Symbol.iterator] !== 'function') {
    throw new InvalidArgumentError('records', 'an iterable of records');
  }
  const { maxSupersededSize: maxSize = 2 ** 28 } = checkOptionNames(options, ['maxSupersededSize']);
  if (typeof maxSize !== 'number' || !(maxSize >= 0)) {
    throw new OptionError('maxSupersededSize', 'a number of bytes from 0');
  }
  const entries = new ForkableMap<MemoryEntry>({ maxSize, sizeOf: sizeOfVersion });
  for (const record of records) {
    // Callers without types may give anything.
    const [id, location] = [record?.[0], record?.[1]];
    checkIdentifier(id);
    checkLocation(location);
    entries.set(id, toEntry(location));
  }
  return entries;
}

export const memoryGuarantees: StoreGuarantees = Object.freeze({
  durable: false,
  shared: false,
  listOrder: 'first-put',
});

/** The memory store over its entries. */
export class MapStore implements MemoryStore {
  readonly guarantees: StoreGuarantees = memoryGuarantees;
  #entries: ForkableMap<MemoryEntry> | undefined;

  constructor(entries: ForkableMap<MemoryEntry>) {
    this.#entries = entries;
  }

  get size(): number {
    return this.open().size;
  }

  async get(id: string): Promise<Location | undefined> {
    return this.peek(id);
  }

  peek(id: string): Location | undefined {
    const entries = this.open();
    checkIdentifier(id);
    const entry = entries.get(id);
    return entry && toLocation(entry);
  }

  async put(id: string, location: Location): Promise<void> {
    const entries = this.open();
    checkIdentifier(id);
    checkLocation(location);
    entries.set(id, toEntry(location));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    const entries = this.open();
    checkIdentifier(id);
    checkLocation(location);
    if (entries.get(id) === undefined) return false;
    entries.set(id, toEntry(location));
    return true;
  }

  async delete(id: string): Promise<void> {
    const entries = this.open();
    checkIdentifier(id);
    entries.delete(id);
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    const snapshot = this.open().snapshot();
    let isWhole = false;
    try {
      for (const batch of inBatches(snapshot)) {
        if (batch) yield batch;
        else await eventLoopTurn();
        this.open();
      }
      isWhole = true;
    } finally {
      snapshot.release();
      // A caller that returns instead of reading on learns of the failure, too.
      if (!isWhole && this.#entries) snapshot.check();
    }
  }

  records(): IterableIterator<LocationRecord> {
    this.open();
    return this.#recordsAtOnce();
  }

  fork(): MemoryStore {
    return new MapStore(this.open().fork());
  }

  async close(): Promise<void> {
    this.#entries = undefined;
  }

  *#recordsAtOnce(): Generator<LocationRecord, undefined> {
    const snapshot = this.open().snapshot();
    try {
      for (const entry of snapshot) {
        if (entry) yield [entry[0], toLocation(entry[1])];
        this.open();
      }
    } finally {
      snapshot.release();
    }
  }

  /** @throws {StoreError} `STORE_CLOSED`. */
  protected open(): ForkableMap<MemoryEntry> {
    if (this.#entries === undefined) throw new StoreError('STORE_CLOSED', 'The memory store is closed.');
    return this.#entries;
  }
}

const batchLength = 256;

/** Skipping this many entries takes less than a millisecond, or a few milliseconds in a fork. */
const skippedPerTurn = 16_384;

/**
 * The records of a snapshot in batches of 1 to 256, and `undefined` instead of a batch whenever the event loop should
 * have a turn.
 */
function* inBatches(
  entries: Iterable<readonly [string, MemoryEntry] | undefined>,
): Generator<readonly LocationRecord[] | undefined> {
  let batch: LocationRecord[] = [];
  let skipped = 0;
  for (const entry of entries) {
    if (entry === undefined) {
      if (++skipped % skippedPerTurn === 0) yield undefined;
      continue;
    }
    batch.push([entry[0], toLocation(entry[1])]);
    if (batch.length < batchLength) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * What the memory store keeps of a Location: one flat object of 80 bytes in V8, where a Location and its coordinates
 * are two objects of 104 bytes.
 */
export interface MemoryEntry {
  readonly description: string | undefined;
  readonly latitude: number;
  readonly longitude: number;
}

/** About how many bytes V8 takes for a superseded version without its description. */
const versionSize = 200;

/** About how many bytes a superseded version takes. Characters beyond Latin-1 take two each, and count as one. */
function sizeOfVersion(entry: MemoryEntry | symbol | undefined): number {
  return versionSize + (typeof entry === 'object' ? (entry.description?.length ?? 0) : 0);
}

/** Copies a Location in. Adding zero turns `-0` into `0`. */
function toEntry({ description, coordinates }: Location): MemoryEntry {
  return { description, latitude: coordinates.latitude + 0, longitude: coordinates.longitude + 0 };
}

/** Copies a Location out. */
export function toLocation({ description, latitude, longitude }: MemoryEntry): Location {
  const coordinates = { latitude, longitude };
  return description === undefined ? { coordinates } : { description, coordinates };
}

/** Taken when this module is loaded, so that a program that fakes its timers later does not stop a list. */
const { setTimeout } = globalThis;

/** Resolves in a later turn of the event loop, after everything that already waits for one. */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
