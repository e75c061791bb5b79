import { codesAt, codesOf, codeZoom, placeOfCode } from './place-codes.ts';
import type { SquareCounts } from './recounts.ts';
import { hasPlace, type MapPlace, type TileAddress } from './tile-address.ts';

/** Some records of a tile that are beside each other. */
export interface Cell {
  /** The place of the record, or where there are more of them, a place between one of them and the middle of the cell. */
  readonly place: MapPlace;
  /** How many there are. */
  readonly count: number;
}

/** The cells of a tile are the tiles of a zoom that is higher by this: 16 in a row, so that circles with a count do not overlap. */
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

  /** How many records a tile has. @param recounts of squares that have another number by now. */
  countIn(tile: TileAddress, recounts?: SquareCounts): number {
    const { start, end } = codesOf(tile);
    const count = this.#countBetween(start, end);
    return this.#changes(tile, recounts).reduce((sum, { change }) => sum + change, count);
  }

  /** The cells of a tile that have records. @param recounts of squares that have another number by now. */
  cellsIn(tile: TileAddress, recounts?: SquareCounts): readonly Cell[] {
    const size = codesAt(Math.min(tile.zoom + cellDepth, codeZoom));
    const { start, end } = codesOf(tile);
    /** By their first codes: a code that has a record, and how many there are. */
    const cells = new Map<number, { readonly code: number; readonly count: number }>();
    for (let from = this.#firstFrom(start, 0); ; ) {
      const code = this.#codes[from];
      if (code === undefined || code >= end) break;
      const cell = Math.floor(code / size) * size;
      const next = this.#firstFrom(cell + size, from);
      cells.set(cell, {
        code: this.#codes[(from + next) >>> 1] as number,
        count: (next - from) * this.#weight,
      });
      from = next;
    }
    for (const { code, change } of this.#changes(tile, recounts)) {
      const cell = Math.floor(code / size) * size;
      const before = cells.get(cell) ?? { code, count: 0 };
      const count = before.count + change;
      if (count > 0) cells.set(cell, { ...before, count });
      else cells.delete(cell);
    }
    return [...cells].map(([cell, { code, count }]) => {
      const place = placeOfCode(code);
      // The last quarter begins in the middle.
      const middle = placeOfCode(cell + Math.floor((size * 3) / 4));
      return { place: count === 1 ? place : between(place, middle), count };
    });
  }

  /** By how many records squares of a tile differ from these counts: those with fewer first, which may leave a cell empty. */
  #changes(
    tile: TileAddress,
    recounts: SquareCounts = new Map(),
  ): readonly { readonly code: number; readonly change: number }[] {
    const { start, end } = codesOf(tile);
    return [...recounts]
      .filter(([code]) => code >= start && code < end)
      .map(([code, count]) => ({ code, change: count - this.#countBetween(code, code + 1) }))
      .sort((one, other) => one.change - other.change);
  }

  #countBetween(start: number, end: number): number {
    const from = this.#firstFrom(start, 0);
    return (this.#firstFrom(end, from) - from) * this.#weight;
  }

  /** The index of the first code that is not less, searched behind an index: near it at first. */
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

/** The circles of cells beside each other would overlap if each were at a record. */
function between(one: MapPlace, other: MapPlace): MapPlace {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

/** More codes are not kept, so that the memory is bounded: 8 bytes for each, and up to 28 more while they are made. */
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

  /** Adds a record. Of very many, each second one is left out, then each fourth, and the counts are estimates. */
  add(code: number): void {
    if (this.#added++ % this.#weight !== 0) return;
    if (this.#kept === this.#maxCodes) this.#thin();
    const number = Math.floor(code / codesAt(partZoom));
    const part = this.#parts.get(number);
    if (part) part.push(code);
    else this.#parts.set(number, [code]);
    this.#kept++;
  }

  /** How many records each part of a tile has so far. A part is not divided for a tile that has not all of it. */
  cellsSoFar(tile: TileAddress): readonly Cell[] {
    return [...this.#parts.values()]
      .map((codes) => ({ place: placeOfCode(codes[0] as number), count: codes.length * this.#weight }))
      .filter(({ place }) => hasPlace(tile, place));
  }

  /** The counts. Between two parts of the work, `pause` is called. */
  async finish(pause: () => Promise<void>): Promise<PlaceCounts> {
    const codes = new Float64Array(this.#kept);
    let [end, pausedAt] = [0, 0];
    for (const [, part] of [...this.#parts].sort(([a], [b]) => a - b)) {
      codes.set(part, end);
      await sortInSlices(codes.subarray(end, end + part.length), pause);
      end += part.length;
      // A pause takes longer than to sort a small part, of which there may be thousands.
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

/** How many codes are sorted or merged at once, in a few milliseconds. */
const sliceLength = 2 ** 15;

/** Sorts in place. All records may be in one city, and sorting a million codes at once would hold up other requests. */
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
