import { type AreaPosition, type AreaStore, type Box, stripes } from '@location-records/core/areas';
import { eventLoopTurn, type WorkLimits } from '../records/work.ts';
import { type Cell, PlaceTree } from './place-tree.ts';
import { placeOf, type TileAddress } from './tile-address.ts';

/** All that the map shows. */
const everywhere: Box = {
  west: -360,
  south: -Number.MAX_VALUE,
  east: 360,
  north: Number.MAX_VALUE,
};

/** The tile that shows everything. */
const world: TileAddress = { zoom: 0, x: 0, y: 0 };

/** Records per slice. The event loop has a turn between two slices. */
const sliceLength = 512;

/** After the first count, counting takes at most this share of the time: it pauses between slices. */
const maxShare = 0.1;

/** The least time between two counts, in milliseconds. */
const minInterval = 1000;

interface PlaceCounterSettings {
  readonly store: AreaStore;
  readonly limits: Pick<WorkLimits, 'now'>;
  /** Called when the store fails. One of the next tiles starts another count. */
  readonly onError: (error: unknown) => void;
}

/** How far the counting is. */
export interface CountProgress {
  /** The number of records some seconds ago; `null` until the first count is complete. */
  readonly records: number | null;
  /** The part of the map that the first count has seen, from 0 to 1; `null` when it is not under way. */
  readonly counting: number | null;
}

/**
 * Counts the records in each part of the map. Reads all records in the background while clients ask for
 * tiles, so no tile waits, no client that leaves ends a count, and the counts are some seconds old.
 */
export class PlaceCounter {
  readonly #settings: PlaceCounterSettings;
  #latest: PlaceTree | undefined;
  /** The first count, while it is under way. */
  #first: PlaceTree | undefined;
  /** Settles with the count under way. */
  #counting: Promise<void> | undefined;
  /** The part of the map that the first count has seen. */
  #part = 0;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(settings: PlaceCounterSettings) {
    this.#settings = settings;
  }

  /**
   * Returns the number of records of a tile some seconds ago; `undefined` until the first count is complete.
   */
  countIn(tile: TileAddress): number | undefined {
    this.keepUpToDate();
    return this.#latest?.countIn(tile);
  }

  /** Returns the number of records of a tile and the eight around it, as {@link countIn} does for one. */
  countAround({ zoom, x, y }: TileAddress): number | undefined {
    const latest = this.#latest;
    if (!latest) return undefined;
    const across = 2 ** zoom;
    let count = 0;
    // The map goes round the world. At zooms 0 and 1, a tile may be its own neighbour.
    for (const column of new Set([x - 1, x, x + 1].map((each) => (each + across) % across))) {
      for (const row of [y - 1, y, y + 1]) {
        if (row >= 0 && row < across) count += latest.countIn({ zoom, x: column, y: row });
      }
    }
    return count;
  }

  /**
   * Returns the cells of a tile that have records: those counted so far until the first count is complete.
   */
  cellsIn(tile: TileAddress): readonly Cell[] {
    return (this.#latest ?? this.#first)?.cellsIn(tile) ?? [];
  }

  /** Begins a count if one is due. */
  keepUpToDate(): void {
    const { limits, onError } = this.#settings;
    if (this.#counting || limits.now() < this.#nextAt) return;
    this.#counting = this.#count()
      .catch(onError)
      .finally(() => {
        this.#counting = undefined;
        this.#first = undefined;
        this.#nextAt = limits.now() + minInterval;
      });
  }

  /**
   * Returns how far the counting is, and begins a count if one is due. Waits for the first one for up to
   * `patience` milliseconds.
   */
  async progress(patience: number): Promise<CountProgress> {
    this.keepUpToDate();
    if (!this.#latest && this.#counting) await Promise.race([this.#counting, sleep(patience)]);
    return {
      records: this.#latest?.countIn(world) ?? null,
      counting: this.#first ? this.#part : null,
    };
  }

  async #count(): Promise<void> {
    const { store, limits } = this.#settings;
    const tree = new PlaceTree();
    if (!this.#latest) this.#first = tree;
    for (let after: Parameters<AreaStore['within']>[1]['after']; ; ) {
      const begin = limits.now();
      const page = await store.within(everywhere, { after, limit: sliceLength });
      for (const [, { coordinates }] of page.records) tree.add(placeOf(coordinates));
      if (!page.next) break;
      after = page.next;
      this.#part = partBefore(store, after);
      if (this.#latest) await sleep((limits.now() - begin) * (1 / maxShare - 1));
      else await eventLoopTurn();
    }
    this.#latest = tree;
  }
}

/** The part of the map before a position. Unknown if the store chooses its own order. */
function partBefore({ guarantees }: AreaStore, { part }: AreaPosition): number {
  if (guarantees.areaOrder !== 'stripe') return 0;
  return (part - stripes.first) / (stripes.last + 1 - stripes.first);
}

/** Resolves after some milliseconds. Does not keep the process alive. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, ms);
    (timer as { unref?(): void }).unref?.();
  });
}
