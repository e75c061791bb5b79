import type { LocationRecord, LocationStore } from '@location-records/core';
import { ContractError, expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import {
  eachBatch,
  many,
  numbered,
  openList,
  place,
  places,
  putAll,
  readBatch,
  readList,
  readRest,
  sorted,
} from '../store-steps.ts';

const abandonedClause = 'LocationStore.list: return() releases what the list holds';

/** What happens to a list that is not read to its end. */
const listAbandoned: readonly StoreCase[] = [
  {
    id: 'list-abandoned',
    clause: abandonedClause,
    when: { snapshot: true },
    title: 'A list abandoned half-way by return() is over, and the store goes on.',
    async run(subject) {
      const store = await subject.open();
      const readOther = await abandonOneOfTwo(store);
      await putAll(store, places(many, many));
      await store.delete(numbered(0));
      expectEqual('a list opened before return()', await readOther(), places(many));
      expectEqual('a list opened after return()', sorted(await readList(store)), places(many, many).slice(1));
    },
  },
  {
    id: 'list-abandoned-live',
    clause: abandonedClause,
    title: 'A live list abandoned half-way by return() is over, and the store and its other lists go on.',
    when: { snapshot: false },
    async run(subject) {
      const store = await subject.open();
      const readOther = await abandonOneOfTwo(store);
      expectEqual('a list opened before return()', await readOther(), places(many));
      await store.delete(numbered(0));
      expectEqual('a list opened after return()', sorted(await readList(store)), places(many).slice(1));
    },
  },
  {
    id: 'list-abandoned-before-next',
    clause: abandonedClause,
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

/** Opens two lists of `many` records, abandons the first half-way, and gives what reads the other to its end, sorted. */
async function abandonOneOfTwo(store: LocationStore): Promise<() => Promise<LocationRecord[]>> {
  await putAll(store, places(many));
  const abandoned = openList(store);
  await readBatch(abandoned);
  const other = openList(store);
  const first = await readBatch(other);
  expectEqual('what return() gave', (await abandoned.return?.())?.done, true);
  expectEqual('next() after return()', (await abandoned.next()).done, true);
  return async () => sorted([...first, ...(await readRest(other))]);
}

const clause = 'LocationStore.list';

/** What a list holds while no client writes. */
export const list: readonly StoreCase[] = [
  {
    id: 'list-empty',
    clause,
    title: 'The list of an empty store ends without a record.',
    async run(subject) {
      const store = await subject.open();
      expectEqual('the list of a new store', await readList(store), []);
      await store.put('a', place(1));
      await store.delete('a');
      expectEqual('the list after the last delete', await readList(store), []);
    },
  },
  {
    id: 'list-pairs',
    clause: 'SPEC 2',
    title: 'A list comes in arrays of pairs of an identifier and a Location.',
    async run(subject) {
      const store = await subject.open();
      await store.put('a', place(1));
      await store.put('b', { coordinates: place(2).coordinates });
      for await (const batch of eachBatch(openList(store))) {
        expectEqual('a batch is an array', Array.isArray(batch), true);
        for (const record of batch) {
          expectEqual('the length of a record', Array.isArray(record) && record.length, 2);
          expectEqual('the type of an identifier', typeof record[0], 'string');
          const names = Object.keys(record[1]).sort();
          const expected = record[0] === 'a' ? ['coordinates', 'description'] : ['coordinates'];
          expectEqual(
            'members',
            names.filter((name) => record[1][name as 'description'] !== undefined),
            expected,
          );
          expectEqual('coordinates', Object.keys(record[1].coordinates).sort(), ['latitude', 'longitude']);
        }
      }
    },
  },
  {
    id: 'list-many',
    clause: 'SPEC 4.7',
    title: 'A list holds every record exactly once, also when there are thousands.',
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(many));
      expectEqual('the list', sorted(await readList(store)), places(many));
    },
  },
  {
    id: 'list-ends',
    clause: 'LocationStore.list: no identifier twice',
    title: 'A list of thousands ends: it neither begins again nor goes on without records.',
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(many));
      let length = 0;
      for await (const batch of eachBatch(openList(store))) length += batch.length;
      expectEqual('the length of the list', length, many);
    },
  },
  {
    id: 'list-batches-bounded',
    clause,
    title: 'A long list comes in more than one batch, so that it needs no memory for the whole.',
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(many));
      const batches = openList(store);
      const first = await readBatch(batches);
      if (first.length >= many)
        throw new ContractError('the first batch', `fewer than ${many}`, first.length);
      expectEqual('the rest of the list', (await readRest(batches)).length, many - first.length);
    },
  },
  {
    id: 'list-after-changes',
    clause,
    title:
      'A list holds what is there now: overwritten records once and as they are, deleted ones not at all.',
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(100));
      await putAll(store, places(100, 1000).slice(0, 50));
      await Promise.all(
        places(100)
          .slice(25, 75)
          .map(([id]) => store.delete(id)),
      );
      await store.put(numbered(30), place(7));
      const expected = [
        ...places(100, 1000).slice(0, 25),
        [numbered(30), place(7)],
        ...places(100).slice(75),
      ];
      expectEqual('the list', sorted(await readList(store)), expected);
    },
  },
  {
    id: 'list-twice',
    clause,
    title: 'Each list starts at the beginning, and a list that ended stays ended.',
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(10));
      const batches = openList(store);
      expectEqual('the first list', sorted(await readRest(batches)), places(10));
      await store.put('new', place(1));
      expectEqual('the end of a list', (await batches.next()).done, true);
      expectEqual('the length of the second list', (await readList(store)).length, 11);
    },
  },
  {
    id: 'list-starts-at-first-next',
    clause: 'LocationStore.list: everything that was written before the first next()',
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
  ...listAbandoned,
];
