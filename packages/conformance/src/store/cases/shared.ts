import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { CaseStores, StoreCase } from '../store-case.ts';
import { expectRecords, locationOf, putAll, recordsOf } from '../store-steps.ts';

const clause = 'StoreGuarantees.shared';

/** Several stores, for each value of the guarantee `shared`. */
export const shared: readonly StoreCase[] = [
  {
    id: 'shared-sees-writes',
    clause,
    title: 'A write that has resolved is visible in every other store over the records.',
    when: { shared: true },
    async run(stores) {
      const [left, right] = await openTwo(stores);
      const expectBoth = async (records: readonly LocationRecord[], what: string) => {
        await Promise.all(
          [left, right].map(async (store) => {
            if (records.length === 0) expectEqual(what, await store.get('a'), undefined);
            await expectRecords(store, records, what);
          }),
        );
      };
      for (const [writer, other] of [
        [left, right],
        [right, left],
      ] as const) {
        await writer.put('a', locationOf(1));
        await expectBoth([['a', locationOf(1)]], 'after put');
        await other.put('a', locationOf(2));
        await expectBoth([['a', locationOf(2)]], 'after put through the other store');
        expectEqual(
          'replace of a record that the other store put',
          await writer.replace('a', locationOf(3)),
          true,
        );
        await expectBoth([['a', locationOf(3)]], 'after replace');
        await other.delete('a');
        expectEqual(
          'replace of a record that the other store deleted',
          await writer.replace('a', locationOf(4)),
          false,
        );
        await expectBoth([], 'after delete through the other store');
      }
    },
  },
  {
    id: 'shared-writes-at-once',
    clause,
    title: 'Concurrent writes through several stores all resolve, and all take effect.',
    when: { shared: true },
    async run(stores) {
      const [left, right] = await openTwo(stores);
      const records = recordsOf(200);
      await Promise.all(
        records.map(([id, location], number) => (number % 2 ? left : right).put(id, location)),
      );
      await expectRecords(left, records, 'after puts through both');
      await Promise.all(records.map(([id], number) => (number % 2 ? right : left).delete(id)));
      await expectRecords(right, [], 'after deletes through both');
    },
  },
  {
    id: 'shared-replace-and-delete',
    clause,
    title: 'A replace that races a delete through another store never brings the record back.',
    when: { shared: true },
    async run(stores) {
      const [left, right] = await openTwo(stores);
      for (let round = 0; round < 10; round++) {
        await putAll(left, recordsOf(20));
        await Promise.all(
          recordsOf(20, 100).flatMap(([id, location]) => [left.replace(id, location), right.delete(id)]),
        );
        await expectRecords(left, [], 'after the race of replaces and deletes');
      }
    },
  },
  {
    id: 'shared-close-is-its-own',
    clause,
    title: 'Closing one store leaves the others open.',
    when: { shared: true },
    async run(stores) {
      const [left, right] = await openTwo(stores);
      await left.put('a', locationOf(1));
      await left.close();
      await right.put('b', locationOf(2));
      await expectRecords(
        right,
        [
          ['a', locationOf(1)],
          ['b', locationOf(2)],
        ],
        'after the other store was closed',
      );
    },
  },
  {
    id: 'unshared-keeps-to-itself',
    clause,
    title: 'A store that is neither shared nor durable has no records in common with another.',
    when: { shared: false, durable: false },
    async run(stores) {
      const [left, right] = await openTwo(stores);
      await left.put('a', locationOf(1));
      await right.put('b', locationOf(2));
      expectEqual(
        'replace of a record that another store put',
        await right.replace('a', locationOf(3)),
        false,
      );
      await right.delete('a');
      await expectRecords(left, [['a', locationOf(1)]], 'one store');
      await expectRecords(right, [['b', locationOf(2)]], 'the other store');
      await right.close();
      await expectRecords(left, [['a', locationOf(1)]], 'one store after the other was closed');
    },
  },
];

async function openTwo(stores: CaseStores): Promise<[LocationStore, LocationStore]> {
  return [await stores.open(), await stores.open()];
}
