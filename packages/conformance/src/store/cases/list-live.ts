import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { ContractError, expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import {
  eachBatch,
  locationOf,
  nextTurn,
  noise,
  numbered,
  openList,
  putAll,
  recordsOf,
  shown,
} from '../store-steps.ts';

const clause = 'D43';

/** Enough records for several batches. */
const count = 2000;

/** The writes during a list, and what the list may contain because of them. */
class Writes {
  readonly #store: LocationStore;
  readonly #touched = new Set<string>();
  readonly #versions = new Map<string, Set<string>>();

  constructor(store: LocationStore, initial: readonly LocationRecord[]) {
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

  delete(id: string): Promise<void> {
    this.#touched.add(id);
    return this.#store.delete(id);
  }

  /** Deletes the records and then creates them again, all at once. */
  async recreate(ids: readonly string[], offset: number): Promise<void> {
    await Promise.all(ids.map((id) => this.delete(id)));
    await Promise.all(ids.map((id, index) => this.put(id, locationOf(index + offset))));
  }

  /**
   * Requires each record that was not touched exactly once, no identifier twice, and no record in a state that was never
   * written.
   */
  check(initial: readonly LocationRecord[], listed: readonly LocationRecord[]): void {
    const times = new Map<string, number>();
    for (const [id, location] of listed) {
      times.set(id, (times.get(id) ?? 0) + 1);
      if (times.get(id) === 2) throw new ContractError(`the listed identifier ${shown(id)}`, 'once', 'twice');
      if (this.#versions.get(id)?.has(textOf(location))) continue;
      throw new ContractError(`the listed record ${shown(id)}`, 'a state that was written', location);
    }
    const lost = initial.filter(([id]) => !this.#touched.has(id) && !times.has(id));
    expectEqual(
      'the records that stay and are not in the list',
      lost.map(([id]) => shown(id)),
      [],
    );
  }

  #note(id: string, location: Location): void {
    const versions = this.#versions.get(id) ?? new Set();
    this.#versions.set(id, versions.add(textOf(location)));
  }
}

/** Writes after a batch of a list. `step` is 0 after the first batch. */
type Change = (writes: Writes, batch: readonly LocationRecord[], step: number) => Promise<unknown>;

const ids = recordsOf(count).map(([id]) => id);
const isOdd = (_: string, number: number) => number % 2 === 1;
const isNotSixteenth = (_: string, number: number) => number % 16 !== 0;

/** Changes once, after the first batch. */
function once(change: (writes: Writes) => Promise<unknown>): Change {
  return async (writes, _, step) => (step === 0 ? change(writes) : undefined);
}

const rows: readonly (readonly [id: string, title: string, change: Change])[] = [
  [
    'list-live-among-deletes',
    'Records that stay are in a list once while every other record is deleted.',
    once((writes) => Promise.all(ids.filter(isOdd).map((id) => writes.delete(id)))),
  ],
  [
    'list-live-few-survivors',
    'Records that stay are in a list once while fifteen of sixteen are deleted.',
    once((writes) => Promise.all(ids.filter(isNotSixteenth).map((id) => writes.delete(id)))),
  ],
  [
    'list-live-second-lives',
    'Records deleted and created again during a list are not in it twice, and those between them are in it once.',
    async (writes, _, step) => {
      if (step < 3) await writes.recreate(ids.filter(isOdd), count * (step + 1));
    },
  ],
  [
    'list-live-few-survivors-among-second-lives',
    'Records that stay are in a list once while fifteen of sixteen are deleted and created again.',
    once(async (writes) => {
      for (let life = 1; life <= 2; life++) await writes.recreate(ids.filter(isNotSixteenth), count * life);
    }),
  ],
  [
    'list-live-last-read-deleted',
    'A list goes on when the last record that it has read is deleted.',
    async (writes, batch) => writes.delete(batch.at(-1)?.[0] as string),
  ],
  [
    'list-live-last-read-created-again',
    'A list goes on when the last record that it has read is deleted and created again.',
    (writes, batch, step) => writes.recreate(batch.slice(-1).map(first), count * (step + 1)),
  ],
  [
    'list-live-all-read-deleted',
    'A list goes on when all records that it has read are deleted.',
    (writes, batch) => Promise.all(batch.map(([id]) => writes.delete(id))),
  ],
  [
    'list-live-among-inserts',
    'Records created during a list, between others and behind them, are in it once or not at all.',
    async (writes, _, step) => {
      // A writer that never stops may keep a list going.
      if (step >= 5) return;
      const between = ids.filter((_, number) => number % 100 === 50).map((id) => `${id}-${step}`);
      const behind = Array.from({ length: 10 }, (_, number) => numbered(count + 10 * step + number));
      await Promise.all([...between, ...behind].map((id, index) => writes.put(id, locationOf(index))));
    },
  ],
  [
    'list-live-among-writes',
    'Records put and replaced during a list are in it once, as before or as after a write.',
    (writes, _, step) =>
      Promise.all(
        ids.filter(isOdd).map((id, index) => {
          const location = locationOf(index + count * (step + 1));
          if (index % 2 === 0) return writes.put(id, location);
          return writes.replace(id, { coordinates: location.coordinates });
        }),
      ),
  ],
];

/** Lists during writes. */
export const listLive: readonly StoreCase[] = [
  ...rows.map(
    ([id, title, change]): StoreCase => ({
      id,
      clause,
      title,
      run: async (stores) => listDuring(await stores.open(), recordsOf(count), change),
    }),
  ),
  {
    id: 'list-live-long-identifiers',
    clause,
    title:
      'Long identifiers with the same first 1,000 characters are in a list once while others are deleted.',
    async run(stores) {
      const start = noise(1000);
      const records = recordsOf(600).map(([id, location]): LocationRecord => [start + id, location]);
      await listDuring(await stores.open(), records, async (writes, batch, step) => {
        if (step === 0)
          await Promise.all(
            records
              .map(first)
              .filter(isOdd)
              .map((id) => writes.delete(id)),
          );
        await writes.delete(batch.at(-1)?.[0] as string);
      });
    },
  },
  {
    id: 'list-live-at-the-same-time',
    clause,
    title:
      'Two lists at a time have each record that stays once while a writer creates, replaces and deletes others.',
    async run(stores) {
      const store = await stores.open();
      const initial = recordsOf(count);
      await putAll(store, initial);
      const writes = new Writes(store, initial);
      let isListing = true;
      const write = async () => {
        for (let round = 1; isListing; round++) {
          await Promise.all(ids.filter(isOdd).map((id, index) => writeOne(writes, id, index, round)));
          await nextTurn();
        }
      };
      const lists = Promise.all([readSlowly(store), readSlowly(store)]).finally(() => {
        isListing = false;
      });
      const [listed] = await Promise.all([lists, write()]);
      for (const records of listed) writes.check(initial, records);
    },
  },
  {
    id: 'list-live-shared',
    clause,
    title: 'Records that stay are in a list once while another store deletes, creates and replaces.',
    when: { shared: true },
    async run(stores) {
      const other = await stores.open();
      const change = once(async (writes) => {
        await writes.recreate(
          ids.filter((_, number) => number % 4 === 1),
          count,
        );
        await Promise.all(ids.filter((_, number) => number % 4 === 3).map((id) => writes.delete(id)));
      });
      await listDuring(await stores.open(), recordsOf(count), change, other);
    },
  },
];

/** Lists `initial`, with changes through `writer` after each batch, and checks the list. */
async function listDuring(
  store: LocationStore,
  initial: readonly LocationRecord[],
  change: Change,
  writer = store,
): Promise<void> {
  await putAll(store, initial);
  const writes = new Writes(writer, initial);
  const listed: LocationRecord[] = [];
  let step = 0;
  for await (const batch of eachBatch(openList(store))) {
    listed.push(...batch);
    if (batch.length > 0) await change(writes, batch, step++);
  }
  writes.check(initial, listed);
}

/** A create, a replacement or a removal, in turn. */
function writeOne(writes: Writes, id: string, index: number, round: number): Promise<unknown> {
  const location = locationOf(index + count * round);
  if ((index + round) % 3 === 0) return writes.put(id, location);
  return (index + round) % 3 === 1 ? writes.replace(id, location) : writes.delete(id);
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

function first([id]: LocationRecord): string {
  return id;
}

function textOf({ description, coordinates }: Location): string {
  return JSON.stringify([description, coordinates.latitude, coordinates.longitude]);
}
