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
      expectEqual('the list', sorted(await readRest(batches)), expected);
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
        expectEqual('a list of several', sorted([...first, ...(await readRest(batches))]), records);
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
      expectEqual('what return() gave', (await abandoned.return?.())?.done, true);
      expectEqual('next() after return()', (await abandoned.next()).done, true);
      await putAll(store, places(many, many));
      await store.delete(numbered(0));
      expectEqual(
        'a list opened before return()',
        sorted([...first, ...(await readRest(other))]),
        places(many),
      );
      expectEqual('a list opened after return()', sorted(await readList(store)), places(many, many).slice(1));
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
      expectEqual('what return() gave', (await abandoned.return?.())?.done, true);
      expectEqual('next() after return()', (await abandoned.next()).done, true);
      expectEqual('another list', sorted(await readList(store)), places(10));
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
