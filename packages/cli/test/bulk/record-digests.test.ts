import { garbageCollector, oddIds } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf, RecordDigests } from '../../src/bulk/record-digests.ts';

test('a table of digests is like a Map, also when it has grown', () => {
  const digests = new RecordDigests();
  const model = new Map<string, number>();
  const ids = [...oddIds, ...Array.from({ length: 20_000 }, (_, index) => `id ${index}`)];
  for (const [index, id] of [...ids, ...ids.slice(0, 500)].entries()) {
    expect(digests.set(id, index + 1)).toBe(!model.has(id));
    model.set(id, index + 1);
  }
  expect(digests.size).toBe(model.size);
  for (const id of [...ids, 'missing']) expect(digests.get(id)).toBe(model.get(id));
});

test('a table of a million records takes less than 64 MB', () => {
  const collectGarbage = garbageCollector();
  const used = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const digests = new RecordDigests();
  for (let index = 0; index < 1_000_000; index++) digests.set(`id ${index}`, 1);
  expect(used() - before).toBeLessThan(64_000_000);
  expect(digests.get('id 999999')).toBe(1);
});

test('Locations have the same digest when they have the same content', () => {
  const number = fc.constantFrom(0, 1, -1.5, Number.MIN_VALUE, Number.MAX_VALUE);
  const location = fc.record({
    description: fc.constantFrom(undefined, '', 'a', 'null', '\0'),
    coordinates: fc.record({ latitude: number, longitude: number }),
  });
  fc.assert(
    fc.property(location, location, (a, b) => {
      const isSame =
        a.description === b.description &&
        a.coordinates.latitude === b.coordinates.latitude &&
        a.coordinates.longitude === b.coordinates.longitude;
      expect(digestOf(a) === digestOf(b)).toBe(isSame);
      expect(digestOf({ ...a, other: 5 } as typeof a)).toBe(digestOf(a));
    }),
    { numRuns: 1000 },
  );
});
