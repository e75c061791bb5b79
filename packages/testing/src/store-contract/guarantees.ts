import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../expect-equal.ts';
import { many, numbered, place, places } from './samples.ts';
import type { StoreCase, StoreSubject } from './store-case.ts';
import { expectRecords, openList, putAll, readBatch, readRest, sorted } from './store-steps.ts';

const durable = 'StoreGuarantees.durable';
const shared = 'StoreGuarantees.shared';

/** What `durable` and `shared` say, for each value. */
export const guarantees: readonly StoreCase[] = [
  {
    id: 'guarantees-stated',
    clause: 'StoreGuarantees',
    title: 'The store states its guarantees, and nobody can change them.',
    async run(subject) {
      const { guarantees: stated } = await subject.open();
      expectEqual(typeof stated.durable, 'boolean', 'the type of durable');
      expectEqual(typeof stated.shared, 'boolean', 'the type of shared');
      expectEqual(['id-bytes', 'first-put'].includes(stated.listOrder), true, 'listOrder is a known one');
      expectEqual(Object.isFrozen(stated), true, 'the guarantees are frozen');
    },
  },
  {
    id: 'durable-survives-reopening',
    clause: durable,
    title: 'What was written is there when the records are opened again.',
    when: { durable: true },
    async run(subject) {
      const first = await subject.open();
      await putAll(first, [
        ...places(50),
        ['__proto__', place(60)],
        ['a\0b', place(61)],
        ['\u{1f600}', place(62)],
      ]);
      await first.put(numbered(0), {
        description: '',
        coordinates: { latitude: 0.1 + 0.2, longitude: -5e-324 },
      });
      await first.replace(numbered(1), { coordinates: place(1).coordinates });
      await first.delete(numbered(2));
      await first.close();
      const second = await subject.open();
      await expectRecords(
        second,
        [
          [numbered(0), { description: '', coordinates: { latitude: 0.1 + 0.2, longitude: -5e-324 } }],
          [numbered(1), { coordinates: place(1).coordinates }],
          ...places(50).slice(3),
          ['__proto__', place(60)],
          ['a\0b', place(61)],
          ['\u{1f600}', place(62)],
        ],
        'after opening again',
      );
      expectEqual(await second.get(numbered(2)), undefined, 'the deleted record after opening again');
    },
  },
  {
    id: 'durable-keeps-writes-of-close',
    clause: durable,
    title: 'Writes under way when close is called are there when the records are opened again.',
    when: { durable: true },
    async run(subject) {
      const first = await subject.open();
      const writes = putAll(first, places(200));
      await Promise.all([writes, first.close()]);
      await expectRecords(await subject.open(), places(200), 'after opening again');
    },
  },
  {
    id: 'durable-many-lives',
    clause: durable,
    title: 'Records survive being opened and closed again and again.',
    when: { durable: true },
    async run(subject) {
      for (let life = 0; life < 3; life++) {
        const store = await subject.open();
        await expectRecords(store, places(life), `before life ${life}`);
        await store.put(numbered(life), place(life));
        await store.close();
      }
    },
  },
  {
    id: 'shared-sees-writes',
    clause: shared,
    title: 'A write that has resolved is seen through every other opened store.',
    when: { shared: true },
    async run(subject) {
      const [left, right] = await openTwo(subject);
      const expectBoth = async (records: readonly LocationRecord[], what: string) => {
        for (const store of [left, right]) {
          if (records.length === 0) expectEqual(await store.get('a'), undefined, what);
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
        expectEqual(await writer.replace('a', place(3)), true, 'replace of what the other store put');
        await expectBoth([['a', place(3)]], 'after replace');
        await other.delete('a');
        expectEqual(await writer.replace('a', place(4)), false, 'replace of what the other store deleted');
        await expectBoth([], 'after delete through the other store');
      }
    },
  },
  {
    id: 'shared-writes-at-once',
    clause: shared,
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
    clause: shared,
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
    clause: shared,
    title: 'A list keeps to its snapshot while another store writes.',
    when: { shared: true },
    async run(subject) {
      const [left, right] = await openTwo(subject);
      await putAll(left, places(many));
      const batches = openList(left);
      const first = await readBatch(batches);
      await putAll(right, places(many, many));
      await right.delete(numbered(many - 1));
      await right.put('z', place(1));
      expectEqual(
        sorted([...first, ...(await readRest(batches))]),
        places(many),
        'the list during the writes',
      );
    },
  },
  {
    id: 'shared-close-is-its-own',
    clause: shared,
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
    clause: shared,
    title: 'A store that is neither shared nor durable has nothing in common with another.',
    when: { shared: false, durable: false },
    async run(subject) {
      const [left, right] = await openTwo(subject);
      await left.put('a', place(1));
      await right.put('b', place(2));
      expectEqual(await right.replace('a', place(3)), false, 'replace of what another store put');
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
