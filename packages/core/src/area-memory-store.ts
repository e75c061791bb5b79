import {
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  checkWithin,
  stripeOf,
  stripes,
  type WithinOptions,
} from './area-store.ts';
import { type Coordinates, compareIdentifiers, type LocationRecord } from './location.ts';
import {
  type Entry,
  type EntryIndex,
  MapStore,
  type MemoryStore,
  memoryGuarantees,
  Records,
  toLocation,
} from './memory-store.ts';

/** A memory store with area queries. */
export interface AreaMemoryStore extends MemoryStore, AreaStore {
  readonly guarantees: AreaStore['guarantees'];
  readonly exchange: MemoryStore['exchange'];
  fork(): AreaMemoryStore;
}

/**
 * Creates a memory store that also finds records by their coordinates; otherwise as `createMemoryStore`.
 *
 * The first area query builds an index in slices, so that the event loop keeps turning. From then on each
 * write updates the index too. A fork that has copied its records builds its own index at its first area
 * query.
 *
 * @throws {InvalidArgumentError} if a record is not valid.
 */
export function createAreaMemoryStore(records: Iterable<LocationRecord> = []): AreaMemoryStore {
  return new AreaMapStore(new Records(records));
}

const guarantees: AreaStore['guarantees'] = Object.freeze({ ...memoryGuarantees, areaOrder: 'stripe' });

class AreaMapStore extends MapStore implements AreaMemoryStore {
  override readonly guarantees = guarantees;

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.open();
    const given = checkWithin(box, options);
    const index = await this.#index();
    const { entries, next } = index.within(given.box, given.options);
    return { records: entries.map((entry) => [entry.id, toLocation(entry)]), next };
  }

  override fork(): AreaMemoryStore {
    return new AreaMapStore(this.open().share());
  }

  async #index(): Promise<AreaIndex> {
    const records = this.open();
    records.index ??= new AreaIndex(records);
    const index = records.index as AreaIndex;
    await index.built;
    // After a fork, the first write gives this store its own records.
    return records === this.open() ? index : this.#index();
  }
}

/** The maximum of entries in a chunk. */
const chunkLength = 512;

/** How many batches of a list the building of an index adds in one turn of the event loop. */
const batchesPerTurn = 8;

/** How many entries a page may look at, inside and outside the box. */
const maxLooks = 16_384;

/** The position of an entry in a stripe. */
interface Place extends Coordinates {
  readonly id: string;
}

/** Keeps the entries of {@link Records} sorted by stripe, latitude, longitude and identifier. */
class AreaIndex implements EntryIndex {
  /** Resolves when the index has all records. Writes in the meantime go into it at once. */
  readonly built: Promise<void>;
  /** For each stripe, its entries in sorted, non-empty chunks. */
  readonly #stripes: Entry[][][] = [];

  constructor(records: Records) {
    this.built = this.#build(records);
  }

  add(entry: Entry): void {
    const chunks = this.#chunksOf(stripeOf(entry.longitude));
    const at = chunkOf(chunks, entry);
    const chunk = chunks[at];
    if (!chunk) {
      chunks.push([entry]);
      return;
    }
    const index = lowerBound(chunk, entry);
    if (chunk[index] === entry) return;
    chunk.splice(index, 0, entry);
    if (chunk.length > chunkLength) chunks.splice(at + 1, 0, chunk.splice(chunkLength / 2));
  }

  remove(entry: Entry): void {
    const chunks = this.#chunksOf(stripeOf(entry.longitude));
    const at = chunkOf(chunks, entry);
    const chunk = chunks[at];
    const index = chunk ? lowerBound(chunk, entry) : 0;
    if (chunk?.[index] !== entry) return;
    chunk.splice(index, 1);
    if (chunk.length === 0) chunks.splice(at, 1);
  }

  /** Finds one page of the entries in a box. */
  within(box: Box, { limit, after }: WithinOptions): { entries: readonly Entry[]; next: AreaPage['next'] } {
    const entries: Entry[] = [];
    let last: AreaPosition | undefined;
    let looks = 0;
    const first = Math.max(stripeOf(box.west), after?.part ?? stripes.first);
    for (let part = first; part <= stripeOf(box.east); part++) {
      for (const entry of this.#entriesIn(part, box, after)) {
        const isInside = entry.longitude >= box.west && entry.longitude <= box.east;
        // One more entry shows that there is a next page.
        if (looks === maxLooks || (isInside && entries.length === limit)) return { entries, next: last };
        looks++;
        if (isInside) entries.push(entry);
        if (isInside || entries.length < limit) last = positionOf(part, entry);
      }
    }
    return { entries, next: undefined };
  }

  /** Yields the entries of a stripe from the south of a box to its north, after a position. */
  *#entriesIn(part: number, { south, north }: Box, after: AreaPosition | undefined): Generator<Entry, void> {
    const isAfter = after?.part === part && after.latitude >= south;
    const start = isAfter ? after : { latitude: south, longitude: Number.NEGATIVE_INFINITY, id: '' };
    const chunks = this.#chunksOf(part);
    for (let at = chunkOf(chunks, start); at < chunks.length; at++) {
      const chunk = chunks[at] as Entry[];
      for (let index = lowerBound(chunk, start); index < chunk.length; index++) {
        const entry = chunk[index] as Entry;
        if (entry.latitude > north) return;
        if (compare(entry, start) > 0) yield entry;
      }
    }
  }

  async #build(records: Records): Promise<void> {
    const newest = records.lastCreated;
    let last = 0;
    for (let count = 1; ; count++) {
      const batch = records.entriesAfter(last, newest);
      // A closed store needs no index.
      if (batch.length === 0 || !records.isUsed) return;
      for (const entry of batch) this.add(entry);
      last = (batch.at(-1) as Entry).created;
      if (count % batchesPerTurn === 0) await eventLoopTurn();
    }
  }

  #chunksOf(stripe: number): Entry[][] {
    const index = stripe - stripes.first;
    let chunks = this.#stripes[index];
    if (!chunks) {
      chunks = [];
      this.#stripes[index] = chunks;
    }
    return chunks;
  }
}

/** Finds the last chunk that begins at or before a place, or else the first chunk. */
function chunkOf(chunks: readonly (readonly Entry[])[], place: Place): number {
  let [low, high] = [0, chunks.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (compare(chunks[middle]?.[0] as Entry, place) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Finds the first entry of a chunk at or after a place. */
function lowerBound(chunk: readonly Entry[], place: Place): number {
  let [low, high] = [0, chunk.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(chunk[middle] as Entry, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(a: Place, b: Place): number {
  if (a.latitude !== b.latitude) return a.latitude < b.latitude ? -1 : 1;
  if (a.longitude !== b.longitude) return a.longitude < b.longitude ? -1 : 1;
  return compareIdentifiers(a.id, b.id);
}

function positionOf(part: number, { latitude, longitude, id }: Entry): AreaPosition {
  return { part, latitude, longitude, id };
}

/** Captured on load, so that a test with fake timers does not stop the build. */
const { setTimeout } = globalThis;

/** Resolves in a later turn of the event loop. */
function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
