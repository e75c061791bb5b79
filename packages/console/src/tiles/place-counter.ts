import type { Coordinates } from '@location-records/core';
import type { AreaStore, Box } from '@location-records/core/areas';
import { eventLoopTurn } from '../records/work.ts';
import { codeOf } from './place-codes.ts';
import { type Cell, type PlaceCounts, PlaceCountsBuilder } from './place-counts.ts';
import { Recounts } from './recounts.ts';
import { placeOf, type TileAddress } from './tile-address.ts';
import type { TileRecordsSource } from './tile-records.ts';

/** Captured at load time, so that fake timers do not stop the counting. */
const { setTimeout } = globalThis;

/** All that the map shows. */
const everywhere: Box = {
  west: -360,
  south: -Number.MAX_VALUE,
  east: 360,
  north: Number.MAX_VALUE,
};

/** Records per slice. The event loop has a turn between two slices. */
const sliceLength = 512;

/**
 * Counting takes at most this share of the time: it pauses between slices. The first time it pauses only
 * afterwards.
 */
const maxShare = 0.1;

/** The pause for work that took some milliseconds. */
const pauseAfter = (work: number) => work * (1 / maxShare - 1);

/** The least time between two counts, in milliseconds. */
const minInterval = 1000;

/** A visible map asks for its tiles a second after its list came. In milliseconds. */
const watchedFor = 5000;

/** Settings of a {@link PlaceCounter}. */
interface PlaceCounterSettings extends TileRecordsSource {
  /** Called when the store fails. One of the next tiles starts another count. */
  readonly onError: (error: unknown) => void;
}

/**
 * Counts the records in each part of the map. Reads all records in the background while clients ask for
 * tiles, so no tile waits and the counts are some seconds old, except for writes that it is told of.
 */
export class PlaceCounter {
  readonly #settings: PlaceCounterSettings;
  #latest: PlaceCounts | undefined;
  /** The first count, while it is under way. */
  #first: PlaceCountsBuilder | undefined;
  #isCounting = false;
  #nextAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  readonly #recounts: Recounts;

  constructor(settings: PlaceCounterSettings) {
    this.#settings = settings;
    this.#recounts = new Recounts(settings, settings.onError);
  }

  /** Whether a write should be told: a map is open, and there were not too many writes. */
  get isWatched(): boolean {
    const { now, maxDuration } = this.#settings.limits;
    return now() - this.#askedAt < maxDuration + watchedFor && !this.#recounts.isFull;
  }

  /** Recounts the squares of the old and the new place of a record. */
  recount(places: readonly Coordinates[]): void {
    this.#recounts.add(places);
  }

  /**
   * Returns the number of records of a tile some seconds ago; `undefined` until the first count is complete.
   */
  countIn(tile: TileAddress): number | undefined {
    this.keepUpToDate();
    return this.#latest?.countIn(tile, this.#recounts.counts);
  }

  /**
   * Returns the cells of a tile that have records. Until the first count is complete, they are large, and
   * incomplete.
   */
  cellsIn(tile: TileAddress): readonly Cell[] {
    return this.#latest?.cellsIn(tile, this.#recounts.counts) ?? this.#first?.cellsSoFar(tile) ?? [];
  }

  /** Begins a count if one is due. */
  keepUpToDate(): void {
    const { onError } = this.#settings;
    const { now } = this.#settings.limits;
    this.#askedAt = now();
    if (this.#isCounting || now() < this.#nextAt) return;
    this.#isCounting = true;
    const begin = now();
    const hasPaused = this.#latest !== undefined;
    this.#count()
      .catch(onError)
      .finally(() => {
        this.#isCounting = false;
        this.#first = undefined;
        this.#nextAt = now() + Math.max(minInterval, hasPaused ? 0 : pauseAfter(now() - begin));
      });
  }

  async #count(): Promise<void> {
    const { store } = this.#settings;
    const { now } = this.#settings.limits;
    const builder = new PlaceCountsBuilder();
    if (!this.#latest) this.#first = builder;
    this.#recounts.beginCount();
    let sliceBegin = now();
    const pause = async () => {
      if (this.#latest) await sleep(pauseAfter(now() - sliceBegin));
      else await eventLoopTurn();
      sliceBegin = now();
    };
    for (let after: Parameters<AreaStore['within']>[1]['after']; ; ) {
      const page = await store.within(everywhere, { after, limit: sliceLength });
      for (const [, { coordinates }] of page.records) builder.add(codeOf(placeOf(coordinates)));
      await pause();
      if (!page.next) break;
      after = page.next;
    }
    this.#latest = await builder.finish(pause);
    this.#recounts.endCount();
  }
}

/** Resolves after some milliseconds. Does not keep the process alive. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, Math.max(ms, 0));
    (timer as { unref?(): void } | undefined)?.unref?.();
  });
}
