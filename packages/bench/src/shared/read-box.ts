import type { LocationRecord } from '@location-records/core';
import type { AreaPosition, AreaStore, Box } from '@location-records/core/areas';

/** The records of each page of a box, to its end. */
export async function* pagesOf(
  store: AreaStore,
  box: Box,
  limit: number,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  let after: AreaPosition | undefined;
  do {
    const { records, next } = await store.within(box, { limit, after });
    yield records;
    after = next;
  } while (after);
}

/** All records of a box, in the order of the store. */
export async function readBox(store: AreaStore, box: Box, limit: number): Promise<LocationRecord[]> {
  const found: LocationRecord[] = [];
  for await (const records of pagesOf(store, box, limit)) found.push(...records);
  return found;
}
