import type { Location, LocationRecord } from '../location.ts';
import type { ForkableMap } from '../memory/forkable-map.ts';
import {
  eventLoopTurn,
  MapStore,
  type MemoryEntry,
  type MemoryStore,
  type MemoryStoreOptions,
  memoryGuarantees,
  toEntries,
  toLocation,
} from '../memory/memory-store.ts';
import {
  type AreaGuarantees,
  type AreaPage,
  type AreaStore,
  type Box,
  checkWithin,
  type WithinOptions,
} from './area-store.ts';
import { PlaceIndex } from './place-index.ts';

/** A memory store with area queries. */
export interface AreaMemoryStore extends MemoryStore, AreaStore {
  readonly guarantees: AreaGuarantees;
  /** As the `fork` of a memory store. The two share the index as well. */
  fork(): AreaMemoryStore;
}

/**
 * A memory store as `createMemoryStore` makes it, with the same arguments, which also finds records by their
 * coordinates.
 *
 * The first area query builds an index, in slices between which the event loop has a turn: about 3 seconds for a million
 * records. From then on each write also writes to the index, which takes 40 to 60 bytes for each record. Without an area
 * query there is no index.
 *
 * @throws {OptionError} when an option cannot work or is not known.
 * @throws {InvalidArgumentError} when a record is not valid.
 */
export function createAreaMemoryStore(
  records: Iterable<LocationRecord> = [],
  options: MemoryStoreOptions = {},
): AreaMemoryStore {
  return new IndexedMapStore(toEntries(records, options));
}

const guarantees: AreaGuarantees = Object.freeze({ ...memoryGuarantees, areaOrder: 'stripe' });

/** Adding this many places takes a few milliseconds. */
const placesPerTurn = 2048;

/** Looking at this many places takes about a millisecond. */
const maxLooks = 16_384;

class IndexedMapStore extends MapStore implements AreaMemoryStore {
  override readonly guarantees = guarantees;
  /** Present as soon as an area query has begun to build it: writes go to it from then on. */
  #index: PlaceIndex | undefined;
  /** Resolves when the index is whole; `undefined` before the first area query. */
  #building: Promise<void> | undefined;
  #isWhole: boolean;

  constructor(entries: ForkableMap<MemoryEntry>, index?: PlaceIndex) {
    super(entries);
    this.#index = index;
    this.#isWhole = index !== undefined;
  }

  override async put(id: string, location: Location): Promise<void> {
    return this.#write(id, () => super.put(id, location));
  }

  override async replace(id: string, location: Location): Promise<boolean> {
    return this.#write(id, () => super.replace(id, location));
  }

  override async delete(id: string): Promise<void> {
    return this.#write(id, () => super.delete(id));
  }

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.open();
    const given = checkWithin(box, options);
    if (!this.#isWhole) await this.#build();
    const entries = this.open();
    const index = this.#index as PlaceIndex;
    const { ids, next } = index.within(given.box, given.options.after, given.options.limit, maxLooks);
    return { records: ids.map((id) => [id, toLocation(entries.get(id) as MemoryEntry)]), next };
  }

  override fork(): AreaMemoryStore {
    return new IndexedMapStore(this.open().fork(), this.#isWhole ? this.#index?.fork() : undefined);
  }

  override async close(): Promise<void> {
    this.#index = undefined;
    return super.close();
  }

  /** A write takes effect before its promise is returned, so the index follows at once. */
  #write<T>(id: string, write: () => Promise<T>): Promise<T> {
    const entries = this.open();
    const index = this.#index;
    if (!index) return write();
    const before = entries.get(id);
    const writing = write();
    const after = entries.get(id);
    if (before?.latitude !== after?.latitude || before?.longitude !== after?.longitude) {
      if (before) index.remove(before, id);
      if (after) index.add(after, id);
    }
    return writing;
  }

  /** Area queries at the same time wait for the same index. One that fails is built anew by the next query. */
  #build(): Promise<void> {
    this.#building ??= this.#fillIndex().finally(() => {
      this.#building = undefined;
      if (!this.#isWhole) this.#index = undefined;
    });
    return this.#building;
  }

  async #fillIndex(): Promise<void> {
    const index = new PlaceIndex();
    this.#index = index;
    const snapshot = this.open().snapshot();
    try {
      let added = 0;
      for (const entry of snapshot) {
        // As it is now: what was written since the snapshot is in the index, or will be.
        const place = entry && this.open().get(entry[0]);
        if (place) index.add(place, entry[0]);
        if (++added % placesPerTurn === 0) await eventLoopTurn();
      }
      this.#isWhole = true;
    } finally {
      snapshot.release();
    }
  }
}
