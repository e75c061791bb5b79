import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { ContractError, expectEqual, isEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import {
  expectRecords,
  locationOf,
  nextTurn,
  numbered,
  putAll,
  readList,
  recordsOf,
} from '../store-steps.ts';

const clause = 'LocationStore: a method that resolved has taken effect';

/** How often a record is read during a write, at most. */
const maxReads = 1000;

/** Concurrent writes. */
export const concurrency: readonly StoreCase[] = [
  {
    id: 'concurrent-puts-to-one',
    clause,
    title: 'Many concurrent puts to one identifier leave one whole record, as one of them wrote it.',
    async run(stores) {
      const store = await stores.open();
      const written = recordsOf(64).map(([, location]) => location);
      await Promise.all(written.map((location) => store.put('a', location)));
      const kept = await store.get('a');
      expectOneOf(kept, written, 'the record after all puts');
      expectEqual('the list after all puts', await readList(store), [['a', kept]]);
    },
  },
  {
    id: 'concurrent-replaces-of-one',
    clause,
    title: 'Many concurrent replaces of one record all find it, and leave it whole, as one of them wrote it.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1000));
      const written = recordsOf(64).map(([, location]) => location);
      const found = await Promise.all(written.map((location) => store.replace('a', location)));
      expectEqual('a replace that did not find the record', found.includes(false), false);
      expectOneOf(await store.get('a'), written, 'the record after all replaces');
    },
  },
  {
    id: 'concurrent-writes-of-all-kinds',
    clause,
    title: 'Hundreds of concurrent writes of all kinds all resolve, and all take effect.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(200));
      const outcomes = await Promise.all(
        recordsOf(300, 1000).map(([id, location], number) => {
          if (number % 4 === 0) return store.put(id, location);
          return number % 4 === 1 ? store.delete(id) : store.replace(id, location);
        }),
      );
      const expectedOutcomes = outcomes.map((_, number) => (number % 4 < 2 ? undefined : number < 200));
      expectEqual('the outcomes of the writes', outcomes, expectedOutcomes);
      const expected = recordsOf(300, 1000).filter((_, number) =>
        number < 200 ? number % 4 !== 1 : number % 4 === 0,
      );
      await expectRecords(store, expected, 'after all writes');
    },
  },
  {
    id: 'concurrent-replace-and-delete',
    clause: 'LocationStore.replace: one atomic step',
    title: 'A replace that races a delete never brings the record back.',
    async run(stores) {
      const store = await stores.open();
      for (let round = 0; round < 20; round++) {
        await putAll(store, recordsOf(10));
        const races = recordsOf(10, 500).map(([id, location], number) =>
          raceDelete(store, id, location, number),
        );
        await Promise.all(races);
        await expectRecords(store, [], 'after the race of replaces and deletes');
      }
    },
  },
  {
    id: 'concurrent-replace-and-put',
    clause: 'LocationStore.replace: one atomic step',
    title: 'A replace that races the put that creates its record either comes after it, or changes nothing.',
    async run(stores) {
      const store = await stores.open();
      for (let number = 0; number < 50; number++) {
        const id = numbered(number);
        const put = () => store.put(id, locationOf(1));
        const replace = () => store.replace(id, locationOf(2));
        const outcomes = await Promise.all(number % 2 ? [put(), replace()] : [replace(), put()]);
        const expected = outcomes.includes(true) ? locationOf(2) : locationOf(1);
        expectEqual('the record after put and replace', await store.get(id), expected);
      }
    },
  },
  {
    id: 'concurrent-writes-seen-in-order',
    clause,
    title:
      'A client that reads repeatedly while a record is written sees it whole, and never an older state again.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(0));
      const write = async () => {
        for (let number = 1; number <= 100; number++) await store.put('a', locationOf(number));
      };
      const read = async () => {
        for (let time = 0, latest = 0; time < 100; time++) {
          // Takes about as long as a write, so that the reads are spread over the writes.
          await store.delete('absent');
          const seen = numberOf(await store.get('a'));
          expectEqual(`record ${seen} seen after ${latest}`, seen >= latest, true);
          latest = seen;
        }
      };
      await Promise.all([write(), read(), read()]);
      await expectRecords(store, [['a', locationOf(100)]], 'after all writes');
    },
  },
  {
    id: 'concurrent-reads-see-whole-writes',
    clause: 'LocationStore: a write takes effect as a whole or not at all',
    title:
      'Reads during writes find each record as before a write or as after it, and never what replace refuses.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(20));
      for (let round = 1; round <= 4; round++) {
        const write = (id: string, location: Location) =>
          round % 2 > 0 ? store.put(id, location) : store.replace(id, location);
        let isWriting = true;
        const writing = Promise.all([
          ...recordsOf(20, round).map(([id, location]) => write(id, location)),
          ...recordsOf(20, round).map(([id]) => store.replace(`${id}-absent`, locationOf(0))),
        ]).finally(() => {
          isWriting = false;
        });
        const reading = recordsOf(20, round - 1).map(async ([id, before], number) => {
          for (let time = 0; time < maxReads && isWriting; time++) {
            const seen = await store.get(id);
            if (!isEqual(seen, before)) expectEqual(`${id} in a write`, seen, locationOf(number + round));
            expectEqual(`get of ${id}-absent in a replace`, await store.get(`${id}-absent`), undefined);
            // Some readers wait for a write, and the others now and then for a turn of the event loop.
            if (number % 4 === 0) await store.delete('absent');
            else if (time % 20 === 19) await nextTurn();
          }
        });
        await Promise.all([writing, ...reading]);
      }
      await expectRecords(store, recordsOf(20, 4), 'after all writes');
    },
  },
  {
    id: 'read-your-writes',
    clause,
    title: 'A get or a list that begins after a write has resolved sees it.',
    async run(stores) {
      const store = await stores.open();
      for (let number = 0; number < 30; number++) {
        await store.put('a', locationOf(number));
        await expectRecords(store, [['a', locationOf(number)]], 'right after put');
        await store.replace('a', locationOf(number + 100));
        await expectRecords(store, [['a', locationOf(number + 100)]], 'right after replace');
        await store.delete('a');
        expectEqual('get right after delete', await store.get('a'), undefined);
        await expectRecords(store, [], 'right after delete');
      }
    },
  },
  {
    id: 'read-your-writes-at-once',
    clause,
    title: 'Each of many concurrent writers sees its own write after it has resolved.',
    async run(stores) {
      const store = await stores.open();
      const writer = async ([id, location]: LocationRecord) => {
        await store.put(id, location);
        expectEqual('get right after put', await store.get(id), location);
        expectEqual('replace right after put', await store.replace(id, locationOf(9)), true);
        expectEqual('get right after replace', await store.get(id), locationOf(9));
        await store.delete(id);
        expectEqual('get right after delete', await store.get(id), undefined);
      };
      await Promise.all(recordsOf(64).map(writer));
      await expectRecords(store, [], 'after all writers');
    },
  },
];

/** Makes the two calls in either order, and the delete at once or some turns later. */
async function raceDelete(
  store: LocationStore,
  id: string,
  location: Location,
  number: number,
): Promise<void> {
  const remove = async () => {
    for (let turn = 0; turn < number % 5; turn++) await undefined;
    await store.delete(id);
  };
  const replace = () => store.replace(id, location);
  await Promise.all(number % 2 ? [replace(), remove()] : [remove(), replace()]);
}

function expectOneOf(actual: Location | undefined, written: readonly Location[], what: string): void {
  const number = numberOf(actual);
  if (written[number] === undefined) throw new ContractError(what, 'one that was written', actual);
  expectEqual(what, actual, written[number]);
}

/** The number of a Location, which must have it in every field. */
function numberOf(location: Location | undefined): number {
  const number = Number(location?.description?.slice('place '.length));
  expectEqual('a record read during writes', location, locationOf(number));
  return number;
}
