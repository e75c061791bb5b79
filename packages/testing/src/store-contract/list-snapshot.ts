import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../expect-equal.ts';
import { many, numbered, place, places } from './samples.ts';
import type { StoreCase } from './store-case.ts';
import { openList, putAll, readBatch, readList, readRest, sorted } from './store-steps.ts';

const clause = 'LocationStore.list: one snapshot taken at the first next()';

/** What a list holds while others write. */
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
    id: 'list-starts-at-first-next',
    clause,
    title: 'A list holds what was written before its first next(), however long it had been open.',
    async run(subject) {
      const store = await subject.open();
      await store.put('a', place(1));
      await store.put('b', place(2));
      const batches = openList(store);
      await store.put('a', place(3));
      await store.delete('b');
      await store.put('c', place(4));
      const expected = [
        ['a', place(3)],
        ['c', place(4)],
      ];
      expectEqual(sorted(await readRest(batches)), expected, 'the list');
    },
  },
  {
    id: 'list-snapshots-of-their-own',
    clause,
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
        expectEqual(sorted([...first, ...(await readRest(batches))]), records, 'a list of several');
      }
    },
  },
  {
    id: 'list-abandoned',
    clause: 'LocationStore.list: return() releases what the list holds',
    title: 'A list abandoned half-way by return() is over, and the store goes on.',
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(many));
      const abandoned = openList(store);
      await readBatch(abandoned);
      const other = openList(store);
      const first = await readBatch(other);
      expectEqual((await abandoned.return?.())?.done, true, 'what return() gave');
      expectEqual((await abandoned.next()).done, true, 'next() after return()');
      await putAll(store, places(many, many));
      await store.delete(numbered(0));
      expectEqual(
        sorted([...first, ...(await readRest(other))]),
        places(many),
        'a list opened before return()',
      );
      expectEqual(sorted(await readList(store)), places(many, many).slice(1), 'a list opened after return()');
    },
  },
  {
    id: 'list-abandoned-before-next',
    clause: 'LocationStore.list: return() releases what the list holds',
    title: 'A list may be abandoned by return() before its first next().',
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(10));
      const abandoned = openList(store);
      expectEqual((await abandoned.return?.())?.done, true, 'what return() gave');
      expectEqual((await abandoned.next()).done, true, 'next() after return()');
      expectEqual(sorted(await readList(store)), places(10), 'another list');
    },
  },
  {
    id: 'list-between-writes',
    clause,
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
      expectEqual(sorted(await readList(store)), aged(chunks.flat(), round), 'the list after all writes');
    },
  },
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
    title,
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(many));
      const batches = openList(store);
      const first = await readBatch(batches);
      await change(store);
      expectEqual(
        sorted([...first, ...(await readRest(batches))]),
        places(many),
        'the list during the changes',
      );
    },
  };
}

async function deleteAll(store: LocationStore, records: readonly LocationRecord[]): Promise<void> {
  await Promise.all(records.map(([id]) => store.delete(id)));
}

/** The list, each batch after a while in which others can write. */
async function readSlowly(store: LocationStore): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  for await (const batch of store.list()) {
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
  expectEqual(records.length, many, 'the length of the list');
  const rounds = chunked(sorted(records), many / 10).map((chunk) =>
    chunk.map(([, location]) => roundOf(location)),
  );
  for (const [index, chunk] of rounds.entries()) {
    const behind = Math.min(...chunk) < Math.max(...(rounds[index + 1] ?? [0]));
    expectEqual(behind, false, `chunk ${index} is behind the next`);
  }
  const ahead = Math.max(...(rounds[0] ?? [])) - Math.min(...(rounds.at(-1) ?? []));
  expectEqual(ahead <= 1, true, 'the first chunk is at most one round ahead of the last');
}

/** The round that wrote a Location, which must be one round in all its parts. */
function roundOf({ description, coordinates }: LocationRecord[1]): number {
  const round = description?.startsWith('place') ? 0 : Number(description);
  if (round > 0) expectEqual(coordinates.latitude, round, 'the latitude beside the description');
  return round;
}
