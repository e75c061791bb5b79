import type { LocationRecord } from '@location-records/core';
import type { AreaPosition, AreaStore, Box } from '@location-records/core/areas';
import { expect } from 'vitest';

/** The box of every finite number. */
export const everywhere: Box = {
  west: -Number.MAX_VALUE,
  south: -Number.MAX_VALUE,
  east: Number.MAX_VALUE,
  north: Number.MAX_VALUE,
};

/** The records of a box in its pages, which must come once each. */
export async function readBox(store: AreaStore, box: Box, limit: number): Promise<LocationRecord[]> {
  const records = await readPages(store, box, limit);
  expect(new Set(records.map(([id]) => id)).size).toBe(records.length);
  return records;
}

/** The same where a record that moves meanwhile may come again. */
export async function readPages(store: AreaStore, box: Box, limit: number): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  let after: AreaPosition | undefined;
  do {
    const page = await store.within(box, { limit, after });
    expect(page.records.length).toBeLessThanOrEqual(limit);
    records.push(...page.records);
    after = page.next;
  } while (after);
  return records;
}
