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
  for (const [id, location] of records) {
    seen.add(id);
    seen.set(id, digestOf(location));
  }
  expect(seen.add('id-000007')).toBe(true);
  const wrong = records.filter(([id, location]) => seen.get(id) !== digestOf(location));
  expect(wrong).toEqual([]);
  seen.set('id-000007', 5);
  expect(seen.get('id-000007')).toBe(5);
  expect(seen.get('id-000008')).toBe(digestOf(records[8]?.[1] as (typeof records)[0][1]));
});

test.each([
  [true, 13.2],
  [false, 8],
])('identifiers take few bytes each: with digests %s, less than %d', (keepsDigests, limit) => {
  const seen = new SeenRecords(keepsDigests);
  let repeated = 0;
  for (let number = 1; number <= 200_000; number++) {
    if (seen.add(`id-${number}`)) repeated++;
    if (number >= 100_000 && number % 10_000 === 0) expect(seen.bytes / number).toBeLessThan(limit);
  }
  expect(repeated).toBe(0);
  expect(seen.get('id-5')).toBe(0);
  expect(seen.get('id-0')).toBeUndefined();
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
