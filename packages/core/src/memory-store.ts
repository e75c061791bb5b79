import { checkOptionNames } from './check-option-names.ts';
import { checkIdentifier, checkLocation } from './check-record.ts';
import { InvalidArgumentError, OptionError } from './errors.ts';
import { ForkableMap } from './forkable-map.ts';
import type { Location, LocationRecord } from './location.ts';
import { MapStore } from './map-store.ts';
import { type MemoryEntry, sizeOfVersion, toEntry } from './memory-entry.ts';
import type { LocationStore } from './store.ts';

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
