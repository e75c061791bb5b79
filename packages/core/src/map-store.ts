import { checkIdentifier, checkLocation } from './check-record.ts';
import { eventLoopTurn } from './event-loop-turn.ts';
import type { ForkableMap } from './forkable-map.ts';
import type { Location, LocationRecord } from './location.ts';
import { inBatches } from './memory-batches.ts';
import { type MemoryEntry, toEntry, toLocation } from './memory-entry.ts';
import type { MemoryStore } from './memory-store.ts';
import type { StoreGuarantees } from './store.ts';
import { StoreError } from './store-error.ts';

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
