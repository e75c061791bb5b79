import type { MapPlace, TileAddress } from './tile-address.ts';

/** Neighbouring records of a tile. */
export interface Cell {
  /** The place of the record or, for several, between one of them and the middle of the cell. */
  readonly place: MapPlace;
  readonly count: number;
}

/** A square of the map, divided in four once it has many places. */
interface Square {
  /** Places in it, unless it is divided. */
  codes: number[];
  /** Records in it. Above the number of codes once no more codes are kept. */
  count: number;
  /** One of its places. */
  readonly sample: number;
  quarters?: (Square | undefined)[];
}

/** Places in different tiles of this zoom are told apart. These tiles are at most 60 centimetres wide. */
const deepest = 26;

/** Tiles of the deepest zoom from west to east. */
const width = 2 ** deepest;

/** Squares with more places are divided. */
const maxPlaces = 64;

/**
 * The cells of a tile are the tiles this many zooms deeper: 16 in a row, so that circles with a count do not
 * overlap.
 */
const cellDepth = 4;

/** Returns the zoom whose tiles are the cells of a tile. */
export function cellZoomOf({ zoom }: TileAddress): number {
  return Math.min(zoom + cellDepth, deepest);
}

/** Counts records in each part of the map: a quadtree of their places. */
export class PlaceTree {
  readonly #codesKept: number;
  #root: Square | undefined;
  #kept = 0;

  /**
   * @param codesKept how many places are kept, 8 bytes each. Beyond that, the numbers in small squares are
   * estimates.
   */
  constructor(codesKept = 2 ** 23) {
    this.#codesKept = codesKept;
  }

  add(place: MapPlace): void {
    const code = codeOf(place);
    this.#root ??= squareAt(code);
    let square = this.#root;
    let zoom = 0;
    square.count++;
    while (square.quarters) {
      square = quarterOf(square.quarters, zoom, code);
      square.count++;
      zoom++;
    }
    const isFull = zoom === deepest || this.#kept >= this.#codesKept;
    if (isFull && square.codes.length > 0) return;
    this.#kept++;
    square.codes.push(code);
    if (square.count > maxPlaces && square.count === square.codes.length) divide(square, zoom);
  }

  countIn(tile: TileAddress): number {
    let count = 0;
    for (const part of partsOf(this.#root, 0, tile, tile.zoom)) count += part.count;
    return Math.round(count);
  }

  /** Returns the cells of a tile that have records. */
  cellsIn(tile: TileAddress): readonly Cell[] {
    const cellZoom = cellZoomOf(tile);
    const cells = new Map<number, { readonly code: number; count: number }>();
    for (const { code, count } of partsOf(this.#root, 0, tile, cellZoom)) {
      const key = codeAt(code, cellZoom);
      const cell = cells.get(key);
      if (cell) cell.count += count;
      else cells.set(key, { code, count });
    }
    return [...cells].map(([key, { code, count }]) => {
      const place = placeOfCode(code, deepest);
      // The circles of cells beside each other would overlap if each were at a record.
      const middle = placeOfCode(key, cellZoom);
      const between = { x: (place.x + middle.x) / 2, y: (place.y + middle.y) / 2 };
      return { place: count === 1 ? place : between, count: Math.max(1, Math.round(count)) };
    });
  }
}

function squareAt(sample: number): Square {
  return { codes: [], count: 0, sample };
}

function quarterOf(quarters: (Square | undefined)[], zoom: number, code: number): Square {
  const shift = deepest - zoom - 1;
  const index = ((Math.floor(code / width) >> shift) & 1) * 2 + (((code % width) >> shift) & 1);
  let quarter = quarters[index];
  if (!quarter) {
    quarter = squareAt(code);
    quarters[index] = quarter;
  }
  return quarter;
}

function divide(square: Square, zoom: number): void {
  const quarters: (Square | undefined)[] = [undefined, undefined, undefined, undefined];
  for (const code of square.codes) {
    const quarter = quarterOf(quarters, zoom, code);
    quarter.codes.push(code);
    quarter.count++;
  }
  square.codes = [];
  square.quarters = quarters;
}

/** Some records of a tile at or near a place. */
interface Part {
  readonly code: number;
  readonly count: number;
}

/** Yields the records of a tile: whole squares from a zoom on, and otherwise single places. */
function* partsOf(
  square: Square | undefined,
  zoom: number,
  tile: TileAddress,
  wholeFrom: number,
): Generator<Part, void> {
  if (!square || !overlaps(square.sample, zoom, tile)) return;
  if (zoom >= wholeFrom) {
    yield { code: square.sample, count: square.count };
  } else if (square.quarters) {
    for (const quarter of square.quarters) yield* partsOf(quarter, zoom + 1, tile, wholeFrom);
  } else {
    const count = square.count / square.codes.length;
    for (const code of square.codes) if (overlaps(code, deepest, tile)) yield { code, count };
  }
}

/** Whether the tile of a code at a zoom has places in common with another tile. */
function overlaps(code: number, zoom: number, tile: TileAddress): boolean {
  const { x, y } = tileOf(code, Math.min(zoom, tile.zoom));
  const beyond = Math.max(tile.zoom - zoom, 0);
  return x === tile.x >> beyond && y === tile.y >> beyond;
}

/** A place as one number: its tile at the deepest zoom. */
function codeOf({ x, y }: MapPlace): number {
  return Math.floor(x * width) * width + Math.floor(y * width);
}

/** The tile of a zoom that has a place. */
function tileOf(code: number, zoom: number): { readonly x: number; readonly y: number } {
  const [x, y] = [Math.floor(code / width), code % width];
  return { x: x >> (deepest - zoom), y: y >> (deepest - zoom) };
}

/** The tile of a zoom that has a place, as one number. */
function codeAt(code: number, zoom: number): number {
  const { x, y } = tileOf(code, zoom);
  return x * 2 ** zoom + y;
}

/** The middle of a tile. */
function placeOfCode(code: number, zoom: number): MapPlace {
  const count = 2 ** zoom;
  return { x: (Math.floor(code / count) + 0.5) / count, y: ((code % count) + 0.5) / count };
}
