import { checkIdentifier, checkLocation } from './check-record.ts';
import { eventLoopTurn } from './event-loop-turn.ts';
import type { Location, LocationRecord } from './location.ts';
import { inBatches } from './memory-batches.ts';
import { type MemoryEntry, toEntry, toLocation } from './memory-entry.ts';
import type { LocationStore, StoreGuarantees } from './store.ts';
import { StoreError } from './store-error.ts';
import { VersionedMap } from './versioned-map.ts';

/**
 * A store in the memory of this process: nothing is durable, and nothing is shared with another process.
 *
 * The list is a snapshot: it holds back only the versions that are overwritten while it is read, and copies
 * nothing in advance. It comes in the order in which the identifiers were first stored, in batches of 1 to 256
 * records. What it held back is let go bit by bit, by the calls that follow its end.
 *
 * While an open list holds back deleted records, others have to pass over them. They give the event loop a turn
 * after every 16,384 of them, so that not even millions block it.
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
    const records = this.#open();
    checkIdentifier(id);
    const entry = records.get(id);
    return entry && toLocation(entry);
  }

  async put(id: string, location: Location): Promise<void> {
    const records = this.#open();
    checkIdentifier(id);
    checkLocation(location);
    records.set(id, toEntry(location));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    const records = this.#open();
    checkIdentifier(id);
    checkLocation(location);
    if (records.get(id) === undefined) return false;
    records.set(id, toEntry(location));
    return true;
  }

  async delete(id: string): Promise<void> {
    const records = this.#open();
    checkIdentifier(id);
    records.delete(id);
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    const snapshot = this.#open().snapshot();
    try {
      for (const batch of inBatches(snapshot)) {
        if (batch) yield batch;
        else await eventLoopTurn();
        this.#open();
      }
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
