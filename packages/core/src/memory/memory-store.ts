import { InvalidArgumentError, OptionError } from '../errors.ts';
import { checkIdentifier, checkLocation, type Location, type LocationRecord } from '../location.ts';
import { checkOptionNames } from '../options.ts';
import type { LocationStore, StoreGuarantees } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { ForkableMap } from './forkable-map.ts';

/**
 * A store in the memory of this process, for tests above all: it can be filled, asked and copied at once. What does
 * not return a promise throws instead of rejecting: the `InvalidArgumentError` of `checkIdentifier`, and once the store is
 * closed a `StoreError` whose `code` is `STORE_CLOSED`.
 */
export interface MemoryStore extends LocationStore {
  /** How many records there are. */
  readonly size: number;
  /** Reads one record without a promise: a copy of its Location, or `undefined` when it is absent. */
  peek(id: string): Location | undefined;
  /**
   * All records without promises, as copies, in the order of the list and from a snapshot like its own, taken at the
   * first `next()`. Whoever stops early has to call `return()`, as `for of` does.
   */
  records(): IterableIterator<LocationRecord>;
  /**
   * An independent copy in constant time, whatever the number of records: in microseconds, and in some hundred bytes
   * until it or this store is written to. Neither sees what is later written to the other, nor is closed with it.
   * Lists that are open go on as they were.
   *
   * The two share the records that neither has written since. They are kept as long as a store or a list that sees
   * them; a copy that is simply forgotten holds nothing.
   */
  fork(): MemoryStore;
}

/** Options of {@link createMemoryStore}. */
export interface MemoryStoreOptions {
  /**
   * How many bytes of what is overwritten or deleted open lists may hold back, about: 200 for each record, and one for
   * each character of its description. Beyond it the oldest lists are broken off.
   * @default 268_435_456
   */
  readonly maxSupersededSize?: number | undefined;
}

/**
 * A store in the memory of this process: nothing is durable, and nothing is shared with another process.
 *
 * The list is a snapshot: it holds back only the versions that are overwritten while it is read, and copies
 * nothing in advance. It comes in the order in which the identifiers were first stored, in batches of 1 to 256
 * records. What it held back is let go bit by bit, by the calls that follow its end.
 *
 * Each list holds back one version of a record, so lists that stall can take a multiple of what the records do. Beyond
 * `maxSupersededSize` the oldest list is broken off: it lets go at once, and its next batch rejects with
 * `STORE_UNAVAILABLE`. After a fork only what is written since counts, in each of the two.
 *
 * While an open list holds back deleted records, others have to pass over them. They give the event loop a turn
 * after every 16,384 of them, so that not even millions block it.
 *
 * @param records what it holds at first, copied. Of several with one identifier the last wins, in the place of the
 * first.
 * @throws {OptionError} about an option, {@link InvalidArgumentError} about `records`, or that of `checkIdentifier` or
 * `checkLocation` about the first record that is wrong.
 */
export function createMemoryStore(
  records: Iterable<LocationRecord> = [],
  options: MemoryStoreOptions = {},
): MemoryStore {
  if (typeof records?.[Symbol.iterator] !== 'function')
    throw new InvalidArgumentError('records', 'an iterable of records');
  const { maxSupersededSize: maxSize = 2 ** 28 } = checkOptionNames(options, ['maxSupersededSize']);
  if (typeof maxSize !== 'number' || !(maxSize >= 0))
    throw new OptionError('maxSupersededSize', 'a number of bytes from 0');
  const entries = new ForkableMap<MemoryEntry>({ maxSize, sizeOf: sizeOfVersion });
  for (const record of records) {
    // Callers without types may give anything.
    const [id, location] = [record?.[0], record?.[1]];
    checkIdentifier(id);
    checkLocation(location);
    entries.set(id, toEntry(location));
  }
  return new MapStore(entries);
}

const guarantees: StoreGuarantees = Object.freeze({
  durable: false,
  shared: false,
  snapshot: true,
  listOrder: 'first-put',
});

/** The memory store over its entries. */
export class MapStore implements MemoryStore {
  readonly guarantees = guarantees;
  #entries: ForkableMap<MemoryEntry> | undefined;

  constructor(entries: ForkableMap<MemoryEntry>) {
    this.#entries = entries;
  }

  get size(): number {
    return this.#open().size;
  }

  async get(id: string): Promise<Location | undefined> {
    return this.peek(id);
  }

  peek(id: string): Location | undefined {
    const entries = this.#open();
    checkIdentifier(id);
    const entry = entries.get(id);
    return entry && toLocation(entry);
  }

  async put(id: string, location: Location): Promise<void> {
    const entries = this.#open();
    checkIdentifier(id);
    checkLocation(location);
    entries.set(id, toEntry(location));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    const entries = this.#open();
    checkIdentifier(id);
    checkLocation(location);
    if (entries.get(id) === undefined) return false;
    entries.set(id, toEntry(location));
    return true;
  }

  async delete(id: string): Promise<void> {
    const entries = this.#open();
    checkIdentifier(id);
    entries.delete(id);
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    const snapshot = this.#open().snapshot();
    let isWhole = false;
    try {
      for (const batch of inBatches(snapshot)) {
        if (batch) yield batch;
        else await eventLoopTurn();
        this.#open();
      }
      isWhole = true;
    } finally {
      snapshot.release();
      // A caller that returns instead of reading on hears of the failure as well.
      if (!isWhole) snapshot.check();
    }
  }

  records(): IterableIterator<LocationRecord> {
    this.#open();
    return this.#recordsAtOnce();
  }

  fork(): MemoryStore {
    return new MapStore(this.#open().fork());
  }

  async close(): Promise<void> {
    this.#entries = undefined;
  }

  *#recordsAtOnce(): Generator<LocationRecord, undefined> {
    const snapshot = this.#open().snapshot();
    try {
      for (const entry of snapshot) {
        if (entry) yield [entry[0], toLocation(entry[1])];
        this.#open();
      }
    } finally {
      snapshot.release();
    }
  }

  #open(): ForkableMap<MemoryEntry> {
    if (this.#entries === undefined) throw new StoreError('STORE_CLOSED', 'The memory store is closed.');
    return this.#entries;
  }
}

const batchLength = 256;

/** Entries that are not in the list. To pass over so many takes less than a millisecond, or some in a fork. */
const passedOverPerTurn = 16_384;

/**
 * The records of a snapshot of the memory store, in batches of 1 to 256; `undefined` instead of a batch wherever
 * others want a turn of the event loop.
 */
export function* inBatches(
  entries: Iterable<readonly [string, MemoryEntry] | undefined>,
): Generator<readonly LocationRecord[] | undefined> {
  let batch: LocationRecord[] = [];
  let passedOver = 0;
  for (const entry of entries) {
    if (entry === undefined) {
      if (++passedOver % passedOverPerTurn === 0) yield undefined;
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
 * What the memory store keeps of a Location. It is another shape on purpose: V8 decides by the place where
 * objects are made how long they are to live, and what a list gives out must not be taken for what stays.
 */
export interface MemoryEntry {
  readonly description: string | undefined;
  readonly latitude: number;
  readonly longitude: number;
}

/** Bytes that V8 takes for a superseded version without its description, about. */
const versionSize = 200;

/** About how many bytes a superseded version takes: of characters beyond Latin-1 half of what they do. */
export function sizeOfVersion(entry: MemoryEntry | symbol | undefined): number {
  return versionSize + (typeof entry === 'object' ? (entry.description?.length ?? 0) : 0);
}

/** Copies a Location in. Adding zero turns `-0` into `0`. */
export function toEntry({ description, coordinates }: Location): MemoryEntry {
  return { description, latitude: coordinates.latitude + 0, longitude: coordinates.longitude + 0 };
}

/** Copies a Location out. */
export function toLocation({ description, latitude, longitude }: MemoryEntry): Location {
  const coordinates = { latitude, longitude };
  return description === undefined ? { coordinates } : { description, coordinates };
}

/** As it was when this module was loaded: a program that fakes its timers later holds up no list. */
const { setTimeout } = globalThis;

/** Resolves in a later turn of the event loop, so that whoever else waits for one comes first. */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
