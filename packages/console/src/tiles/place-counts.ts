import { codesAt, codesOf, codeZoom, placeOfCode } from './place-codes.ts';
import type { SquareCounts } from './recounts.ts';
import { hasPlace, type MapPlace, type TileAddress } from './tile-address.ts';

/** Neighbouring records of a tile. */
export interface Cell {
  /** The place of the record or, for several, a place between one of them and the middle of the cell. */
  readonly place: MapPlace;
  readonly count: number;
}

/**
 * The cells of a tile are the tiles this many zooms deeper: 16 in a row, so that circles with a count do not
 * overlap.
 */
const cellDepth = 4;

/** The number of records in each part of the map, at one moment. */
export class PlaceCounts {
  readonly #codes: Float64Array;
  /** How many records a code stands for. */
  readonly #weight: number;

  /** @param codes sorted codes. */
  constructor(codes: Float64Array, weight: number) {
    this.#codes = codes;
    this.#weight = weight;
  }

  /** Counts the records of a tile. @param recounts the newer numbers of some squares. */
  countIn(tile: TileAddress, recounts: SquareCounts = none): number {
    const { start, end } = codesOf(tile);
    let count = this.#countBetween(start, end);
    for (const { change } of this.#changes(tile, recounts)) count += change;
    return count;
  }

  /** Returns the cells of a tile that have records. @param recounts the newer numbers of some squares. */
  cellsIn(tile: TileAddress, recounts: SquareCounts = none): readonly Cell[] {
    const size = codesAt(Math.min(tile.zoom + cellDepth, codeZoom));
    const cellOf = (code: number) => Math.floor(code / size) * size;
    const { start, end } = codesOf(tile);
    /** A code with a record, and the number of records, by the first code of each cell. */
    const cells = new Map<number, { readonly code: number; readonly count: number }>();
    for (let from = this.#firstFrom(start, 0); ; ) {
      const code = this.#codes[from];
      if (code === undefined || code >= end) break;
      const next = this.#firstFrom(cellOf(code) + size, from);
      const count = (next - from) * this.#weight;
      cells.set(cellOf(code), { code: this.#codeOfCell(from, next, recounts), count });
      from = next;
    }
    for (const { code, now, change } of this.#changes(tile, recounts)) {
      const before = cells.get(cellOf(code)) ?? { code, count: 0 };
      const count = before.count + change;
      const isGone = recounts.get(before.code) === 0;
      cells.set(cellOf(code), { code: isGone && now > 0 ? code : before.code, count });
    }
    return [...cells].flatMap(([cell, { code, count }]) => {
      if (count <= 0) return [];
      const place = placeOfCode(code);
      // The last quarter begins in the middle.
      const middle = placeOfCode(cell + Math.floor((size * 3) / 4));
      return { place: count === 1 ? place : between(place, middle), count };
    });
  }

  /** The code in the middle of a cell, or another one if that square has become empty. */
  #codeOfCell(from: number, next: number, recounts: SquareCounts): number {
    const middle = this.#codes[(from + next) >>> 1] as number;
    if (recounts.get(middle) !== 0) return middle;
    return this.#codes.subarray(from, next).find((code) => recounts.get(code) !== 0) ?? middle;
  }

  /** Yields how squares of a tile differ from these counts. */
  *#changes(tile: TileAddress, recounts: SquareCounts): Generator<SquareChange, void> {
    const { start, end } = codesOf(tile);
    for (const [code, now] of recounts) {
      if (code < start || code >= end) continue;
      const change = now - this.#countBetween(code, code + 1);
      if (change !== 0) yield { code, now, change };
    }
  }

  #countBetween(start: number, end: number): number {
    const from = this.#firstFrom(start, 0);
    return (this.#firstFrom(end, from) - from) * this.#weight;
  }

  /** Finds the index of the first code that is not less, from an index on: nearby first. */
  #firstFrom(code: number, start: number): number {
    const codes = this.#codes;
    let [low, step] = [start, 1];
    while (low + step <= codes.length && (codes[low + step - 1] as number) < code) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step - 1, codes.length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((codes[middle] as number) < code) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface SquareChange {
  readonly code: number;
  readonly now: number;
  readonly change: number;
}

const none: SquareCounts = new Map();

/** The circles of cells beside each other would overlap if each were at a record. */
function between(one: MapPlace, other: MapPlace): MapPlace {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** The most codes that are kept: 8 bytes each, and up to 28 more while they are sorted. */
const maxCodes = 2 ** 23;

/** The codes are gathered by tiles of this zoom, so that most take little to sort. */
const partZoom = 6;

/** Makes {@link PlaceCounts}. */
export class PlaceCountsBuilder {
  readonly #maxCodes: number;
  readonly #parts = new Map<number, number[]>();
  #kept = 0;
  #added = 0;
  #weight = 1;

  constructor(limit = maxCodes) {
    this.#maxCodes = limit;
  }

  /**
   * Adds a record. Beyond the limit, only every second one is kept, then every fourth: the counts are
   * estimates.
   */
  add(code: number): void {
    if (this.#added++ % this.#weight !== 0) return;
    if (this.#kept === this.#maxCodes) this.#thin();
    const number = Math.floor(code / codesAt(partZoom));
    const part = this.#parts.get(number);
    if (part) part.push(code);
    else this.#parts.set(number, [code]);
    this.#kept++;
  }

  /** Returns the records of each part of a tile so far. A part is not divided between tiles. */
  cellsSoFar(tile: TileAddress): readonly Cell[] {
    return [...this.#parts.values()]
      .map((codes) => ({ place: placeOfCode(codes[0] as number), count: codes.length * this.#weight }))
      .filter(({ place }) => hasPlace(tile, place));
  }

  /** Returns the counts. Calls `pause` between two parts of the work. */
  async finish(pause: () => Promise<void>): Promise<PlaceCounts> {
    const codes = new Float64Array(this.#kept);
    let [end, pausedAt] = [0, 0];
    for (const [, part] of [...this.#parts].sort(([a], [b]) => a - b)) {
      codes.set(part, end);
      await sortInSlices(codes.subarray(end, end + part.length), pause);
      end += part.length;
      // A pause takes longer than sorting a small part, and there may be thousands of those.
      if (end - pausedAt < sliceLength) continue;
      pausedAt = end;
      await pause();
    }
    return new PlaceCounts(codes, this.#weight);
  }

  #thin(): void {
    this.#weight *= 2;
    let seen = 0;
    for (const [number, codes] of this.#parts) {
      const kept = codes.filter(() => seen++ % 2 === 0);
      if (kept.length > 0) this.#parts.set(number, kept);
      else this.#parts.delete(number);
    }
    this.#kept = Math.ceil(seen / 2);
  }
}

/** Codes that are sorted or merged between two pauses. */
const sliceLength = 2 ** 15;

/**
 * Sorts in place. All records may be in one city, and sorting a million codes at once would hold up other
 * requests.
 */
async function sortInSlices(codes: Float64Array, pause: () => Promise<void>): Promise<void> {
  const { length } = codes;
  if (length <= sliceLength) {
    codes.sort();
    return;
  }
  for (let start = 0; start < length; start += sliceLength) {
    codes.subarray(start, start + sliceLength).sort();
    await pause();
  }
  let from = codes;
  let to: Float64Array = new Float64Array(length);
  for (let run = sliceLength; run < length; run *= 2) {
    for (let start = 0; start < length; start += 2 * run) {
      const middle = Math.min(start + run, length);
      const end = Math.min(start + 2 * run, length);
      for (let [left, right, at] = [start, middle, start]; at < end; ) {
        const sliceEnd = Math.min(at + sliceLength, end);
        for (; at < sliceEnd; at++) {
          const isLeft =
            right === end || (left < middle && (from[left] as number) <= (from[right] as number));
          to[at] = from[isLeft ? left++ : right++] as number;
        }
        await pause();
      }
    }
    [from, to] = [to, from];
  }
  if (from !== codes) codes.set(from);
}
