import type { LocationRecord, LocationStore } from '@location-records/core';
import { ContractError, expectEqual, isEqual } from '../../contract-error.ts';
import { expectLinearizable } from '../../histories.ts';
import {
  deleteAll,
  expectAbsent,
  expectRecords,
  idsOf,
  locationOf,
  nextTurn,
  numbered,
  putAll,
  readList,
  recordsOf,
  replaceAll,
} from '../steps.ts';
import { storeCases } from '../store-case.ts';

/** Calls at the same time. */
export const concurrency = storeCases('LocationStore: a method that resolved has taken effect', [
  [
    'concurrent-puts-to-one',
    'Concurrent puts of one new identifier all resolve, and leave the whole record of one of them.',
    async (store) => {
      for (let round = 0; round < 5; round++) {
        const written = recordsOf(24, round).map(([, location]) => location);
        await Promise.all(written.map((location) => store.put('a', location)));
        const kept = await store.get('a');
        if (!written.some((location) => isEqual(location, kept))) {
          throw new ContractError('the record after all puts', 'as one of them wrote it', kept);
        }
        expectEqual('the list after all puts', await readList(store), [['a', kept]]);
        await store.delete('a');
      }
    },
  ],
  [
    'concurrent-writes-of-all-kinds',
    'Hundreds of concurrent writes of all kinds all resolve, and all take effect.',
    async (store) => {
      await putAll(store, recordsOf(200));
      const records = recordsOf(300, 1000);
      const outcomes = await Promise.all(
        records.map(([id, location], number) => {
          if (number % 4 === 0) return store.put(id, location);
          return number % 4 === 1 ? store.delete(id) : store.replace(id, location);
        }),
      );
      const expected = outcomes.map((_, number) => (number % 4 < 2 ? undefined : number < 200));
      expectEqual('the outcomes of the writes', outcomes, expected);
      const isLeft = (number: number) => (number < 200 ? number % 4 !== 1 : number % 4 === 0);
      await expectRecords(
        store,
        records.filter((_, number) => isLeft(number)),
        'after all writes',
      );
    },
  ],
  [
    'concurrent-replace-and-delete',
    'A replace that races a delete never brings the record back.',
    async (store) => {
      for (let round = 0; round < 10; round++) {
        await putAll(store, recordsOf(10));
        await Promise.all(recordsOf(10, 500).map((record, number) => raceDelete(store, record, number)));
        await expectRecords(store, [], 'after the race of replaces and deletes');
      }
    },
    { clause: 'LocationStore.replace: one atomic step' },
  ],
  [
    'concurrent-histories',
    'Calls of eight concurrent clients are linearizable: some order explains all results.',
    async (store) => {
      await expectLinearizable(Array(8).fill(store), ['a', 'b']);
    },
  ],
  [
    'read-your-writes',
    'Each of many concurrent writers sees its write as soon as it has resolved.',
    async (store) => {
      await Promise.all(
        recordsOf(64).map(async ([id, location]) => {
          await store.put(id, location);
          expectEqual('get right after put', await store.get(id), location);
          await replaceAll(store, [[id, locationOf(9)]]);
          expectEqual('get right after replace', await store.get(id), locationOf(9));
          await store.delete(id);
          await expectAbsent(store, [id], 'right after delete');
        }),
      );
      await store.put('a', locationOf(1));
      expectEqual('a list right after put', await readList(store), [['a', locationOf(1)]]);
    },
  ],
  [
    'no-late-writes',
    'A write that has resolved does not take effect again later, over a newer one.',
    async (store) => {
      const records = recordsOf(30);
      const ids = idsOf(records);
      await putAll(store, records);
      await deleteAll(store, ids.slice(0, 10));
      await putAll(store, recordsOf(20, 500).slice(10));
      await replaceAll(store, recordsOf(30, 700).slice(20));
      const expected = [...recordsOf(20, 500).slice(10), ...recordsOf(30, 700).slice(20)];
      for (let turn = 0; turn < 20; turn++) {
        await store.put('last', locationOf(turn));
        await nextTurn();
      }
      await store.delete('last');
      await expectRecords(store, expected, 'some turns later');
      expectEqual('a deleted record, some turns later', await store.get(numbered(0)), undefined);
    },
  ],
]);

/** Makes the two calls in either order, and the delete at once or some turns later. */
async function raceDelete(
  store: LocationStore,
  [id, location]: LocationRecord,
  number: number,
): Promise<void> {
  const remove = async () => {
    for (let turn = 0; turn < number % 5; turn++) await undefined;
    await store.delete(id);
  };
  const replace = () => store.replace(id, location);
  await Promise.all(number % 2 ? [replace(), remove()] : [remove(), replace()]);
}
