import type { LocationRecord } from '@location-records/core';
import type { Settings } from '../options.ts';
import { Work } from '../records/work.ts';
import type { PlaceCounter } from './place-counter.ts';
import { type Cell, cellZoomOf, PlaceTree } from './place-tree.ts';
import { type MapPlace, placeOf, type TileAddress } from './tile-address.ts';
import { readTileRecords, type TileRecordsSource } from './tile-records.ts';

/** What a tile shows: records, and for cells with many the number of them. */
export interface TileContent {
  readonly records: readonly LocationRecord[];
  readonly cells: readonly Cell[];
}

/** A tile with more records shows its cells. */
const maxRecords = 1000;

/**
 * So does a tile if it has more together with the eight around it. Where the records become too many, most
 * cells thus have few, so that records and numbers do not meet in a straight line.
 */
const maxAround = 3 * maxRecords;

/** A cell with up to this many shows them as they are. */
const maxInCell = 4;

/** Each of them is read by itself, up to this many in a tile. Others have numbers all the same. */
const maxCellsRead = 100;

/** Calls of the store at once. */
const maxCalls = 4;

/** Up to this many are read at once. A tile may have gained records since they were counted. */
const maxRead = 2 * maxRecords;

export interface TileSource extends Pick<Settings, 'store' | 'limits' | 'searches'> {
  readonly counter: PlaceCounter;
}

/**
 * Reads a tile: its records from the store if they are few, and otherwise their numbers of some seconds ago.
 * Until all records have been counted once, these are the numbers of the records read so far.
 *
 * @param signal aborts when the client has left.
 */
export async function readTile(
  tile: TileAddress,
  { store, limits, searches, counter }: TileSource,
  signal: AbortSignal | undefined,
): Promise<TileContent> {
  const count = counter.countIn(tile);
  return searches.run(signal, async () => {
    const source = { store, work: new Work(limits, signal) };
    if (count !== undefined && count > maxRead) return readRareCells(tile, counter.cellsIn(tile), source);
    const { records, isAll } = await readTileRecords(tile, source, maxRead);
    if (isAll) {
      const isCrowded = Math.max(count ?? 0, records.length) > maxRecords;
      return isCrowded || Number(counter.countAround(tile) ?? 0) > maxAround
        ? byCell(tile, records)
        : { records, cells: [] };
    }
    if (count !== undefined) return { records: [], cells: counter.cellsIn(tile) };
    const read = treeOf(records);
    const counted = counter.cellsIn(tile);
    return { records: [], cells: read.countIn(tile) > totalOf(counted) ? read.cellsIn(tile) : counted };
  });
}

/** Shows records as they are where they are few, and their number in the other cells. */
function byCell(tile: TileAddress, records: readonly LocationRecord[]): TileContent {
  const zoom = cellZoomOf(tile);
  const cells = treeOf(records)
    .cellsIn(tile)
    .filter(({ count }) => count > maxInCell);
  const crowded = new Set(cells.map(({ place }) => keyAt(place, zoom)));
  const isRare = ([, { coordinates }]: LocationRecord) => !crowded.has(keyAt(placeOf(coordinates), zoom));
  return { records: records.filter(isRare), cells };
}

/** The same for more records than can be read: reads only those of cells that have few. */
async function readRareCells(
  tile: TileAddress,
  all: readonly Cell[],
  source: TileRecordsSource,
): Promise<TileContent> {
  const zoom = cellZoomOf(tile);
  const rare = all.filter(({ count }) => count <= maxInCell).slice(0, maxCellsRead);
  const records: LocationRecord[] = [];
  const read = new Set<Cell>();
  for (let index = 0; index < rare.length; index += maxCalls) {
    const some = rare.slice(index, index + maxCalls);
    const found = await Promise.all(
      some.map(({ place }) => readTileRecords(tileAt(place, zoom), source, maxInCell)),
    );
    for (const [at, cell] of some.entries()) {
      if (!found[at]?.isAll) continue;
      records.push(...found[at].records);
      read.add(cell);
    }
  }
  return { records, cells: all.filter((cell) => !read.has(cell)) };
}

function tileAt({ x, y }: MapPlace, zoom: number): TileAddress {
  return { zoom, x: Math.floor(x * 2 ** zoom), y: Math.floor(y * 2 ** zoom) };
}

function keyAt(place: MapPlace, zoom: number): number {
  const { x, y } = tileAt(place, zoom);
  return x * 2 ** zoom + y;
}

function treeOf(records: readonly LocationRecord[]): PlaceTree {
  const tree = new PlaceTree();
  for (const [, { coordinates }] of records) tree.add(placeOf(coordinates));
  return tree;
}

function totalOf(cells: readonly Cell[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}
