import type { ExchangeStore, Location, LocationStore } from '@location-records/core';
import { isAreaStore } from '@location-records/core/areas';
import { ContractError, expectEqual } from '../../contract-error.ts';
import { everywhere, readBox } from '../area-steps.ts';
import {
  expectClosed,
  expectRecords,
  expectRefused,
  locationAt,
  locationOf,
  numberedRecords,
  putAll,
  sorted,
} from '../steps.ts';
import { type StoreRow, storeCases } from '../store-case.ts';
import { alike } from './writes.ts';

const [one, two, bare] = [locationOf(1), locationOf(2), { coordinates: locationOf(3).coordinates }];

/** One call on the record `a`, with what it must resolve to and leave; `undefined` is no record. */
type Call = readonly [
  id: string,
  title: string,
  before: Location | undefined,
  expected: Location | undefined,
  next: Location | undefined,
  done: boolean,
];

const calls: readonly Call[] = [
  [
    'exchange-creates',
    'exchange creates a record that is expected to be absent.',
    undefined,
    undefined,
    one,
    true,
  ],
  ['exchange-present', 'exchange creates nothing over a record.', one, undefined, two, false],
  ['exchange-replaces', 'exchange replaces the whole Location of the expected one.', one, one, bare, true],
  ['exchange-other', 'exchange replaces no other Location than the expected one.', two, one, bare, false],
  ['exchange-absent', 'exchange creates no record where one is expected.', undefined, one, two, false],
  ['exchange-deletes', 'exchange deletes a record with the expected Location.', bare, bare, undefined, true],
  ['exchange-keeps', 'exchange deletes no record with another Location.', one, bare, undefined, false],
  [
    'exchange-nothing',
    'exchange of nothing for nothing is done if the record is absent.',
    undefined,
    undefined,
    undefined,
    true,
  ],
  [
    'exchange-nothing-present',
    'exchange of nothing for nothing deletes nothing.',
    one,
    undefined,
    undefined,
    false,
  ],
  ['exchange-same', 'exchange of a Location for the same is done.', one, one, one, true],
];

/** Compare and set, for stores that have it. */
export const exchange = storeCases('LocationStore.exchange', [
  ...calls.map(
    ([id, title, before, expected, next, done]): StoreRow => [
      id,
      title,
      async (store) => {
        await store.put('ab', one);
        if (before) await store.put('a', before);
        expectEqual('the result', await exchanging(store).exchange('a', expected, next), done);
        const left = done ? next : before;
        await expectRecords(
          store,
          left
            ? [
                ['a', left],
                ['ab', one],
              ]
            : [['ab', one]],
          'after exchange',
        );
      },
    ],
  ),
  [
    'exchange-alike',
    'exchange tells Locations apart that are almost the same.',
    async (store) => {
      const pairs = alike.flatMap((stored) =>
        alike.filter((other) => other !== stored).map((other) => [stored, other] as const),
      );
      const records = numberedRecords(pairs.map(([stored]) => stored));
      await putAll(store, records);
      const results = await Promise.all(
        records.map(([id], number) => exchanging(store).exchange(id, pairs[number]?.[1], one)),
      );
      expectEqual('the number of exchanges done', results.filter(Boolean).length, 0);
      await expectRecords(store, records, 'after exchanges that were not done');
      const all = await Promise.all(
        records.map(([id, location]) => exchanging(store).exchange(id, location, undefined)),
      );
      expectEqual('the number of exchanges done', all.filter(Boolean).length, records.length);
      await expectRecords(store, [], 'after all were deleted');
    },
  ],
  [
    'exchange-zero',
    'exchange takes -0 for 0.',
    async (store) => {
      await store.put('a', locationAt(0, 0));
      expectEqual('the result', await exchanging(store).exchange('a', locationAt(-0, -0), one), true);
    },
  ],
  [
    'exchange-increments',
    'Concurrent clients that each exchange what they have read lose no update.',
    async (store, open) => {
      const stores = [store, store.guarantees.shared ? await open() : store];
      await store.put('a', locationAt(0, 0));
      const clients = Array.from({ length: 8 }, (_, client) =>
        exchanging(stores[client % 2] as LocationStore),
      );
      await Promise.all(clients.map((client) => increment(client, 12)));
      expectEqual('the record after all increments', await store.get('a'), locationAt(8 * 12, 0));
    },
    { clause: 'LocationStore.exchange: one atomic step' },
  ],
  [
    'exchange-creates-once',
    'Of many concurrent exchanges that create one record, exactly one is done.',
    async (store) => {
      for (let round = 0; round < 3; round++) {
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, number) =>
            exchanging(store).exchange(`a${round}`, undefined, locationOf(number)),
          ),
        );
        expectEqual('the number of exchanges done', results.filter(Boolean).length, 1);
        expectEqual('the record', await store.get(`a${round}`), locationOf(results.indexOf(true)));
      }
    },
    { clause: 'LocationStore.exchange: one atomic step' },
  ],
  [
    'exchange-moves',
    'Area queries find a record where exchange has put it.',
    async (store) => {
      if (!isAreaStore(store)) return;
      await store.put('a', locationAt(1, 1));
      await store.put('b', locationAt(2, 2));
      await readBox(store, everywhere, 100);
      await exchanging(store).exchange('a', locationAt(1, 1), locationAt(50, 120));
      await exchanging(store).exchange('b', locationAt(2, 2), undefined);
      await exchanging(store).exchange('c', undefined, locationAt(-3, -3));
      const expected = [
        ['a', locationAt(50, 120)],
        ['c', locationAt(-3, -3)],
      ] as const;
      expectEqual('the records of a box', sorted(await readBox(store, everywhere, 100)), expected);
    },
  ],
  [
    'exchange-refuses',
    'exchange refuses other values, and rejects once the store is closed.',
    async (store) => {
      await store.put('a', one);
      const wrong = { coordinates: { latitude: 1 } } as Location;
      const longitude = 'location.coordinates.longitude';
      await expectRefused(() => exchanging(store).exchange('', one, two), 'id', 'exchange of nothing');
      await expectRefused(() => exchanging(store).exchange('a', wrong, two), longitude, 'a wrong Location');
      await expectRefused(() => exchanging(store).exchange('a', one, wrong), longitude, 'a wrong new one');
      await expectRecords(store, [['a', one]], 'after refusals');
      await store.close();
      await expectClosed(() => exchanging(store).exchange('a', one, two), 'exchange after close');
    },
  ],
]).map((storeCase) => ({ ...storeCase, when: { exchanges: true } }));

function exchanging(store: LocationStore): ExchangeStore {
  if (typeof store.exchange !== 'function')
    throw new ContractError('the store', 'a method "exchange"', 'none');
  return store as ExchangeStore;
}

/** Adds one to the latitude of a record, many times, each time again until no other write came between. */
async function increment(store: ExchangeStore, times: number): Promise<void> {
  for (let done = 0; done < times; ) {
    const before = (await store.get('a')) as Location;
    const next = locationAt(before.coordinates.latitude + 1, 0);
    if (await store.exchange('a', before, next)) done++;
  }
}
