import { BoxReader } from './box-reader.ts';
import { readBoxCursor, writeBoxCursor } from './cursor.ts';
import type { BoxQuery } from './query.ts';
import type { FoundPage, FoundRecord, PageRequest } from './search.ts';
import type { Limit } from './work.ts';

/**
 * Reads a page of a box query, in the order of the store. The store is asked at least once, so that each page gets on,
 * also when a limit on the work makes it shorter.
 *
 * @throws {RequestFault} when the cursor cannot be used.
 */
export async function readBoxPage({ boxes }: BoxQuery, request: PageRequest): Promise<FoundPage> {
  const { store, canonical, cursor, limit, work } = request;
  const order = store.guarantees.areaOrder;
  const begin = cursor === undefined ? undefined : readBoxCursor(cursor, boxes, canonical, order);
  const reader = new BoxReader(store, boxes, work, begin);
  const records: FoundRecord[] = [];
  let limitedBy: Limit | undefined;
  do {
    const found = await reader.read(limit - records.length);
    for (const record of found) records.push({ record });
    limitedBy = reader.position && records.length < limit ? work.metLimit : undefined;
  } while (reader.position && records.length < limit && !limitedBy);
  const next = reader.position && writeBoxCursor(reader.position, canonical, order);
  return { records, next, limitedBy };
}
