import type { Box } from '@location-records/core/areas';
import { type BoxPosition, readBoxCursor, writeBoxCursor } from './cursor.ts';
import type { BoxQuery } from './query.ts';
import type { FoundPage, FoundRecord, PageRequest } from './search.ts';
import type { Limit } from './work.ts';

/**
 * Reads a page of a box query, in the order of the store. Asks the store at least once, so that each page
 * makes progress even if a limit on the work makes it shorter.
 *
 * @throws {RequestFault} when the cursor cannot be used.
 */
export async function readBoxPage({ boxes }: BoxQuery, request: PageRequest): Promise<FoundPage> {
  const { store, canonical, cursor, limit, work } = request;
  const order = store.guarantees.areaOrder;
  let position: BoxPosition | undefined =
    cursor === undefined ? { box: 0 } : readBoxCursor(cursor, boxes, canonical, order);
  const records: FoundRecord[] = [];
  let limitedBy: Limit | undefined;
  do {
    const { box, after }: BoxPosition = position;
    const page = await work.read(store, boxes[box] as Box, { after, limit: limit - records.length });
    for (const record of page.records) records.push({ record });
    const following = boxes[box + 1] && { box: box + 1 };
    position = (page.next ? { box, after: page.next } : following) as BoxPosition | undefined;
    if (position && records.length < limit) limitedBy = work.metLimit;
  } while (position && records.length < limit && !limitedBy);
  const next = position && writeBoxCursor(position, canonical, order);
  return { records, next, limitedBy };
}
