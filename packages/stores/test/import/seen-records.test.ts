import { makeRecords, oddIds } from '@location-records/dev-kit';
import { expect, test } from 'vitest';
import { digestOf, SeenRecords } from '../../src/import/seen-records.ts';

const coordinates = { latitude: 1, longitude: 2 };

test('an identifier is there once it was added, and only then', () => {
  const seen = new SeenRecords();
  const ids = [...oddIds, ...makeRecords(20_000).map(([id]) => id)];
  expect(ids.map((id) => seen.add(id)).filter(Boolean)).toEqual([]);
  expect(ids.map((id) => seen.add(id)).filter((was) => !was)).toEqual([]);
  expect(makeRecords(40_000).filter(([id]) => seen.get(id) !== undefined)).toHaveLength(20_000);
});

test('a digest stays while others are added, and is changed by a call', () => {
  const seen = new SeenRecords();
  const records = makeRecords(20_000);
  for (const [id, location] of records) seen.add(id, digestOf(location));
  expect(seen.add('id-000007', 1)).toBe(true);
  const wrong = records.filter(([id, location]) => seen.get(id) !== digestOf(location));
  expect(wrong).toEqual([]);
  seen.set('id-000007', 5);
  expect(seen.get('id-000007')).toBe(5);
  expect(seen.get('id-000008')).toBe(digestOf(records[8]?.[1] as (typeof records)[0][1]));
});

test.each([100_000, 130_000, 170_000])('%d identifiers take less than 16.5 bytes each', (count) => {
  const seen = new SeenRecords();
  for (let number = 0; number < count; number++) seen.add(`id-${number}`);
  expect(seen.bytes / count).toBeLessThan(16.5);
});

test('a digest tells every part of a Location, and no other member', () => {
  const locations = [
    { coordinates },
    { coordinates, description: '' },
    { coordinates, description: 'null' },
    { coordinates: { latitude: 2, longitude: 1 } },
    { coordinates: { latitude: 1, longitude: 2.0000000000000004 } },
  ];
  expect(new Set(locations.map(digestOf)).size).toBe(locations.length);
  expect(digestOf({ coordinates, description: undefined, name: 'a' } as never)).toBe(
    digestOf({ coordinates }),
  );
  expect(digestOf({ coordinates: { latitude: -0, longitude: 1 } })).toBe(
    digestOf({ coordinates: { latitude: 0, longitude: 1 } }),
  );
});
