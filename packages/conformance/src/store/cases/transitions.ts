import type { LocationRecord } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords, locationOf, putAll } from '../store-steps.ts';

const clause = 'SPEC 3';

/** The transitions of SPEC section 3, by method. */
export const transitions: readonly StoreCase[] = [
  {
    id: 'starts-empty',
    clause,
    title: 'A new store has no records.',
    async run(stores) {
      const store = await stores.open();
      expectEqual('get from an empty store', await store.get('a'), undefined);
      await expectRecords(store, [], 'an empty store');
    },
  },
  {
    id: 'put-creates',
    clause,
    title: 'put on an absent identifier creates the whole record.',
    async run(stores) {
      const store = await stores.open();
      expectEqual('the result of put', await store.put('a', locationOf(1)), undefined);
      await expectRecords(store, [['a', locationOf(1)]], 'after put');
    },
  },
  {
    id: 'put-replaces-every-field',
    clause,
    title: 'put on a present identifier replaces the whole Location.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      await store.put('b', locationOf(2));
      await store.put('a', locationOf(3));
      await expectRecords(
        store,
        [
          ['a', locationOf(3)],
          ['b', locationOf(2)],
        ],
        'after the second put',
      );
    },
  },
  {
    id: 'put-removes-the-description',
    clause,
    title: 'put without a description removes the old one, and put with a description adds it.',
    async run(stores) {
      const store = await stores.open();
      const { coordinates } = locationOf(1);
      await store.put('a', locationOf(1));
      await store.put('a', { coordinates });
      await expectRecords(store, [['a', { coordinates }]], 'after put without a description');
      await store.put('a', locationOf(1));
      await expectRecords(store, [['a', locationOf(1)]], 'after put with a description');
    },
  },
  {
    id: 'put-again-changes-nothing',
    clause: 'SPEC 1',
    title: 'put is idempotent.',
    async run(stores) {
      const store = await stores.open();
      for (let time = 0; time < 3; time++) await store.put('a', locationOf(1));
      await expectRecords(store, [['a', locationOf(1)]], 'after three puts');
    },
  },
  {
    id: 'replace-replaces-every-field',
    clause,
    title: 'replace on a present identifier replaces the whole Location, and resolves to true.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      await store.put('b', locationOf(2));
      expectEqual('replace of a present record', await store.replace('a', locationOf(3)), true);
      expectEqual(
        'replace of another',
        await store.replace('b', { coordinates: locationOf(4).coordinates }),
        true,
      );
      await expectRecords(
        store,
        [
          ['a', locationOf(3)],
          ['b', { coordinates: locationOf(4).coordinates }],
        ],
        'after replace',
      );
    },
  },
  {
    id: 'replace-with-the-same-says-true',
    clause,
    title: 'replace resolves to whether the record was present, not to whether anything changed.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      for (let time = 0; time < 2; time++) {
        expectEqual('replace with the same content', await store.replace('a', locationOf(1)), true);
      }
      await expectRecords(store, [['a', locationOf(1)]], 'after replace');
    },
  },
  {
    id: 'replace-absent-creates-nothing',
    clause,
    title: 'replace on an absent identifier creates nothing, and resolves to false.',
    async run(stores) {
      const store = await stores.open();
      await store.put('b', locationOf(2));
      await store.put('gone', locationOf(3));
      await store.delete('gone');
      expectEqual('replace of a record that never existed', await store.replace('a', locationOf(1)), false);
      expectEqual('replace of a deleted record', await store.replace('gone', locationOf(1)), false);
      expectEqual('get after replace', await store.get('a'), undefined);
      expectEqual('get of the deleted record after replace', await store.get('gone'), undefined);
      await expectRecords(store, [['b', locationOf(2)]], 'after replace');
    },
  },
  {
    id: 'delete-removes-its-own',
    clause,
    title: 'delete removes its own record and no other.',
    async run(stores) {
      const store = await stores.open();
      const others: readonly LocationRecord[] = [
        ['b', locationOf(1)],
        ['ab', locationOf(2)],
        ['ba', locationOf(3)],
        ['equal', locationOf(0)],
      ];
      for (const [id, location] of [['a', locationOf(0)] as const, ...others]) await store.put(id, location);
      expectEqual('the result of delete', await store.delete('a'), undefined);
      expectEqual('get after delete', await store.get('a'), undefined);
      await expectRecords(store, others, 'after delete');
    },
  },
  {
    id: 'delete-absent-is-no-failure',
    clause,
    title: 'delete on an absent identifier resolves, and changes nothing.',
    async run(stores) {
      const store = await stores.open();
      const others: readonly LocationRecord[] = [
        ['a', locationOf(1)],
        ['c', locationOf(2)],
      ];
      await putAll(store, others);
      for (let time = 0; time < 2; time++) await store.delete('b');
      await expectRecords(store, others, 'after deletes of what was never present');
      await store.put('b', locationOf(3));
      for (let time = 0; time < 2; time++) await store.delete('b');
      await expectRecords(store, others, 'after deletes of what is no longer present');
      await store.put('b', locationOf(4));
      await expectRecords(store, [...others, ['b', locationOf(4)]], 'after put');
    },
  },
  {
    id: 'put-after-delete-starts-anew',
    clause,
    title: 'put after delete creates a record with nothing of the deleted one.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      await store.delete('a');
      await store.put('a', { coordinates: locationOf(2).coordinates });
      await expectRecords(
        store,
        [['a', { coordinates: locationOf(2).coordinates }]],
        'after put, delete, put',
      );
    },
  },
  {
    id: 'put-after-delete-of-the-same',
    clause,
    title: 'put of the Location that was deleted creates the record again.',
    async run(stores) {
      const store = await stores.open();
      for (let time = 0; time < 2; time++) {
        await store.put('a', locationOf(1));
        await expectRecords(store, [['a', locationOf(1)]], 'after put');
        await store.delete('a');
        await expectRecords(store, [], 'after delete');
      }
    },
  },
];
