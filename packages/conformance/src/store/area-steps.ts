import type { LocationRecord, LocationStore } from '@location-records/core';
import {
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  isAreaStore,
} from '@location-records/core/areas';
import { ContractError, expectEqual } from '../contract-error.ts';
import { locationAt, maxEmpty, shown, sorted } from './steps.ts';
import type { StoreCase, StoreRow } from './store-case.ts';

/** Makes cases about `within` of rows. */
export function areaCases(clause: string, rows: readonly StoreRow<AreaStore>[]): readonly StoreCase[] {
  return rows.map(([id, title, run, more]) => ({
    id,
    clause,
    title,
    ...more,
    offers: 'within',
    async run(open) {
      const openArea = async () => areaStore(await open());
      await run(await openArea(), openArea);
    },
  }));
}

function areaStore(store: LocationStore): AreaStore {
  if (!isAreaStore(store)) throw new ContractError('the store', 'a method "within"', 'none');
  return store;
}

/** The box of every finite number. */
export const everywhere: Box = {
  west: -Number.MAX_VALUE,
  south: -Number.MAX_VALUE,
  east: Number.MAX_VALUE,
  north: Number.MAX_VALUE,
};

/** Returns the box of one point. */
export function pointBox(latitude: number, longitude: number): Box {
  return { west: longitude, south: latitude, east: longitude, north: latitude };
}

/** Returns a record at a place, without a description. */
export function placed(id: string, latitude: number, longitude: number): LocationRecord {
  return [id, locationAt(latitude, longitude)];
}

/** Returns the records of a box as a comparison of each number finds them. */
export function inBox(records: readonly LocationRecord[], box: Box): LocationRecord[] {
  return records.filter(([, { coordinates }]) => {
    const { latitude, longitude } = coordinates;
    return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east;
  });
}

/**
 * The pages of a box, to its end or until the caller stops. An endless box must not hang a case, so too many
 * pages without a record end it.
 *
 * @throws {ContractError} when a page is not one.
 */
export async function* eachPage(
  store: AreaStore,
  box: Box,
  limit: number,
  after?: AreaPosition,
): AsyncGenerator<AreaPage, undefined> {
  let empty = 0;
  let from = after;
  do {
    const page = await store.within(box, { limit, after: from && JSON.parse(JSON.stringify(from)) });
    expectPage(page, limit);
    empty = page.records.length > 0 ? 0 : empty + 1;
    if (empty === maxEmpty) throw new ContractError('a box', 'a record or an end', `${empty} empty pages`);
    yield page;
    from = page.next;
  } while (from !== undefined);
}

function expectPage({ records, next }: AreaPage, limit: number): void {
  if (!Array.isArray(records) || records.length > limit) {
    throw new ContractError('the records of a page', `an array of at most ${limit}`, records);
  }
  if (next === undefined) return;
  const { part, latitude, longitude, id } = next;
  expectEqual('the members of "next"', next, { part, latitude, longitude, id });
  const areNumbers = [part, latitude, longitude].every(Number.isFinite);
  if (!areNumbers || typeof id !== 'string') throw new ContractError('"next"', 'a position', next);
  if (records.length === limit) {
    expectEqual(
      'the position after a full page',
      placed(id, latitude, longitude)[1].coordinates,
      records.at(-1)?.[1].coordinates,
    );
    expectEqual('the identifier after a full page', id, records.at(-1)?.[0]);
  }
}

/**
 * All records of a box, in the order of its pages.
 *
 * @throws {ContractError} when an identifier comes twice.
 */
export async function readBox(
  store: AreaStore,
  box: Box,
  limit = 1000,
  after?: AreaPosition,
): Promise<LocationRecord[]> {
  const records = new Map<string, LocationRecord>();
  for await (const page of eachPage(store, box, limit, after)) {
    for (const record of page.records) {
      const [id] = record;
      if (records.has(id)) throw new ContractError(`the identifier ${shown(id)} in a box`, 'once', 'again');
      records.set(id, record);
    }
  }
  return [...records.values()];
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

/** Returns the double that follows a finite one upwards. */
export function nextUp(value: number): number {
  return neighbour(value, value < 0 ? -1n : 1n);
}

/** Returns the double that follows a finite one downwards. */
export function nextDown(value: number): number {
  return -nextUp(-value);
}

/** Returns the double whose bits are one more or one less: above 0, more bits are a larger number. */
function neighbour(value: number, step: bigint): number {
  if (value === 0) return Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + step);
  return bits.getFloat64(0);
}
