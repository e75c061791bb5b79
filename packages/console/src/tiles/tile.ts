import type { LocationRecord } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { Work, type WorkLimits } from '../records/work.ts';
import { codeOf } from './place-codes.ts';
import type { PlaceCounter } from './place-counter.ts';
import { type Cell, PlaceCountsBuilder } from './place-counts.ts';
import { boxesAround, hasPlace, placeOf, type TileAddress } from './tile-address.ts';

/** What a tile shows: its records, or how many there are in its cells. */
export type TileContent =
  | { readonly records: readonly LocationRecord[] }
  | { readonly cells: readonly Cell[] };

/** A tile with more records shows cells. */
const maxRecords = 1000;

/** The records of a tile may have become more since they were counted. */
const maxRead = 2 * maxRecords;

/** What a tile is made of. */
export interface TileSource {
  readonly store: AreaStore;
  readonly counter: PlaceCounter;
  readonly limits: WorkLimits;
}

/**
 * Reads what a tile shows. Where there are few records they come from the store, as they are now. Otherwise their number
 * is the one of some seconds ago. Before all were counted for the first time, it is the number of those that are known.
 */
export async function readTile(tile: TileAddress, source: TileSource): Promise<TileContent> {
  const { counter } = source;
  const count = counter.countIn(tile);
  if (count !== undefined && count > maxRecords) return { cells: counter.cellsIn(tile) };
  const { records, isAll } = await readRecords(tile, source);
  if (isAll) return { records };
  if (count !== undefined) return { cells: counter.cellsIn(tile) };
  const [read, counted] = [await cellsOf(records, tile), counter.cellsIn(tile)];
  return { cells: totalOf(read) > totalOf(counted) ? read : counted };
}

async function cellsOf(records: readonly LocationRecord[], tile: TileAddress): Promise<readonly Cell[]> {
  const builder = new PlaceCountsBuilder();
  for (const [, { coordinates }] of records) builder.add(codeOf(placeOf(coordinates)));
  return (await builder.finish(async () => {})).cellsIn(tile);
}

function totalOf(cells: readonly Cell[]): number {
  return cells.reduce((total, { count }) => total + count, 0);
}

/** The records of a tile. They are not all when there are too many of them, or of others beside it. */
async function readRecords(
  tile: TileAddress,
  { store, limits }: TileSource,
): Promise<{ readonly records: readonly LocationRecord[]; readonly isAll: boolean }> {
  const work = new Work(limits);
  const found = new Map<string, LocationRecord>();
  const known = (isAll: boolean) => ({ records: [...found.values()], isAll });
  for (const box of boxesAround(tile)) {
    for (let after: Parameters<AreaStore['within']>[1]['after']; ; ) {
      if (work.metLimit) return known(false);
      const page = await work.read(store, box, { after, limit: maxRead });
      for (const record of page.records) {
        if (hasPlace(tile, placeOf(record[1].coordinates))) found.set(record[0], record);
      }
      if (found.size > maxRead) return known(false);
      if (!page.next) break;
      after = page.next;
    }
  }
  return known(true);
}
