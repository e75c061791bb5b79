import type { Coordinates } from '@location-records/core';
import { codesOf, codeZoom } from './place-codes.ts';
import { placeOf, type TileAddress } from './tile-address.ts';
import { readTileRecords, type TileRecordsSource } from './tile-records.ts';

/** At most so many squares are counted again before all records are. In a flood of writes, one is not looked for. */
const maxSquares = 4000;

/** How many records squares of the map have by now, by the codes of the squares. */
export type SquareCounts = ReadonlyMap<number, number>;

/**
 * Counts the records of single squares again, where some were written since all records were counted. A square is a tile
 * of the zoom that codes have.
 */
export class Recounts {
  readonly #source: TileRecordsSource;
  readonly #onError: (error: unknown) => void;
  /** Since the last complete count began. */
  #counts = new Map<number, number>();
  /** Since the latest count began, which may still be under way. */
  #sinceBegin = this.#counts;
  readonly #waiting = new Map<number, TileAddress>();
  #isReading = false;

  constructor(source: TileRecordsSource, onError: (error: unknown) => void) {
    this.#source = source;
    this.#onError = onError;
  }

  /** What is not as it was when all records were counted. */
  get counts(): SquareCounts {
    return this.#counts;
  }

  /** Whether no more squares are counted again. */
  get isFull(): boolean {
    return this.#sinceBegin.size + this.#waiting.size >= maxSquares;
  }

  /** Counts the records in the square of a place again, in the background. */
  add(coordinates: Coordinates): void {
    if (this.isFull) return;
    const { x, y } = placeOf(coordinates);
    const square = { zoom: codeZoom, x: Math.floor(x * 2 ** codeZoom), y: Math.floor(y * 2 ** codeZoom) };
    this.#waiting.set(codesOf(square).start, square);
    if (this.#isReading) return;
    this.#isReading = true;
    this.#readWaiting()
      .catch(this.#onError)
      .finally(() => {
        this.#isReading = false;
      });
  }

  /** All records begin to be counted: what is written from now on may or may not be in their number. */
  beginCount(): void {
    this.#sinceBegin = new Map();
  }

  /** All records were counted. */
  endCount(): void {
    this.#counts = this.#sinceBegin;
  }

  /** One square after the other, so that the last reading of a square is the one that is kept. */
  async #readWaiting(): Promise<void> {
    for (const [code, square] of this.#waiting) {
      this.#waiting.delete(code);
      const { records, isAll } = await readTileRecords(square, this.#source);
      if (!isAll) continue;
      this.#counts.set(code, records.length);
      this.#sinceBegin.set(code, records.length);
    }
  }
}
