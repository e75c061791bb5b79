import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import {
  eachBatch,
  many,
  nextTurn,
  openList,
  putAll,
  readBatch,
  readList,
  readRest,
  recordsOf,
  sorted,
} from '../store-steps.ts';

const clause = 'StoreGuarantees.snapshot';
const when = { snapshot: true } as const;

/** A snapshot that is taken during writes. */
const listMoment: readonly StoreCase[] = [
  {
    id: 'list-between-writes',
    clause,
    when,
    title: 'A list that starts during writes has everything written up to one moment, and nothing later.',
    async run(stores) {
      const store = await stores.open();
      const chunks = chunked(recordsOf(many), many / 10);
      await putAll(store, chunks.flat());
      let listing = true;
      const write = async () => {
        let round = 0;
        while (listing) {
          round++;
          for (const chunk of chunks) await putAll(store, aged(chunk, round));
          await nextTurn();
        }
        return round;
      };
      const read = async () => {
        try {
          for (let time = 0; time < 2; time++) expectOneMoment(await readSlowly(store));
        } finally {
          listing = false;
        }
      };
      const [round] = await Promise.all([write(), read()]);
      expectEqual('the list after all writes', sorted(await readList(store)), aged(chunks.flat(), round));
    },
  },
];

/** Reads the list, with time for writes of other clients after each batch. */
async function readSlowly(store: LocationStore): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  for await (const batch of eachBatch(openList(store))) {
    records.push(...batch);
    for (let time = 0; time < 3; time++) await store.delete('absent');
  }
  return records;
}

function chunked(records: readonly LocationRecord[], length: number): LocationRecord[][] {
  return Array.from({ length: records.length / length }, (_, index) =>
    records.slice(index * length, (index + 1) * length),
  );
}

function aged(records: readonly LocationRecord[], round: number): LocationRecord[] {
  return records.map(([id, { coordinates }]) => [
    id,
    { description: String(round), coordinates: { ...coordinates, latitude: round } },
  ]);
}

/**
 * The writer writes the chunks in turn. So at any moment each chunk is at least as far as the next, and the first is at
 * most one round ahead of the last.
 */
function expectOneMoment(records: readonly LocationRecord[]): void {
  expectEqual('the length of the list', records.length, many);
  const rounds = chunked(sorted(records), many / 10).map((chunk) =>
    chunk.map(([, location]) => roundOf(location)),
  );
  for (const [index, chunk] of rounds.entries()) {
    const isBehind = Math.min(...chunk) < Math.max(...(rounds[index + 1] ?? [0]));
    expectEqual(`chunk ${index} is behind the next`, isBehind, false);
  }
  const ahead = Math.max(...(rounds[0] ?? [])) - Math.min(...(rounds.at(-1) ?? []));
  expectEqual('the first chunk is at most one round ahead of the last', ahead <= 1, true);
}

/** The round that wrote a Location. All its fields must be of the same round. */
function roundOf({ description, coordinates }: LocationRecord[1]): number {
  const round = description?.startsWith('place') ? 0 : Number(description);
  if (round > 0) expectEqual('the latitude beside the description', coordinates.latitude, round);
  return round;
}

/** A list that is a snapshot, during writes. */
export const listSnapshot: readonly StoreCase[] = [
  duringList('list-hides-deletes', 'Records deleted during a list are still in it.', (store) =>
    deleteAll(store, recordsOf(many)),
  ),
  duringList(
    'list-hides-overwrites',
    'Records put again during a list are in it with their old state.',
    (store) => putAll(store, recordsOf(many, many)),
  ),
  duringList(
    'list-hides-replacements',
    'Records replaced during a list are in it with their old state.',
    (store) => Promise.all(recordsOf(many, many).map(([id, location]) => store.replace(id, location))),
  ),
  duringList('list-hides-inserts', 'Records created during a list are not in it.', (store) =>
    putAll(
      store,
      recordsOf(many).map(([id, location]) => [`${id}-new`, location]),
    ),
  ),
  duringList(
    'list-hides-second-lives',
    'Records deleted and created again during a list are in it once, with their old state.',
    async (store) => {
      const everyFourth = (_: unknown, number: number) => number % 4 === 0;
      for (let life = 1; life <= 2; life++) {
        await deleteAll(store, recordsOf(many).filter(everyFourth));
        await putAll(store, recordsOf(many, many * life).filter(everyFourth));
      }
    },
  ),
  {
    id: 'list-snapshots-of-their-own',
    clause,
    when,
    title: 'Each of several lists keeps the snapshot of its own first next().',
    async run(stores) {
      const store = await stores.open();
      const generations = [recordsOf(many), recordsOf(many, many), recordsOf(many / 2, 2 * many), []];
      const lists = [];
      for (const [index, records] of generations.entries()) {
        await deleteAll(store, generations[index - 1]?.slice(records.length) ?? []);
        await putAll(store, records);
        const batches = openList(store);
        lists.push({ batches, first: await readBatch(batches), records });
      }
      // The newest list ends first: the oldest snapshot must outlive the release of newer ones.
      for (const { batches, first, records } of lists.reverse()) {
        expectEqual('a list of several', sorted([...first, ...(await readRest(batches))]), records);
      }
    },
  },
  ...listMoment,
];

/** A case with `change` between the first batch and the rest. */
function duringList(
  id: string,
  title: string,
  change: (store: LocationStore) => Promise<unknown>,
): StoreCase {
  return {
    id,
    clause,
    when,
    title,
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(many));
      const batches = openList(store);
      const first = await readBatch(batches);
      await change(store);
      expectEqual(
        'the list during the changes',
        sorted([...first, ...(await readRest(batches))]),
        recordsOf(many),
      );
    },
  };
}

async function deleteAll(store: LocationStore, records: readonly LocationRecord[]): Promise<void> {
  await Promise.all(records.map(([id]) => store.delete(id)));
}
