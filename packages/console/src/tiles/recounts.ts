import type { Coordinates } from '@location-records/core';
import { eventLoopTurn } from '../records/work.ts';
import { codeOf, squareOfCode } from './place-codes.ts';
import { placeOf } from './tile-address.ts';
import { readTileRecords, type TileRecordsSource } from './tile-records.ts';

/** The most squares read at once. Nobody misses one among more writes. */
const maxBurst = 1000;

/** The most squares read per second, on average. */
const perSecond = 50;

/** The most squares kept, in case that counting all records fails. */
const maxSquares = 8000;

/** A square with more records is left as it was: one more or less is not seen. */
const maxRecords = 100;

/** The event loop has a turn after this number of squares. */
const sliceLength = 16;

/** The current number of records in some squares, by the code of their places. */
export type SquareCounts = ReadonlyMap<number, number>;

/** Recounts single squares whose records were written since all records were counted. */
export class Recounts {
  readonly #source: TileRecordsSource;
  readonly #onError: (error: unknown) => void;
  /** Since the last complete count began. */
  #counts = new Map<number, number>();
  /** Since the latest count began, which may still be under way. */
  #sinceBegin = this.#counts;
  /** The squares to read. */
  readonly #waiting = new Set<number>();
  readonly #crowded = new Set<number>();
  /** How many squares may be read now. */
  #allowed = maxBurst;
  #allowedAt: number;
  #isReading = false;

  constructor(source: TileRecordsSource, onError: (error: unknown) => void) {
    this.#source = source;
    this.#onError = onError;
    this.#allowedAt = source.limits.now();
  }

  /** The squares that were counted again. */
  get counts(): SquareCounts {
    return this.#counts;
  }

  /** Whether no square is read at the moment, because of too many writes. */
  get isFull(): boolean {
    const now = this.#source.limits.now();
    this.#allowed = Math.min(maxBurst, this.#allowed + ((now - this.#allowedAt) / 1000) * perSecond);
    this.#allowedAt = now;
    return this.#allowed < 1 || this.#counts.size >= maxSquares;
  }

  /** Recounts the squares of the places that a record was moved between, in the background. */
  add(places: readonly Coordinates[]): void {
    const codes = new Set(places.map((place) => codeOf(placeOf(place))));
    // A record that stays in its square changes no number.
    if (codes.size < places.length) return;
    for (const code of codes) {
      if (this.isFull || this.#crowded.has(code)) continue;
      this.#allowed--;
      this.#waiting.add(code);
    }
    void this.#readWaiting();
  }

  /** A count of all records begins: it may or may not include what is written from now on. */
  beginCount(): void {
    this.#sinceBegin = new Map();
    this.#crowded.clear();
  }

  /**
   * All records were counted. What was recounted meanwhile may be older or newer than that, so those squares
   * are read once more.
   */
  endCount(): void {
    this.#counts = this.#sinceBegin;
    for (const code of this.#counts.keys()) this.#waiting.add(code);
    void this.#readWaiting();
  }

  /** Reads one square after the other, so that the last reading of each wins. */
  async #readWaiting(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    let read = 0;
    try {
      for (const code of this.#waiting) {
        this.#waiting.delete(code);
        await this.#readSquare(code);
        if (++read % sliceLength === 0) await eventLoopTurn();
      }
    } catch (error) {
      // The next count includes them.
      this.#waiting.clear();
      this.#onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  async #readSquare(code: number): Promise<void> {
    const { records, isAll } = await readTileRecords(squareOfCode(code), this.#source, maxRecords);
    if (!isAll) this.#crowded.add(code);
    for (const counts of new Set([this.#counts, this.#sinceBegin])) {
      if (isAll) counts.set(code, records.length);
      else counts.delete(code);
    }
  }
}
