import {
  type InvalidArgumentError,
  isStoreError,
  type Location,
  type LocationRecord,
  type LocationStore,
} from '@location-records/core';
import { ContractError, expectEqual } from '../contract-error.ts';

/** Enough records for several batches of a list. */
export const many = 600;

/**
 * Returns a Location for this number alone. Each member determines the others, so that a case notices a
 * mixture of two.
 */
export function locationOf(number: number): Location {
  return {
    description: `place ${number}`,
    coordinates: { latitude: number / 8, longitude: -number - 0.5 },
  };
}

export function locationAt(latitude: number, longitude: number, description?: string): Location {
  const coordinates = { latitude, longitude };
  return description === undefined ? { coordinates } : { description, coordinates };
}

/** Returns the identifier with this number. Identifiers sort as their numbers do, in every list order. */
export function numbered(number: number): string {
  return `id-${String(number).padStart(5, '0')}`;
}

/** `count` records: {@link numbered} identifiers, each with the Location of its number plus `offset`. */
export function recordsOf(count: number, offset = 0): LocationRecord[] {
  return Array.from({ length: count }, (_, number) => [numbered(number), locationOf(number + offset)]);
}

/** Records with {@link numbered} identifiers for these Locations. */
export function numberedRecords(locations: readonly Location[]): LocationRecord[] {
  return locations.map((location, number) => [numbered(number), location]);
}

/** Returns a function for numbers from 0 below a limit, the same in every run. */
export function randomNumbers(): (below: number) => number {
  let state = 1;
  return (below) => {
    // A linear congruential generator with the constants of Numerical Recipes. Only its upper bits are random
    // enough.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 16) % below;
  };
}

/** `length` characters that engines cannot compress well, the same in every run. */
export function noise(length: number): string {
  const random = randomNumbers();
  return Array.from({ length }, () => random(36).toString(36)).join('');
}

export function idsOf(records: readonly LocationRecord[]): string[] {
  return records.map(([id]) => id);
}

/** Puts all records at once. */
export async function putAll(store: LocationStore, records: Iterable<LocationRecord>): Promise<void> {
  await Promise.all(Array.from(records, ([id, location]) => store.put(id, location)));
}

/** Replaces all records at once. All must exist. */
export async function replaceAll(store: LocationStore, records: Iterable<LocationRecord>): Promise<void> {
  await Promise.all(
    Array.from(records, async ([id, location]) =>
      expectEqual(`replace of ${shown(id)}`, await store.replace(id, location), true),
    ),
  );
}

/** Deletes all records at once. */
export async function deleteAll(store: LocationStore, ids: Iterable<string>): Promise<void> {
  await Promise.all(Array.from(ids, (id) => store.delete(id)));
}

/** Opens a list, to be read batch by batch. */
export function openList(store: LocationStore): AsyncIterator<readonly LocationRecord[]> {
  return store.list()[Symbol.asyncIterator]();
}

/** The number of successive empty batches or pages after which a list or a box counts as endless. */
export const maxEmpty = 10_000;

/**
 * The remaining batches of a list, in order. An endless list must not hang a case, so a repeated identifier
 * ends it.
 *
 * @throws {ContractError} when an identifier is repeated, or when too many successive batches are empty.
 */
export async function* eachBatch(
  list: AsyncIterator<readonly LocationRecord[]>,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  const ids = new Set<string>();
  let empty = 0;
  for (let step = await list.next(); !step.done; step = await list.next()) {
    empty = step.value.length > 0 ? 0 : empty + 1;
    if (empty === maxEmpty) throw new ContractError('a list', 'a record or an end', `${empty} empty batches`);
    for (const [id] of step.value) {
      if (ids.has(id)) throw new ContractError(`the listed identifier ${shown(id)}`, 'once', 'again');
      ids.add(id);
    }
    yield step.value;
  }
}

/** Returns the remaining records of a list, in order. */
export async function readRest(list: AsyncIterator<readonly LocationRecord[]>): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  for await (const batch of eachBatch(list)) records.push(...batch);
  return records;
}

/** Returns the next batch that has records, the very array of the store; empty when the list ends first. */
export async function readBatch(
  list: AsyncIterator<readonly LocationRecord[]>,
): Promise<readonly LocationRecord[]> {
  for await (const batch of eachBatch(list)) if (batch.length > 0) return batch;
  return [];
}

/** Returns all records of a store, in list order. */
export function readList(store: LocationStore): Promise<LocationRecord[]> {
  return readRest(openList(store));
}

/** Returns the records sorted by identifier, to compare lists in any order. */
export function sorted(records: Iterable<LocationRecord>): LocationRecord[] {
  return [...records].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

/** Requires the store to have exactly these records, by `get` and by `list`. All of them are read at once. */
export async function expectRecords(
  store: LocationStore,
  records: readonly LocationRecord[],
  when: string,
): Promise<void> {
  const [listed, ...found] = await Promise.all([readList(store), ...records.map(([id]) => store.get(id))]);
  for (const [index, [id, location]] of records.entries()) {
    expectEqual(`get of ${shown(id)} ${when}`, found[index], location);
  }
  expectEqual(`the list ${when}`, sorted(listed), sorted(records));
}

/** Requires `get` to find no record, and `replace` neither. */
export async function expectAbsent(
  store: LocationStore,
  ids: readonly string[],
  when: string,
): Promise<void> {
  await Promise.all(
    ids.map(async (id) => {
      expectEqual(`get of ${shown(id)} ${when}`, await store.get(id), undefined);
      expectEqual(`replace of ${shown(id)} ${when}`, await store.replace(id, locationOf(0)), false);
    }),
  );
}

/** Lets the event loop turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Returns an identifier as text for a message. */
export function shown(id: string): string {
  return JSON.stringify(id.length > 60 ? `${id.slice(0, 60)}…` : id);
}

/** Requires a call on a closed store to return a promise that rejects with `STORE_CLOSED`. */
export async function expectClosed(call: () => PromiseLike<unknown>, what: string): Promise<void> {
  const expected = 'a rejection with the code STORE_CLOSED';
  const error = await rejectionOf(call, expected, what);
  if (!isStoreError(error) || error.code !== 'STORE_CLOSED') {
    throw new ContractError(what, expected, String(error));
  }
}

/** Requires a call to return a promise that rejects with an `InvalidArgumentError` about `argument`. */
export async function expectRefused(
  call: () => PromiseLike<unknown>,
  argument: string,
  what: string,
): Promise<void> {
  const expected = `a rejection with the code INVALID_ARGUMENT, about ${argument}`;
  const error = await rejectionOf(call, expected, what);
  // No `instanceof`: a store may have another copy of the core.
  const { code, argument: about } = (error instanceof Error ? error : {}) as Partial<InvalidArgumentError>;
  if (code !== 'INVALID_ARGUMENT' || about !== argument) {
    throw new ContractError(what, expected, String(error));
  }
}

/** Requires a call to return a real promise, and not to throw. */
export function expectPromise<T>(call: () => PromiseLike<T>, what: string): Promise<T> {
  let returned: unknown;
  try {
    returned = call();
  } catch (error) {
    throw new ContractError(what, 'a promise', `thrown: ${error}`);
  }
  if (!(returned instanceof Promise)) throw new ContractError(what, 'a promise', returned);
  return returned;
}

async function rejectionOf(
  call: () => PromiseLike<unknown>,
  expected: string,
  what: string,
): Promise<unknown> {
  const settled = await expectPromise(call, what).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in settled) throw new ContractError(what, expected, settled.value);
  return settled.error;
}
