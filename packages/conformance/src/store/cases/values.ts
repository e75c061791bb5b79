import type { LocationRecord, LocationStore } from '@location-records/core';
import { descriptionSamples, identifierSamples, numberSamples } from '../samples.ts';
import {
  deleteAll,
  expectAbsent,
  expectRecords,
  locationAt,
  locationOf,
  numberedRecords,
  putAll,
  replaceAll,
} from '../steps.ts';
import { type StoreRow, storeCases } from '../store-case.ts';

/** Values come back as they were given. */
export const values = storeCases('LocationStore: any value comes back as it was given', [
  ...identifierSamples.map(
    ([id, what, ids]): StoreRow => [
      id,
      `Identifiers are ordinary and distinct: ${what}.`,
      (store) => expectDistinct(store, ids),
    ],
  ),
  ...descriptionSamples.map(
    ([id, what, texts]): StoreRow => [
      id,
      `${what} are returned unchanged.`,
      async (store) => {
        const records = numberedRecords(texts.map((text, index) => locationAt(index, -index - 1, text)));
        const moved = numberedRecords(texts.map((_, index) => locationAt(index, 1, texts.at(index - 1))));
        await putAll(store, records);
        await expectRecords(store, records, 'after put');
        await replaceAll(store, moved);
        await expectRecords(store, moved, 'after replace');
      },
    ],
  ),
  [
    'numbers-exact',
    'Coordinates are exact to the last bit, from the smallest to the largest number.',
    async (store) => {
      const records = numberSamples.map((number, index) =>
        locationAt(number, numberSamples.at(-1 - index) ?? 0),
      );
      await putAll(store, numberedRecords(records));
      await expectRecords(store, numberedRecords(records), 'after put');
      await replaceAll(store, numberedRecords(records.toReversed()));
      await expectRecords(store, numberedRecords(records.toReversed()), 'after replace');
    },
  ],
  [
    'numbers-negative-zero',
    'A coordinate of -0 comes back as 0.',
    async (store) => {
      await putAll(store, [
        ['a', locationAt(-0, 1)],
        ['b', locationAt(1, 1)],
      ]);
      await store.replace('b', locationAt(-0, -0));
      const expected: LocationRecord[] = [
        ['a', locationAt(0, 1)],
        ['b', locationAt(0, 0)],
      ];
      await expectRecords(store, expected, 'after writes of -0');
    },
  ],
]);

/** Expects each identifier to be absent once while the identifiers that resemble it exist. */
async function expectDistinct(store: LocationStore, ids: readonly string[]): Promise<void> {
  const first = ids.map((id, index): LocationRecord => [id, locationOf(index)]);
  const second = ids.map((id, index): LocationRecord => [id, locationOf(index + ids.length)]);
  const isEven = (_: unknown, index: number) => index % 2 === 0;
  const isOdd = (_: unknown, index: number) => index % 2 === 1;
  await putAll(store, first.filter(isEven));
  await expectAbsent(store, ids.filter(isOdd), 'before its put');
  await putAll(store, first.filter(isOdd));
  await expectRecords(store, first, 'after put');
  await replaceAll(store, second);
  await expectRecords(store, second, 'after replace');
  await deleteAll(store, ids.filter(isEven));
  await expectAbsent(store, ids.filter(isEven), 'after delete');
  await expectRecords(store, second.filter(isOdd), 'after delete of every other');
}
