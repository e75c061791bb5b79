import type { Location, LocationRecord } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import { identifierSamples } from '../identifier-samples.ts';
import type { StoreCase } from '../store-case.ts';
import {
  expectRecords,
  locationOf,
  numbered,
  putAll,
  readList,
  recordsOf,
  sorted,
  thousands,
} from '../store-steps.ts';
import { descriptionSamples } from './descriptions.ts';
import { numberSamples } from './numbers.ts';

const clause = 'StoreGuarantees.durable';

/** The guarantee `durable`. A store without it may still keep its records, so there is nothing to test. */
export const durable: readonly StoreCase[] = [
  {
    id: 'durable-survives-reopening',
    clause,
    title: 'Writes are there when the records are opened again.',
    when: { durable: true },
    async run(stores) {
      const first = await stores.open();
      await putAll(first, [
        ...recordsOf(50),
        ['__proto__', locationOf(60)],
        ['a\0b', locationOf(61)],
        ['\u{1f600}', locationOf(62)],
      ]);
      await first.put(numbered(0), {
        description: '',
        coordinates: { latitude: 0.1 + 0.2, longitude: -5e-324 },
      });
      await first.replace(numbered(1), { coordinates: locationOf(1).coordinates });
      await first.delete(numbered(2));
      await first.close();
      const second = await stores.open();
      await expectRecords(
        second,
        [
          [numbered(0), { description: '', coordinates: { latitude: 0.1 + 0.2, longitude: -5e-324 } }],
          [numbered(1), { coordinates: locationOf(1).coordinates }],
          ...recordsOf(50).slice(3),
          ['__proto__', locationOf(60)],
          ['a\0b', locationOf(61)],
          ['\u{1f600}', locationOf(62)],
        ],
        'after opening again',
      );
      expectEqual('the deleted record after opening again', await second.get(numbered(2)), undefined);
    },
  },
  {
    id: 'durable-keeps-writes-of-close',
    clause,
    title: 'Writes under way when close is called are there when the records are opened again.',
    when: { durable: true },
    async run(stores) {
      const first = await stores.open();
      const writes = putAll(first, recordsOf(200));
      await Promise.all([writes, first.close()]);
      await expectRecords(await stores.open(), recordsOf(200), 'after opening again');
    },
  },
  {
    id: 'durable-many-lives',
    clause,
    title: 'Records survive repeated opening and closing.',
    when: { durable: true },
    async run(stores) {
      for (let life = 0; life < 3; life++) {
        const store = await stores.open();
        await expectRecords(store, recordsOf(life), `before life ${life}`);
        await store.put(numbered(life), locationOf(life));
        await expectRecords(store, recordsOf(life + 1), `in life ${life}`);
        await store.close();
      }
    },
  },
  {
    id: 'durable-keeps-every-value',
    clause,
    title:
      'Identifiers, descriptions and coordinates of every kind are there when the records are opened again.',
    when: { durable: true },
    async run(stores) {
      const first = await stores.open();
      const ids = [...new Set(identifierSamples.flatMap(([, , samples]) => samples))];
      const records = ids.map((id, index): LocationRecord => [id, sampleLocation(index)]);
      await putAll(first, records);
      await first.close();
      await expectRecords(await stores.open(), records, 'after opening again');
    },
  },
  {
    id: 'durable-keeps-thousands',
    clause,
    title: 'Thousands of records are there when the records are opened again.',
    when: { durable: true },
    async run(stores) {
      const first = await stores.open();
      await putAll(first, recordsOf(thousands));
      await first.close();
      const listed = await readList(await stores.open());
      expectEqual('the list after opening again', sorted(listed), recordsOf(thousands));
    },
  },
];

const texts = descriptionSamples
  .flatMap(([, , samples]) => samples)
  .filter((text) => (text ?? '').length < 1e6);
const degrees = numberSamples.flatMap(([, , samples]) => samples);

/** One of as many Locations as it takes to have every sample but the longest. */
function sampleLocation(index: number): Location {
  const description = texts[index % texts.length];
  const coordinates = {
    latitude: degrees[index % degrees.length] ?? 0,
    longitude: degrees[(index + 1) % degrees.length] ?? 0,
  };
  return description === undefined ? { coordinates } : { description, coordinates };
}
