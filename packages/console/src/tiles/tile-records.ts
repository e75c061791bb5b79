import type { LocationRecord } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import type { Work } from '../records/work.ts';
import { boxesAround, hasPlace, placeOf, type TileAddress } from './tile-address.ts';

export interface TileRecordsSource {
  readonly store: AreaStore;
  readonly work: Work;
}

/** Records of a tile. */
export interface TileRecords {
  readonly records: readonly LocationRecord[];
  /** Whether these are all records of the tile: there may be too many in it or beside it. */
  readonly isAll: boolean;
}

/** Reads the current records of a tile, up to about `maxRecords`. */
export async function readTileRecords(
  tile: TileAddress,
  { store, work }: TileRecordsSource,
  maxRecords: number,
): Promise<TileRecords> {
  const found = new Map<string, LocationRecord>();
  const known = (isAll: boolean) => ({ records: [...found.values()], isAll });
  for (const box of boxesAround(tile)) {
    for (let after: Parameters<AreaStore['within']>[1]['after']; ; ) {
      if (work.metLimit) return known(false);
      const page = await work.read(store, box, { after, limit: maxRecords + 1 });
      for (const record of page.records) {
        if (hasPlace(tile, placeOf(record[1].coordinates))) found.set(record[0], record);
      }
      if (found.size > maxRecords) return known(false);
      if (!page.next) break;
      after = page.next;
    }
  }
  return known(true);
}
