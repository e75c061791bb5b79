import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { ContractError, expectEqual } from '../contract-error.ts';

/** More records than any sensible batch of a list holds. */
export const many = 5000;

/** A Location that no other number gives. Its parts tell each other, so that a torn one is seen. */
export function place(number: number): Location {
  return {
    description: `place ${number}`,
    coordinates: { latitude: number / 8, longitude: -number - 0.5 },
  };
}

/** Identifiers that sort as they are numbered, in every order that a list may have. */
export function numbered(number: number): string {
  return `id-${String(number).padStart(5, '0')}`;
}

/** `count` records: {@link numbered} identifiers, each with the {@link place} of its number plus `offset`. */
export function places(count: number, offset = 0): LocationRecord[] {
  return Array.from({ length: count }, (_, number) => [numbered(number), place(number + offset)]);
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789-';

/** `length` characters that no engine compresses well, the same on every run. */
export function noise(length: number): string {
  let state = 1;
  let text = '';
  while (text.length < length) {
    // The constants of Numerical Recipes; only the upper bits are any good.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += letters.charAt((state >>> 16) % letters.length);
  }
  return text;
}

/** Batches without a record, one after another, after which a list is taken for one that never ends. */
const maxEmptyBatches = 10_000;

/** Puts all records, without waiting for one before the next. */
export async function putAll(store: LocationStore, records: Iterable<LocationRecord>): Promise<void> {
  await Promise.all(Array.from(records, ([id, location]) => store.put(id, location)));
}

/** The batches of a list, to be read step by step. */
export function openList(store: LocationStore): AsyncIterator<readonly LocationRecord[]> {
  return store.list()[Symbol.asyncIterator]();
}

/**
 * The batches that a list has not given out yet, in their order. A list that goes round must not keep a case for ever,
 * so the first identifier that comes again ends it.
 *
 * @throws {ContractError} when an identifier comes twice, or only empty batches come.
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

/** What a list has not given out yet, in its order. */
export async function readRest(list: AsyncIterator<readonly LocationRecord[]>): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  for await (const batch of eachBatch(list)) records.push(...batch);
  return records;
}

/** The next batch of a list that must have one. */
export async function readBatch(list: AsyncIterator<readonly LocationRecord[]>): Promise<LocationRecord[]> {
  for await (const batch of eachBatch(list)) if (batch.length > 0) return [...batch];
  return [];
}

/** The whole list of a store, in its order. */
export function readList(store: LocationStore): Promise<LocationRecord[]> {
  return readRest(openList(store));
}

/** Records in one order, for lists whose order is not the question. */
export function sorted(records: Iterable<LocationRecord>): LocationRecord[] {
  return [...records].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

/** Demands that the store holds exactly these records, by `get` and by the list. */
export async function expectRecords(
  store: LocationStore,
  records: readonly LocationRecord[],
  what: string,
): Promise<void> {
  for (const [id, location] of records)
    expectEqual(`${what}: get ${shown(id)}`, await store.get(id), location);
  expectEqual(`${what}: the list`, sorted(await readList(store)), sorted(records));
}

/** An identifier for a message. */
export function shown(id: string): string {
  return JSON.stringify(id.length > 60 ? `${id.slice(0, 60)}…` : id);
}
