import type { LocationRecord } from '@location-records/core';
import { ContractError, expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import {
  eachBatch,
  locationOf,
  many,
  numbered,
  openList,
  putAll,
  readList,
  readRest,
  recordsOf,
  sorted,
} from '../store-steps.ts';

const clause = 'LocationStore.list';

/** Lists without concurrent writes. */
export const list: readonly StoreCase[] = [
  {
    id: 'list-empty',
    clause,
    title: 'The list of an empty store ends without a record.',
    async run(stores) {
      const store = await stores.open();
      expectEqual('the list of a new store', await readList(store), []);
      await store.put('a', locationOf(1));
      await store.delete('a');
      expectEqual('the list after the last delete', await readList(store), []);
    },
  },
  {
    id: 'list-pairs',
    clause: 'SPEC 2',
    title: 'The batches of a list are arrays of pairs of an identifier and a Location.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      await store.put('b', { coordinates: locationOf(2).coordinates });
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
    title: 'A list has every record exactly once, even with thousands of records.',
    async run(stores) {
      const store = await stores.open();
      // More than 10,000, at which some engines end a list.
      const records = recordsOf(10_001);
      await putAll(store, records);
      expectEqual('the list', sorted(await readList(store)), records);
    },
  },
  {
    id: 'list-batches-of-256',
    clause: 'D43',
    title: 'A batch of a list has at most 256 records.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(many));
      for await (const { length } of eachBatch(openList(store))) {
        if (length > 256) throw new ContractError('the length of a batch', 'at most 256', length);
      }
    },
  },
  {
    id: 'list-batches-of-32-kib',
    clause: 'D43',
    title: 'A batch of a list ends with the record that brings its descriptions to 32 KiB, or before.',
    async run(stores) {
      const store = await stores.open();
      const long = 'x'.repeat(4000);
      const records = recordsOf(300).map(([id, location], number): LocationRecord => {
        // A short beginning must not decide how many records the later batches have.
        return [id, number < 100 ? location : { ...location, description: `${number} ${long}` }];
      });
      await putAll(store, records);
      const listed: LocationRecord[] = [];
      for await (const batch of eachBatch(openList(store))) {
        listed.push(...batch);
        const lengths = batch.slice(0, -1).map(([, { description }]) => description?.length ?? 0);
        const total = lengths.reduce((sum, length) => sum + length, 0);
        if (total <= 32 * 1024) continue;
        throw new ContractError('the bytes of a batch before its last record', 'at most 32 KiB', total);
      }
      expectEqual('the list', sorted(listed), records);
    },
  },
  {
    id: 'list-after-changes',
    clause,
    title:
      'A list has the current records: overwritten ones once and in their new state, and no deleted ones.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(100));
      await putAll(store, recordsOf(100, 1000).slice(0, 50));
      await Promise.all(
        recordsOf(100)
          .slice(25, 75)
          .map(([id]) => store.delete(id)),
      );
      await store.put(numbered(30), locationOf(7));
      const expected = [
        ...recordsOf(100, 1000).slice(0, 25),
        [numbered(30), locationOf(7)],
        ...recordsOf(100).slice(75),
      ];
      expectEqual('the list', sorted(await readList(store)), expected);
    },
  },
  {
    id: 'list-twice',
    clause,
    title: 'Each list starts at the beginning, and does not start again after its end.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(10));
      const batches = openList(store);
      expectEqual('the first list', sorted(await readRest(batches)), recordsOf(10));
      await store.put('new', locationOf(1));
      expectEqual('the end of a list', (await batches.next()).done, true);
      expectEqual('the length of the second list', (await readList(store)).length, 11);
    },
  },
  {
    id: 'list-starts-at-first-next',
    clause: 'D43',
    title: 'A list has everything written before its first next(), even if it was opened earlier.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      await store.put('b', locationOf(2));
      const batches = openList(store);
      await store.put('a', locationOf(3));
      await store.delete('b');
      await store.put('c', locationOf(4));
      const expected = [
        ['a', locationOf(3)],
        ['c', locationOf(4)],
      ];
      expectEqual('the list', sorted(await readRest(batches)), expected);
    },
  },
];
