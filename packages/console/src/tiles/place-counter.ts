import type { Coordinates } from '@location-records/core';
import type { AreaStore, Box } from '@location-records/core/areas';
import { eventLoopTurn } from '../records/work.ts';
import { codeOf } from './place-codes.ts';
import { type Cell, type PlaceCounts, PlaceCountsBuilder } from './place-counts.ts';
import { Recounts } from './recounts.ts';
import { placeOf, type TileAddress } from './tile-address.ts';
import type { TileRecordsSource } from './tile-records.ts';

/** Taken when this module is loaded, so that a program that fakes its timers later does not stop the counting. */
const { setTimeout } = globalThis;

/** All that the map shows. */
const everywhere: Box = {
  west: -360,
  south: -Number.MAX_VALUE,
  east: 360,
  north: Number.MAX_VALUE,
};

/** How many records are read at once. Between such slices the event loop has a turn. */
const sliceLength = 512;

/** Counting takes at most this share of the time: it pauses between slices. The first time it pauses only afterwards. */
const maxShare = 0.1;

/** The pause for work that took some milliseconds. */
const pauseAfter = (work: number) => work * (1 / maxShare - 1);

/** Records are not counted anew before this time has passed, in milliseconds. */
const minInterval = 1000;

/** A map that is in sight asks for its tiles a second after its list came, in milliseconds. */
const watchedFor = 5000;

/** Settings of a {@link PlaceCounter}. */
interface PlaceCounterSettings extends TileRecordsSource {
  /** Called when the store fails. The records are then counted anew for one of the next tiles. */
  readonly onError: (error: unknown) => void;
}

/**
 * Knows how many records there are in each part of the map. It reads all records in the background, as long as tiles are
 * asked for, so no tile waits for that, and its counts are some seconds old. Where it is told of a write, they are not.
 */
export class PlaceCounter {
  readonly #settings: PlaceCounterSettings;
  #latest: PlaceCounts | undefined;
  /** What is counted for the first time. */
  #first: PlaceCountsBuilder | undefined;
  #isCounting = false;
  #nextAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  readonly #recounts: Recounts;

  constructor(settings: PlaceCounterSettings) {
    this.#settings = settings;
    this.#recounts = new Recounts(settings, settings.onError);
  }

  /** Whether it is worth telling of a write: there is a map that shows it, and there were not too many before. */
  get isWatched(): boolean {
    const { now, maxDuration } = this.#settings.limits;
    return now() - this.#askedAt < maxDuration + watchedFor && !this.#recounts.isFull;
  }

  /** Counts the records at the places again between which one was moved, or at the only one where it was or is. */
  recount(places: readonly Coordinates[]): void {
    this.#recounts.add(places);
  }

  /** How many records a tile had some seconds ago; `undefined` before they were all counted. */
  countIn(tile: TileAddress): number | undefined {
    this.keepUpToDate();
    return this.#latest?.countIn(tile, this.#recounts.counts);
  }

  /** The cells of a tile that have records. Before all were counted, they are large, and some records are missing. */
  cellsIn(tile: TileAddress): readonly Cell[] {
    return this.#latest?.cellsIn(tile, this.#recounts.counts) ?? this.#first?.cellsSoFar(tile) ?? [];
  }

  /** Begins to count the records when it is time. */
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

/** Resolves after some milliseconds. A process that has nothing else to do ends meanwhile. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, Math.max(ms, 0));
    (timer as { unref?(): void } | undefined)?.unref?.();
  });
}
