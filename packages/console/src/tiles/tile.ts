import type { LocationRecord } from '@location-records/core';
import type { Settings } from '../options.ts';
import { Work } from '../records/work.ts';
import type { PlaceCounter } from './place-counter.ts';
import { type Cell, PlaceTree } from './place-tree.ts';
import { placeOf, type TileAddress } from './tile-address.ts';
import { readTileRecords } from './tile-records.ts';

/** The records of a tile, or their number in its cells. */
export type TileContent =
  | { readonly records: readonly LocationRecord[] }
  | { readonly cells: readonly Cell[] };

/** A tile with more records shows cells. */
const maxRecords = 1000;

/** A tile may have gained records since they were counted. */
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
  if (count !== undefined && count > maxRecords) return { cells: counter.cellsIn(tile) };
  const { records, isAll } = await searches.run(signal, () =>
    readTileRecords(tile, { store, work: new Work(limits, signal) }, maxRead),
  );
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
