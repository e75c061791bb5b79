import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { ContractError, expectEqual } from '../../contract-error.ts';
import {
  deleteAll,
  eachBatch,
  locationOf,
  nextTurn,
  noise,
  numbered,
  openList,
  putAll,
  recordsOf,
  shown,
} from '../steps.ts';
import { type StoreRow, storeCases } from '../store-case.ts';

/** Enough records for four batches. */
const initial = recordsOf(1000);
const ids = initial.map(([id]) => id);
const isOdd = (_: unknown, number: number) => number % 2 === 1;
const isNotSixteenth = (_: unknown, number: number) => number % 16 !== 0;

/** The writes during a list, and what the list may contain because of them. */
class Writes {
  readonly #store: LocationStore;
  readonly #touched = new Set<string>();
  readonly #versions = new Map<string, Set<string>>();

  constructor(store: LocationStore, records: readonly LocationRecord[]) {
    this.#store = store;
    for (const [id, location] of records) this.#note(id, location);
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
  check(records: readonly LocationRecord[], listed: readonly LocationRecord[]): void {
    for (const [id, location] of listed) {
      if (this.#versions.get(id)?.has(textOf(location))) continue;
      throw new ContractError(`the listed record ${shown(id)}`, 'a state that was written', location);
    }
    const found = new Set(listed.map(([id]) => id));
    const lost = records.map(([id]) => id).filter((id) => !this.#touched.has(id) && !found.has(id));
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
    'Records that stay are in a list once while every other record is deleted.',
    async (writes, _, step) => (step === 0 ? writes.delete(ids.filter(isOdd)) : undefined),
  ],
  [
    'list-live-few-survivors',
    'Records that stay are in a list once while fifteen of sixteen are deleted.',
    async (writes, _, step) => (step === 0 ? writes.delete(ids.filter(isNotSixteenth)) : undefined),
  ],
  [
    'list-live-second-lives',
    'Records deleted and created again during a list are not in it twice, and those between them are in it once.',
    async (writes, _, step) => (step < 3 ? writes.recreate(ids.filter(isOdd), 1000 * (step + 1)) : undefined),
  ],
  [
    'list-live-all-read-deleted',
    'A list goes on when all records that it has read are deleted.',
    (writes, batch) => writes.delete(batch.map(([id]) => id)),
  ],
  [
    'list-live-among-inserts',
    'Records created during a list, between others and behind them, are in it once or not at all.',
    async (writes, _, step) => {
      // A writer that never stops may keep a list going.
      if (step >= 5) return;
      const between = ids.filter((_, number) => number % 100 === 50).map((id) => `${id}-${step}`);
      const behind = Array.from({ length: 10 }, (_, number) => numbered(1000 + 10 * step + number));
      await Promise.all([...between, ...behind].map((id, index) => writes.put(id, locationOf(index))));
    },
  ],
  [
    'list-live-among-writes',
    'Records put and replaced during a list are in it once, as before or as after a write.',
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
  ...changes.map(
    ([id, title, change]): StoreRow => [id, title, (store) => listDuring(store, initial, change)],
  ),
  [
    'list-live-long-identifiers',
    'Identifiers with the same first 1,000 characters are in a list once while others are deleted.',
    async (store) => {
      const start = noise(1000);
      const records = initial.slice(0, 600).map(([id, location]): LocationRecord => [start + id, location]);
      const odd = records.map(([id]) => id).filter(isOdd);
      await listDuring(store, records, (writes, batch, step) =>
        writes.delete([...(step === 0 ? odd : []), ...batch.slice(-1).map(([id]) => id)]),
      );
    },
  ],
  [
    'list-live-at-the-same-time',
    'Two lists at a time have each record that stays once while a writer creates, replaces and deletes others.',
    async (store) => {
      await putAll(store, initial);
      const writes = new Writes(store, initial);
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
      for (const records of listed) writes.check(initial, records);
    },
  ],
  [
    'list-live-shared',
    'Records that stay are in a list once while another store deletes, creates and replaces.',
    async (store, open) => {
      const change: Change = async (writes, _, step) => {
        if (step > 0) return;
        await writes.recreate(
          ids.filter((_, number) => number % 4 === 1),
          1000,
        );
        await writes.delete(ids.filter((_, number) => number % 4 === 3));
      };
      await listDuring(store, initial, change, await open());
    },
    { when: { shared: true } },
  ],
]);

/** Lists `records`, with changes through `writer` after each batch, and checks the list. */
async function listDuring(
  store: LocationStore,
  records: readonly LocationRecord[],
  change: Change,
  writer = store,
): Promise<void> {
  await putAll(store, records);
  const writes = new Writes(writer, records);
  const listed: LocationRecord[] = [];
  let step = 0;
  for await (const batch of eachBatch(openList(store))) {
    listed.push(...batch);
    if (batch.length > 0) await change(writes, batch, step++);
  }
  writes.check(records, listed);
}

/** A create, a replacement or a removal, in turn. */
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
