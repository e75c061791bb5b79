import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { ContractError, expectEqual } from '../contract-error.ts';

/** Enough records for several batches of a list. */
export const many = 1500;

/** More records than engines look at, or keep in memory, at once. */
export const thousands = 5000;

/** A Location for this number alone. Each field determines the others, so that a case notices a mixture of two. */
export function locationOf(number: number): Location {
  return {
    description: `place ${number}`,
    coordinates: { latitude: number / 8, longitude: -number - 0.5 },
  };
}

/** The identifier with this number. Identifiers sort as their numbers do, in every list order. */
export function numbered(number: number): string {
  return `id-${String(number).padStart(5, '0')}`;
}

/** `count` records: {@link numbered} identifiers, each with the Location of its number plus `offset`. */
export function recordsOf(count: number, offset = 0): LocationRecord[] {
  return Array.from({ length: count }, (_, number) => [numbered(number), locationOf(number + offset)]);
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-';

/** `length` characters that engines cannot compress well, the same in every run. */
export function noise(length: number): string {
  let state = 1;
  let text = '';
  while (text.length < length) {
    // A linear congruential generator with the constants of Numerical Recipes. Only its upper bits are random enough.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += letters.charAt((state >>> 16) % letters.length);
  }
  return text;
}

/** Every character of the basic plane, and one of each 256 beyond it. */
export function everyCharacter(): string {
  const basic = Array.from({ length: 0x1_0000 }, (_, code) => code).filter((code) => code >> 11 !== 0x1b);
  const beyond = Array.from({ length: 0x1000 }, (_, block) => 0x1_0000 + block * 0x100 + (block & 0xff));
  return [...basic, ...beyond].map((code) => String.fromCodePoint(code)).join('');
}

/** The number of successive empty batches after which a list counts as endless. */
const maxEmptyBatches = 10_000;

/** Puts all records at once. */
export async function putAll(store: LocationStore, records: Iterable<LocationRecord>): Promise<void> {
  await Promise.all(Array.from(records, ([id, location]) => store.put(id, location)));
}

/** Opens a list, to be read batch by batch. */
export function openList(store: LocationStore): AsyncIterator<readonly LocationRecord[]> {
  return store.list()[Symbol.asyncIterator]();
}

/**
 * The remaining batches of a list, in order. An endless list must not hang a case, so a repeated identifier ends it.
 *
 * @throws {ContractError} when an identifier is repeated, or when too many successive batches are empty.
 */
export async function* eachBatch(
  list: AsyncIterator<readonly LocationRecord[]>,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  const ids = new Set<string>();
  let emptyBatches = 0;
  for (let step = await list.next(); !step.done; step = await list.next()) {
    emptyBatches = step.value.length > 0 ? 0 : emptyBatches + 1;
    if (emptyBatches === maxEmptyBatches) {
      throw new ContractError('a list', 'a record or an end', `${maxEmptyBatches} empty batches`);
    }
    for (const [id] of step.value) {
      if (ids.has(id)) throw new ContractError(`the listed identifier ${shown(id)}`, 'once', 'again');
      ids.add(id);
    }
    yield step.value;
  }
}

/** The remaining records of a list, in order. */
export async function readRest(list: AsyncIterator<readonly LocationRecord[]>): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  for await (const batch of eachBatch(list)) records.push(...batch);
  return records;
}

/** The next batch that has records, the very array of the store; empty when the list ends first. */
export async function readBatch(
  list: AsyncIterator<readonly LocationRecord[]>,
): Promise<readonly LocationRecord[]> {
  for await (const batch of eachBatch(list)) if (batch.length > 0) return batch;
  return [];
}

/** All records of a store, in list order. */
export function readList(store: LocationStore): Promise<LocationRecord[]> {
  return readRest(openList(store));
}

/** The records sorted by identifier, to compare lists in any order. */
export function sorted(records: Iterable<LocationRecord>): LocationRecord[] {
  return [...records].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

/** Requires the store to have exactly these records, by `get` and by `list`. All of them are read at once. */
export async function expectRecords(
  store: LocationStore,
  records: readonly LocationRecord[],
  what: string,
): Promise<void> {
  const [listed, ...found] = await Promise.all([readList(store), ...records.map(([id]) => store.get(id))]);
  for (const [index, [id, location]] of records.entries()) {
    expectEqual(`${what}: get ${shown(id)}`, found[index], location);
  }
  expectEqual(`${what}: the list`, sorted(listed), sorted(records));
}

/** Replaces the present records one at a time, and reads each alone. */
export async function replaceEach(store: LocationStore, records: readonly LocationRecord[]): Promise<void> {
  for (const [id, location] of records) {
    expectEqual(`replace ${shown(id)}`, await store.replace(id, location), true);
    expectEqual(`get ${shown(id)} after replace`, await store.get(id), location);
  }
}

/** Lets the event loop go on, for loops of calls that a store in memory resolves without it. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** An identifier as text for a message. */
export function shown(id: string): string {
  return JSON.stringify(id.length > 60 ? `${id.slice(0, 60)}…` : id);
}
