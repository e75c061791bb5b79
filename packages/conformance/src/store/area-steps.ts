import type { LocationRecord } from '@location-records/core';
import {
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  isAreaStore,
} from '@location-records/core/areas';
import { ContractError, expectEqual } from '../contract-error.ts';
import type { CaseStores } from './store-case.ts';
import { shown, sorted } from './store-steps.ts';

/** The box of every finite number. */
export const everywhere: Box = {
  west: -Number.MAX_VALUE,
  south: -Number.MAX_VALUE,
  east: Number.MAX_VALUE,
  north: Number.MAX_VALUE,
};

/** A page size that most boxes of a case fit in. */
const pageSize = 1000;

/** The number of successive pages without a record after which a box counts as endless. */
const maxEmptyPages = 10_000;

/** Opens a store that offers area queries. */
export async function openAreaStore(stores: CaseStores): Promise<AreaStore> {
  const store = await stores.open();
  if (!isAreaStore(store)) throw new ContractError('the store', 'a method "within"', 'none');
  return store;
}

/** A record at a place, without a description. */
export function placed(id: string, latitude: number, longitude: number): LocationRecord {
  return [id, { coordinates: { latitude, longitude } }];
}

/** The records of a box as a comparison of each number finds them. */
export function inBox(records: Iterable<LocationRecord>, box: Box): LocationRecord[] {
  return [...records].filter(([, { coordinates }]) => {
    const { latitude, longitude } = coordinates;
    return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east;
  });
}

/**
 * The pages of a box, to its end or until the caller stops. An endless box must not hang a case, so pages without
 * records count, and a page that has too many or is no page ends it.
 *
 * @throws {ContractError} when a page is not one.
 */
export async function* eachPage(
  store: AreaStore,
  box: Box,
  limit = pageSize,
  after?: AreaPosition,
): AsyncGenerator<AreaPage, undefined> {
  let emptyPages = 0;
  let from = after;
  do {
    const page = await store.within(box, { limit, after: from });
    expectPage(page, limit);
    emptyPages = page.records.length > 0 ? 0 : emptyPages + 1;
    if (emptyPages === maxEmptyPages) {
      throw new ContractError('the pages of a box', 'a record or an end', `${maxEmptyPages} empty pages`);
    }
    yield page;
    from = page.next;
  } while (from !== undefined);
}

function expectPage({ records, next }: AreaPage, limit: number): void {
  if (!Array.isArray(records)) throw new ContractError('the records of a page', 'an array', records);
  if (records.length > limit) {
    throw new ContractError('the number of records of a page', `at most ${limit}`, records.length);
  }
  if (next === undefined) return;
  const { part, latitude, longitude, id } = next;
  expectEqual('the members of "next"', next, { part, latitude, longitude, id });
  for (const [name, value] of Object.entries({ part, latitude, longitude })) {
    if (!Number.isFinite(value)) throw new ContractError(`"next.${name}"`, 'a finite number', value);
  }
  if (typeof id !== 'string') throw new ContractError('"next.id"', 'a string', id);
}

/**
 * All records of a box, in the order of its pages.
 *
 * @throws {ContractError} when an identifier comes twice.
 */
export async function readBox(store: AreaStore, box: Box, limit?: number): Promise<LocationRecord[]> {
  const ids = new Set<string>();
  const records: LocationRecord[] = [];
  for await (const page of eachPage(store, box, limit)) {
    for (const record of page.records) {
      if (ids.has(record[0])) {
        throw new ContractError(`the identifier ${shown(record[0])} in a box`, 'once', 'again');
      }
      ids.add(record[0]);
      records.push(record);
    }
  }
  return records;
}

/** Requires a box to have exactly these records, whatever their order. */
export async function expectBox(
  store: AreaStore,
  box: Box,
  records: Iterable<LocationRecord>,
  what: string,
  limit?: number,
): Promise<void> {
  expectEqual(what, sorted(await readBox(store, box, limit)), sorted(records));
}

/** The box of one point. */
export function pointBox(latitude: number, longitude: number): Box {
  return { west: longitude, south: latitude, east: longitude, north: latitude };
}

/** The double that follows a finite one upwards. */
export function nextUp(value: number): number {
  return neighbour(value, value < 0 ? -1n : 1n);
}

/** The double that follows a finite one downwards. */
export function nextDown(value: number): number {
  return -nextUp(-value);
}

/** The double whose bits are one more or one less: above 0, more bits are a larger number. */
function neighbour(value: number, step: bigint): number {
  if (value === 0) return Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + step);
  return bits.getFloat64(0);
}
