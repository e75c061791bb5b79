import type { Location, LocationRecord, LocationStore, StoreError } from '@location-records/core';
import { isStoreError } from '@location-records/core';
import type { AreaPosition, AreaStore, Box } from '@location-records/core/areas';

/** Returns a Location that shows its number. */
export function sampleLocation(number: number): Location {
  return { description: `place ${number}`, coordinates: { latitude: number, longitude: -number } };
}

/** Puts the records `0` to `count - 1`. */
export async function putMany(store: LocationStore, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, number) => store.put(String(number), sampleLocation(number))),
  );
}

/** Reads the whole list. */
export async function listAll(store: LocationStore): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  for await (const batch of store.list()) records.push(...batch);
  return records;
}

/** Reads the identifiers of the whole list, sorted. */
export async function listIds(store: LocationStore): Promise<string[]> {
  return (await listAll(store)).map(([id]) => id).sort();
}

/** The box of every finite number. */
export const everywhere: Box = {
  west: -Number.MAX_VALUE,
  south: -Number.MAX_VALUE,
  east: Number.MAX_VALUE,
  north: Number.MAX_VALUE,
};

/** Reads the records of a box, page by page. */
export async function readBox(store: AreaStore, box: Box, limit: number): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  let after: AreaPosition | undefined;
  do {
    const page = await store.within(box, { limit, after });
    records.push(...page.records);
    after = page.next;
  } while (after);
  return records;
}

/** Returns the StoreError, with a message of one line, that a call rejects with. */
export async function failureOf(call: Promise<unknown>): Promise<StoreError> {
  const outcome = await call.then(
    () => new Error('It was done.'),
    (error: unknown) => error,
  );
  if (!isStoreError(outcome)) throw new Error('It failed in another way.', { cause: outcome });
  if (!/^[^\n]+\.$/.test(outcome.message)) throw new Error(`Not one line: ${outcome.message}`);
  return outcome;
}

/** Calls until it succeeds, as clients do after an outage. */
export async function untilDone<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isStoreError(error) || error.code !== 'STORE_UNAVAILABLE') throw error;
    }
  }
}
