import type { LocationRecord } from '@location-records/core';
import type { StoreCase } from '../store-case.ts';
import { expectRecords, numbered, putAll, replaceEach } from '../store-steps.ts';

const clause = 'LocationStore: latitude and longitude are any finite numbers';

/** Groups of numbers that careless stores change, each with the id of its case. */
export const numberSamples: readonly (readonly [id: string, what: string, numbers: readonly number[]])[] = [
  ['numbers-signs', 'Whole numbers of either sign', [0, 1, -1, 90, -90, 180, -180, 360, -1000]],
  [
    'numbers-fractions',
    'Fractions to the last bit',
    [
      0.1 + 0.2,
      0.1,
      1 / 3,
      -2 / 3,
      48.20817,
      16.37382,
      1 + Number.EPSILON,
      1 - Number.EPSILON / 2,
      89.99999999999999,
    ],
  ],
  [
    'numbers-extremes',
    'The largest and the smallest numbers',
    [
      Number.MAX_VALUE,
      -Number.MAX_VALUE,
      5e-324,
      -5e-324,
      2.2250738585072014e-308,
      1e308,
      1e-307,
      1e21,
      1e-7,
    ],
  ],
  [
    'numbers-large-integers',
    'Integers beyond 32, 53 and 64 bits',
    [
      2 ** 31,
      -(2 ** 31),
      2 ** 32,
      2 ** 53 - 1,
      2 ** 53,
      2 ** 53 + 2,
      -(2 ** 53),
      2 ** 63,
      -(2 ** 63),
      2 ** 64,
      1e20,
    ],
  ],
];

/** Coordinates are exact to the last bit. */
export const numbers: readonly StoreCase[] = [
  ...numberSamples.map(
    ([id, what, values]): StoreCase => ({
      id,
      clause,
      title: `${what} are returned exactly.`,
      async run(stores) {
        const store = await stores.open();
        const records = values.map((value, index) => at(index, value, values.at(-1 - index) ?? 0));
        await putAll(store, records);
        await expectRecords(store, records, 'after put');
        const swapped = values.map((value, index) => at(index, values.at(-1 - index) ?? 0, value));
        await replaceEach(store, swapped);
        await expectRecords(store, swapped, 'after replace');
      },
    }),
  ),
  {
    id: 'numbers-negative-zero',
    clause: 'LocationStore: -0 comes back as 0',
    title: 'A coordinate of -0, which the service never sends, is returned as 0.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, [at(0, -0, 1), at(1, 1, -0)]);
      await store.put(numbered(2), { coordinates: { latitude: 1, longitude: 1 } });
      await store.replace(numbered(2), { coordinates: { latitude: -0, longitude: -0 } });
      await expectRecords(store, [at(0, 0, 1), at(1, 1, 0), at(2, 0, 0)], 'after writes of -0');
    },
  },
];

function at(number: number, latitude: number, longitude: number): LocationRecord {
  return [numbered(number), { coordinates: { latitude, longitude } }];
}
