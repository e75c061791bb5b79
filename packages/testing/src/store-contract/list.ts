import { ContractError } from '../contract-error.ts';
import { expectEqual } from '../expect-equal.ts';
import { many, numbered, place, places } from './samples.ts';
import type { StoreCase } from './store-case.ts';
import { openList, putAll, readBatch, readList, readRest, sorted } from './store-steps.ts';

const clause = 'LocationStore.list';

/** What a list holds, while nobody writes. */
export const list: readonly StoreCase[] = [
  {
    id: 'list-empty',
    clause,
    title: 'The list of an empty store ends without a record.',
    async run(subject) {
      const store = await subject.open();
      expectEqual(await readList(store), [], 'the list of a new store');
      await store.put('a', place(1));
      await store.delete('a');
      expectEqual(await readList(store), [], 'the list after the last delete');
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
      const batches = openList(store);
      for (let step = await batches.next(); !step.done; step = await batches.next()) {
        expectEqual(Array.isArray(step.value), true, 'a batch is an array');
        for (const record of step.value) {
          expectEqual(Array.isArray(record) && record.length, 2, 'the length of a record');
          expectEqual(typeof record[0], 'string', 'the type of an identifier');
          const names = Object.keys(record[1]).sort();
          const expected = record[0] === 'a' ? ['coordinates', 'description'] : ['coordinates'];
          expectEqual(
            names.filter((name) => record[1][name as 'description'] !== undefined),
            expected,
            'members',
          );
          expectEqual(Object.keys(record[1].coordinates).sort(), ['latitude', 'longitude'], 'coordinates');
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
      expectEqual(sorted(await readList(store)), places(many), 'the list');
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
      expectEqual((await readRest(batches)).length, many - first.length, 'the rest of the list');
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
      expectEqual(sorted(await readList(store)), expected, 'the list');
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
      expectEqual(sorted(await readRest(batches)), places(10), 'the first list');
      await store.put('new', place(1));
      expectEqual((await batches.next()).done, true, 'the end of a list');
      expectEqual((await readList(store)).length, 11, 'the length of the second list');
    },
  },
];
