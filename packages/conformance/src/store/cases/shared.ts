import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase, StoreSubject } from '../store-case.ts';
import {
  expectRecords,
  many,
  numbered,
  openList,
  place,
  places,
  putAll,
  readBatch,
  readRest,
  sorted,
} from '../store-steps.ts';

const clause = 'StoreGuarantees.shared';

/** What holds between stores over the same records, for each value of `shared`. */
export const shared: readonly StoreCase[] = [
  {
    id: 'shared-sees-writes',
    clause,
    title: 'A write that has resolved is seen through every other opened store.',
    when: { shared: true },
    async run(subject) {
      const [left, right] = await openTwo(subject);
      const expectBoth = async (records: readonly LocationRecord[], what: string) => {
        for (const store of [left, right]) {
          if (records.length === 0) expectEqual(what, await store.get('a'), undefined);
          await expectRecords(store, records, what);
        }
      };
      for (const [writer, other] of [
        [left, right],
        [right, left],
      ] as const) {
        await writer.put('a', place(1));
        await expectBoth([['a', place(1)]], 'after put');
        await other.put('a', place(2));
        await expectBoth([['a', place(2)]], 'after put through the other store');
        expectEqual('replace of what the other store put', await writer.replace('a', place(3)), true);
        await expectBoth([['a', place(3)]], 'after replace');
        await other.delete('a');
        expectEqual('replace of what the other store deleted', await writer.replace('a', place(4)), false);
        await expectBoth([], 'after delete through the other store');
      }
    },
  },
  {
    id: 'shared-writes-at-once',
    clause,
    title: 'Writes through several stores at once are all acknowledged, and all seen.',
    when: { shared: true },
    async run(subject) {
      const [left, right] = await openTwo(subject);
      const records = places(200);
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
    async run(subject) {
      const [left, right] = await openTwo(subject);
      for (let round = 0; round < 10; round++) {
        await putAll(left, places(20));
        await Promise.all(
          places(20, 100).flatMap(([id, location]) => [left.replace(id, location), right.delete(id)]),
        );
        await expectRecords(left, [], 'after the race of replaces and deletes');
      }
    },
  },
  {
    id: 'shared-list-is-a-snapshot',
    clause,
    title: 'A list keeps to its snapshot while another store writes.',
    when: { shared: true, snapshot: true },
    async run(subject) {
      const [left, right] = await openTwo(subject);
      await putAll(left, places(many));
      const batches = openList(left);
      const first = await readBatch(batches);
      await putAll(right, places(many, many));
      await right.delete(numbered(many - 1));
      await right.put('z', place(1));
      expectEqual(
        'the list during the writes',
        sorted([...first, ...(await readRest(batches))]),
        places(many),
      );
    },
  },
  {
    id: 'shared-close-is-its-own',
    clause,
    title: 'Closing one store leaves the others open.',
    when: { shared: true },
    async run(subject) {
      const [left, right] = await openTwo(subject);
      await left.put('a', place(1));
      await left.close();
      await right.put('b', place(2));
      await expectRecords(
        right,
        [
          ['a', place(1)],
          ['b', place(2)],
        ],
        'after the other store was closed',
      );
    },
  },
  {
    id: 'unshared-keeps-to-itself',
    clause,
    title: 'A store that is neither shared nor durable has nothing in common with another.',
    when: { shared: false, durable: false },
    async run(subject) {
      const [left, right] = await openTwo(subject);
      await left.put('a', place(1));
      await right.put('b', place(2));
      expectEqual('replace of what another store put', await right.replace('a', place(3)), false);
      await right.delete('a');
      await expectRecords(left, [['a', place(1)]], 'one store');
      await expectRecords(right, [['b', place(2)]], 'the other store');
      await right.close();
      await expectRecords(left, [['a', place(1)]], 'one store after the other was closed');
    },
  },
];

async function openTwo(subject: StoreSubject): Promise<[LocationStore, LocationStore]> {
  return [await subject.open(), await subject.open()];
}
