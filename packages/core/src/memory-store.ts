import type { Location, LocationRecord } from './location.ts';
import { type MemoryEntry, toEntry, toLocation } from './memory-entry.ts';
import type { LocationStore, StoreGuarantees } from './store.ts';
import { StoreError } from './store-error.ts';
import { VersionedMap } from './versioned-map.ts';

const batchLength = 256;

/**
 * A store in the memory of this process: nothing is durable, and nothing is shared with another process.
 *
 * The list is a snapshot: it holds back only the versions that are overwritten while it is read, and copies
 * nothing in advance. It comes in the order in which the identifiers were first stored.
 */
export function createMemoryStore(): LocationStore {
  return new MemoryStore();
}

class MemoryStore implements LocationStore {
  readonly guarantees: StoreGuarantees = Object.freeze({
    durable: false,
    shared: false,
    listOrder: 'first-put',
  });
  #records: VersionedMap<MemoryEntry> | undefined = new VersionedMap();

  async get(id: string): Promise<Location | undefined> {
    const entry = this.#open().get(id);
    return entry && toLocation(entry);
  }

  async put(id: string, location: Location): Promise<void> {
    this.#open().set(id, toEntry(location));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    const records = this.#open();
    if (records.get(id) === undefined) return false;
    records.set(id, toEntry(location));
    return true;
  }

  async delete(id: string): Promise<void> {
    this.#open().delete(id);
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    const snapshot = this.#open().snapshot();
    try {
      for (const batch of inBatches(snapshot)) {
        this.#open();
        yield batch;
      }
      this.#open();
    } finally {
      snapshot.release();
    }
  }

  async close(): Promise<void> {
    this.#records = undefined;
  }

  #open(): VersionedMap<MemoryEntry> {
    if (this.#records === undefined) throw new StoreError('STORE_CLOSED', 'The memory store is closed.');
    return this.#records;
  }
}

function* inBatches(records: Iterable<readonly [string, MemoryEntry]>): Generator<readonly LocationRecord[]> {
  let batch: LocationRecord[] = [];
  for (const [id, entry] of records) {
    batch.push([id, toLocation(entry)]);
    if (batch.length < batchLength) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
