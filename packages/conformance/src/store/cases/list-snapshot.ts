import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import {
  eachBatch,
  many,
  openList,
  places,
  putAll,
  readBatch,
  readList,
  readRest,
  sorted,
} from '../store-steps.ts';

const clause = 'StoreGuarantees.snapshot';
const when = { snapshot: true } as const;

/** What a list holds that starts while writes are under way. */
const listMoment: readonly StoreCase[] = [
  {
    id: 'list-between-writes',
    clause,
    when,
    title: 'A list that starts amid writes holds what was written up to one moment, and nothing later.',
    async run(subject) {
      const store = await subject.open();
      const chunks = chunked(places(many), many / 10);
      await putAll(store, chunks.flat());
      let listing = true;
      const write = async () => {
        let round = 0;
        while (listing) {
          round++;
          for (const chunk of chunks) await putAll(store, aged(chunk, round));
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

/** The list, each batch after a while in which others can write. */
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
 * The writer goes through the chunks in turn, so at any moment each is at least as far as the next, and the
 * first is at most one round ahead of the last.
 */
function expectOneMoment(records: readonly LocationRecord[]): void {
  expectEqual('the length of the list', records.length, many);
  const rounds = chunked(sorted(records), many / 10).map((chunk) =>
    chunk.map(([, location]) => roundOf(location)),
  );
  for (const [index, chunk] of rounds.entries()) {
    const behind = Math.min(...chunk) < Math.max(...(rounds[index + 1] ?? [0]));
    expectEqual(`chunk ${index} is behind the next`, behind, false);
  }
  const ahead = Math.max(...(rounds[0] ?? [])) - Math.min(...(rounds.at(-1) ?? []));
  expectEqual('the first chunk is at most one round ahead of the last', ahead <= 1, true);
}

/** The round that wrote a Location, which must be one round in all its parts. */
function roundOf({ description, coordinates }: LocationRecord[1]): number {
  const round = description?.startsWith('place') ? 0 : Number(description);
  if (round > 0) expectEqual('the latitude beside the description', coordinates.latitude, round);
  return round;
}

/** What a list that is a snapshot holds while others write. */
export const listSnapshot: readonly StoreCase[] = [
  duringList('list-hides-deletes', 'Records deleted during a list are still in it.', (store) =>
    deleteAll(store, places(many)),
  ),
  duringList('list-hides-overwrites', 'Records put again during a list are in it as they were.', (store) =>
    putAll(store, places(many, many)),
  ),
  duringList('list-hides-replacements', 'Records replaced during a list are in it as they were.', (store) =>
    Promise.all(places(many, many).map(([id, location]) => store.replace(id, location))),
  ),
  duringList('list-hides-inserts', 'Records created during a list are not in it.', (store) =>
    putAll(
      store,
      places(many).map(([id, location]) => [`${id}-new`, location]),
    ),
  ),
  duringList(
    'list-hides-second-lives',
    'Records deleted and created again during a list are in it once, as they were.',
    async (store) => {
      for (let life = 1; life <= 2; life++) {
        await deleteAll(store, places(many));
        await putAll(store, places(many, many * life));
      }
    },
  ),
  {
    id: 'list-snapshots-of-their-own',
    clause,
    when,
    title: 'Several lists at once each keep to the snapshot of their own first next().',
    async run(subject) {
      const store = await subject.open();
      const generations = [places(many), places(many, many), places(many / 2, 2 * many), []];
      const lists = [];
      for (const [index, records] of generations.entries()) {
        await deleteAll(store, generations[index - 1]?.slice(records.length) ?? []);
        await putAll(store, records);
        const batches = openList(store);
        lists.push({ batches, first: await readBatch(batches), records });
      }
      // The last first: the oldest snapshot must outlive the release of the newer ones.
      for (const { batches, first, records } of lists.reverse()) {
        expectEqual('a list of several', sorted([...first, ...(await readRest(batches))]), records);
      }
    },
  },
  ...listMoment,
];

/** A case in which `change` comes between the first batch and the rest. */
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
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(many));
      const batches = openList(store);
      const first = await readBatch(batches);
      await change(store);
      expectEqual(
        'the list during the changes',
        sorted([...first, ...(await readRest(batches))]),
        places(many),
      );
    },
  };
}

async function deleteAll(store: LocationStore, records: readonly LocationRecord[]): Promise<void> {
  await Promise.all(records.map(([id]) => store.delete(id)));
}
