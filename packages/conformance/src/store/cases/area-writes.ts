import type { LocationRecord } from '@location-records/core';
import type { AreaPosition, AreaStore } from '@location-records/core/areas';
import { expectEqual } from '../../contract-error.ts';
import { everywhere, expectBox, openAreaStore, placed, pointBox } from '../area-steps.ts';
import type { StoreCase } from '../store-case.ts';
import { locationOf, numbered, putAll, recordsOf, sorted } from '../store-steps.ts';

const clause = 'AreaStore.within';
const offers = 'within';

/** Requires a record to be found at its place, and nowhere else. */
async function expectPlace(store: AreaStore, record: LocationRecord, what: string): Promise<void> {
  const { latitude, longitude } = record[1].coordinates;
  await expectBox(store, pointBox(latitude, longitude), [record], `${what}: its place`);
  await expectBox(store, everywhere, [record], `${what}: everywhere`);
}

/** Moves a record from place to place, some of them in the same stripe, by `put` or by `replace`. */
function movesBy(method: 'put' | 'replace'): StoreCase {
  return {
    id: `area-${method}-moves`,
    clause,
    offers,
    title: `A record that ${method} moves is found at its last place alone, however often it moves.`,
    async run(stores) {
      const store = await openAreaStore(stores);
      await store.put('a', locationOf(0));
      await expectBox(store, everywhere, [['a', locationOf(0)]], 'at first');
      for (const [latitude, longitude] of [
        [1, 1],
        [2, 1],
        [2, 100],
        [-2, -100],
        [1, 1],
        [1, 1.25],
        [90, 1e9],
        [1, 1],
      ] as const) {
        const record = placed('a', latitude, longitude);
        await store[method](...record);
        await expectPlace(store, record, `${method} ${latitude}, ${longitude}`);
      }
      await store[method](...placed('a', 5, 5));
      await store[method](...placed('a', 6, 6));
      await expectPlace(store, placed('a', 6, 6), `${method} twice`);
    },
  };
}

/** Area queries among writes, and through several stores. */
export const areaWrites: readonly StoreCase[] = [
  movesBy('put'),
  movesBy('replace'),
  {
    id: 'area-changes-in-place',
    clause,
    offers,
    title: 'A record that gets another description stays at its place, with the new one.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const { coordinates } = locationOf(1);
      await store.put('a', { description: 'old', coordinates });
      await expectPlace(store, ['a', { description: 'old', coordinates }], 'at first');
      await store.put('a', { description: 'new', coordinates });
      await expectPlace(store, ['a', { description: 'new', coordinates }], 'after put');
      await store.replace('a', { coordinates });
      await expectPlace(store, ['a', { coordinates }], 'after replace');
    },
  },
  {
    id: 'area-one-coordinate',
    clause,
    offers,
    title: 'A change of one coordinate moves the record.',
    async run(stores) {
      const store = await openAreaStore(stores);
      for (const [latitude, longitude] of [
        [1, 1],
        [1, 1.5],
        [1.5, 1.5],
        [1.5, 1],
      ] as const) {
        await store.put(...placed('a', latitude, longitude));
        await expectPlace(store, placed('a', latitude, longitude), `${latitude}, ${longitude}`);
      }
    },
  },
  {
    id: 'area-deletes',
    clause,
    offers,
    title: 'A deleted record is in no box, and one that is stored again is at its new place.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const [first, second] = [placed('a', 1, 1), placed('b', 1, 1)];
      await putAll(store, [first, second]);
      await expectBox(store, pointBox(1, 1), [first, second], 'both');
      await store.delete('a');
      await expectBox(store, everywhere, [second], 'after delete');
      expectEqual('replace of the deleted record', await store.replace('a', locationOf(1)), false);
      await expectBox(store, everywhere, [second], 'after replace of the deleted record');
      await store.put(...placed('a', 3, 3));
      await expectBox(store, everywhere, [placed('a', 3, 3), second], 'after put');
      await Promise.all([store.delete('a'), store.delete('b')]);
      await expectBox(store, everywhere, [], 'after all were deleted');
    },
  },
  {
    id: 'area-refused-writes',
    clause,
    offers,
    title: 'A refused write moves nothing.',
    async run(stores) {
      const store = await openAreaStore(stores);
      await store.put(...placed('a', 1, 1));
      const wrong = { coordinates: { latitude: 2, longitude: Number.NaN } };
      await Promise.allSettled([store.put('a', wrong), store.replace('a', wrong), store.put('b', wrong)]);
      await expectPlace(store, placed('a', 1, 1), 'after refused writes');
    },
  },
  {
    id: 'area-writes-at-once',
    clause,
    offers,
    title: 'After concurrent writes each record is at the place that the store has for it.',
    async run(stores) {
      const store = await openAreaStore(stores);
      // The query under way must not keep the index from seeing the writes.
      const reading = store.within(everywhere, { limit: 10 });
      await Promise.all(
        Array.from({ length: 300 }, (_, number) => {
          const id = numbered(number % 20);
          if (number % 7 === 0) return store.delete(id);
          const location = locationOf((number * 13) % 30);
          return number % 2 ? store.put(id, location) : store.replace(id, location);
        }),
      );
      await reading;
      const kept: LocationRecord[] = [];
      for (let number = 0; number < 20; number++) {
        const location = await store.get(numbered(number));
        if (location) kept.push([numbered(number), location]);
      }
      await expectBox(store, everywhere, kept, 'after the writes');
      await Promise.all(kept.map(([id]) => store.delete(id)));
      await expectBox(store, everywhere, [], 'after all were deleted');
    },
  },
  {
    id: 'area-copies',
    clause: 'LocationStore: values are copied in and out',
    offers,
    title: 'A caller that changes a page, or what it gave, changes nothing in the store.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const given = { coordinates: { latitude: 1, longitude: 1 } };
      await store.put('a', given);
      Object.assign(given.coordinates, { latitude: 9 });
      const { records } = await store.within(everywhere, { limit: 10 });
      Object.assign(records[0]?.[1].coordinates ?? {}, { latitude: 8, longitude: 8 });
      await expectPlace(store, placed('a', 1, 1), 'after changes to both');
    },
  },
  {
    id: 'area-arguments-at-call',
    clause,
    offers,
    title: 'A query is for the box, the position and the limit that its arguments had at the call.',
    async run(stores) {
      const store = await openAreaStore(stores);
      const records = [placed('a', 1, 1), placed('b', 2, 1), placed('c', 3, 1)];
      await putAll(store, records);
      const change = { west: 9, south: 'south' };
      const box = { ...everywhere };
      const first = store.within(box, { limit: 10 });
      Object.assign(box, change);
      const all = (await first).records;
      expectEqual('the first query of a store', sorted(all), records);
      const { next } = await store.within(everywhere, { limit: 1 });
      const options = { limit: 10, after: { ...(next as AreaPosition) } };
      Object.assign(box, everywhere);
      const later = store.within(box, options);
      Object.assign(options.after, { part: Number.MAX_SAFE_INTEGER });
      Object.assign(options, { limit: 0, after: undefined });
      Object.assign(box, change);
      expectEqual('a later query', (await later).records, all.slice(1));
    },
  },
  {
    id: 'area-shared',
    clause: 'StoreGuarantees.shared',
    offers,
    title: 'A box has what every other store over the records has written, and pages go on in any of them.',
    when: { shared: true },
    async run(stores) {
      const [left, right] = [await openAreaStore(stores), await openAreaStore(stores)];
      const records = recordsOf(10);
      await putAll(left, records);
      await expectBox(right, everywhere, records, 'the other store');
      const first = await left.within(everywhere, { limit: 4 });
      const found = [...first.records];
      for (let after = first.next; after; ) {
        const page = await right.within(everywhere, { limit: 4, after });
        found.push(...page.records);
        after = found.length > records.length ? undefined : page.next;
      }
      expectEqual(
        'pages of both',
        found.map(([id]) => id).sort(),
        records.map(([id]) => id),
      );
      await right.put(...placed(numbered(0), 50, 50));
      await right.delete(numbered(1));
      await expectBox(left, pointBox(50, 50), [placed(numbered(0), 50, 50)], 'after a move');
      await expectBox(left, everywhere, [placed(numbered(0), 50, 50), ...records.slice(2)], 'in the end');
    },
  },
  {
    id: 'area-durable',
    clause: 'StoreGuarantees.durable',
    offers,
    title: 'A store that is opened again finds the records by their places.',
    when: { durable: true },
    async run(stores) {
      const store = await openAreaStore(stores);
      const records = recordsOf(10);
      await putAll(store, records);
      await store.put(...placed(numbered(0), 50, 50));
      await store.close();
      const again = await openAreaStore(stores);
      await expectBox(again, everywhere, [placed(numbered(0), 50, 50), ...records.slice(1)], 'after opening');
      await expectBox(again, pointBox(50, 50), [placed(numbered(0), 50, 50)], 'the moved record');
    },
  },
];
