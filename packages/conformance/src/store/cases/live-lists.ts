import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { ContractError, expectEqual } from '../../contract-error.ts';
import {
  deleteAll,
  eachBatch,
  idsOf,
  locationOf,
  nextTurn,
  openList,
  putAll,
  recordsOf,
  shown,
} from '../steps.ts';
import { type StoreRow, storeCases } from '../store-case.ts';

/** Enough records for four batches. */
const initial = recordsOf(1000);
const ids = idsOf(initial);
const isOdd = (_: unknown, number: number) => number % 2 === 1;
const isNotSixteenth = (_: unknown, number: number) => number % 16 !== 0;

/** The writes during a list, and what the list may contain because of them. */
class Writes {
  readonly #store: LocationStore;
  readonly #touched = new Set<string>();
  readonly #versions = new Map<string, Set<string>>();

  constructor(store: LocationStore) {
    this.#store = store;
    for (const [id, location] of initial) this.#note(id, location);
  }

  put(id: string, location: Location): Promise<void> {
    this.#touched.add(id);
    this.#note(id, location);
    return this.#store.put(id, location);
  }

  replace(id: string, location: Location): Promise<boolean> {
    this.#touched.add(id);
    this.#note(id, location);
    return this.#store.replace(id, location);
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#touched.add(id);
    await deleteAll(this.#store, ids);
  }

  /** Deletes the records and then creates them again, all at once. */
  async recreate(ids: readonly string[], offset: number): Promise<void> {
    await this.delete(ids);
    await Promise.all(ids.map((id, index) => this.put(id, locationOf(index + offset))));
  }

  /** Requires each record that was not touched, and no record in a state that was never written. */
  check(listed: readonly LocationRecord[]): void {
    for (const [id, location] of listed) {
      if (this.#versions.get(id)?.has(textOf(location))) continue;
      throw new ContractError(`the listed record ${shown(id)}`, 'a state that was written', location);
    }
    const found = new Set(idsOf(listed));
    const lost = ids.filter((id) => !this.#touched.has(id) && !found.has(id));
    expectEqual('the records that stay and are not in the list', lost.map(shown), []);
  }

  #note(id: string, location: Location): void {
    const versions = this.#versions.get(id) ?? new Set();
    this.#versions.set(id, versions.add(textOf(location)));
  }
}

/** Writes after a batch of a list. `step` is 0 after the first batch. */
type Change = (writes: Writes, batch: readonly LocationRecord[], step: number) => Promise<unknown>;

const changes: readonly (readonly [id: string, title: string, change: Change])[] = [
  [
    'list-live-among-deletes',
    'A list has each remaining record once while every other record is deleted.',
    async (writes, _, step) => (step === 0 ? writes.delete(ids.filter(isOdd)) : undefined),
  ],
  [
    'list-live-few-survivors',
    'A list has each remaining record once while fifteen of sixteen are deleted.',
    async (writes, _, step) => (step === 0 ? writes.delete(ids.filter(isNotSixteenth)) : undefined),
  ],
  [
    'list-live-second-lives',
    'A list has no record twice if some are deleted and created again meanwhile.',
    async (writes, _, step) => (step < 3 ? writes.recreate(ids.filter(isOdd), 1000 * (step + 1)) : undefined),
  ],
  [
    'list-live-all-read-deleted',
    'A list continues after all records that it has returned are deleted.',
    (writes, batch) => writes.delete(idsOf(batch)),
  ],
  [
    'list-live-among-writes',
    'A list has each record that is written meanwhile once, as it was before or after a write.',
    (writes, _, step) =>
      Promise.all(
        ids.filter(isOdd).map((id, index) => {
          const location = locationOf(index + 1000 * (step + 1));
          if (index % 2 === 0) return writes.put(id, location);
          return writes.replace(id, { coordinates: location.coordinates });
        }),
      ),
  ],
];

/** Lists during writes. */
export const liveLists = storeCases('D43', [
  ...changes.map(([id, title, change]): StoreRow => [id, title, (store) => listDuring(store, change)]),
  [
    'list-live-at-the-same-time',
    'Two concurrent lists have each untouched record once while a writer creates, replaces and deletes others.',
    async (store) => {
      await putAll(store, initial);
      const writes = new Writes(store);
      let isListing = true;
      const write = async () => {
        for (let round = 1; isListing; round++) {
          await Promise.all(ids.filter(isOdd).map((id, index) => writeOne(writes, id, index, round)));
          await nextTurn();
        }
      };
      const reading = Promise.all([readSlowly(store), readSlowly(store)]).finally(() => {
        isListing = false;
      });
      const [listed] = await Promise.all([reading, write()]);
      for (const records of listed) writes.check(records);
    },
  ],
]);

/** Lists the initial records, with changes after each batch, and checks the list. */
async function listDuring(store: LocationStore, change: Change): Promise<void> {
  await putAll(store, initial);
  const writes = new Writes(store);
  const listed: LocationRecord[] = [];
  let step = 0;
  for await (const batch of eachBatch(openList(store))) {
    listed.push(...batch);
    if (batch.length > 0) await change(writes, batch, step++);
  }
  writes.check(listed);
}

/** Creates, replaces or deletes a record, in turn. */
function writeOne(writes: Writes, id: string, index: number, round: number): Promise<unknown> {
  const location = locationOf(index + 1000 * round);
  if ((index + round) % 3 === 0) return writes.put(id, location);
  return (index + round) % 3 === 1 ? writes.replace(id, location) : writes.delete([id]);
}

/** Reads a list, with time for the writes of others after each batch. */
async function readSlowly(store: LocationStore): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  for await (const batch of eachBatch(openList(store))) {
    records.push(...batch);
    await nextTurn();
  }
  return records;
}

function textOf({ description, coordinates }: Location): string {
  return JSON.stringify([description, coordinates.latitude, coordinates.longitude]);
}
