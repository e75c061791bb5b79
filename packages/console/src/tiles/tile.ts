import type { LocationRecord } from '@location-records/core';
import type { PlaceCounter } from './place-counter.ts';
import { type Cell, PlaceTree } from './place-tree.ts';
import { placeOf, type TileAddress } from './tile-address.ts';
import { readTileRecords, type TileRecordsSource } from './tile-records.ts';

/** The records of a tile, or their number in its cells. */
export type TileContent =
  | { readonly records: readonly LocationRecord[] }
  | { readonly cells: readonly Cell[] };

/** A tile with more records shows cells. */
const maxRecords = 1000;

/** A tile may have gained records since they were counted. */
const maxRead = 2 * maxRecords;

export interface TileSource extends TileRecordsSource {
  readonly counter: PlaceCounter;
}

/**
 * Reads a tile: its records from the store if they are few, and otherwise their numbers of some seconds ago.
 * Until all records have been counted once, these are the numbers of the records read so far.
 */
export async function readTile(tile: TileAddress, source: TileSource): Promise<TileContent> {
  const { counter } = source;
  const count = counter.countIn(tile);
  if (count !== undefined && count > maxRecords) return { cells: counter.cellsIn(tile) };
  const { records, isAll } = await readTileRecords(tile, source, maxRead);
  if (isAll) return { records };
  if (count !== undefined) return { cells: counter.cellsIn(tile) };
  const read = new PlaceTree();
  for (const [, { coordinates }] of records) read.add(placeOf(coordinates));
  const counted = counter.cellsIn(tile);
  return { cells: read.countIn(tile) > totalOf(counted) ? read.cellsIn(tile) : counted };
}

function totalOf(cells: readonly Cell[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}
