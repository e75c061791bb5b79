import { createMemoryStore, type LocationRecord } from '@location-records/core';
import { contentOf, oddIds, orderedStore } from '@location-records/dev-kit';
import { CopyError, compareStores, copyStore } from '@location-records/stores/copy';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameLocation } from '../../src/shared/location-differences.ts';

const id = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd', ...oddIds),
  fc.string({ minLength: 1, unit: 'grapheme' }),
);
const number = fc.constantFrom(0, 1, -1.5, Number.MIN_VALUE, Number.MAX_VALUE);
const location = fc.record({
  description: fc.constantFrom(undefined, '', 'a', '\0', '\ufeff'),
  coordinates: fc.record({ latitude: number, longitude: number }),
});
const records: fc.Arbitrary<LocationRecord[]> = fc.uniqueArray(fc.tuple(id, location), {
  maxLength: 12,
  selector: ([key]) => key,
});
const store = fc.constantFrom(createMemoryStore, orderedStore);
/** What the target has of the source already, and what it has besides, or otherwise. */
const target = fc.record({ part: fc.nat(), others: fc.oneof(fc.constant([]), records) });

test('the target, and the report, are what the contents of both stores make them', async () => {
  const cases = fc.asyncProperty(
    records,
    target,
    store,
    store,
    fc.boolean(),
    async (held, { part, others }, makeSource, makeTarget, overwrite) => {
      const wanted = new Map(held);
      const before = new Map([...held.slice(0, part % (held.length + 1)), ...others]);
      const from = makeSource(held);
      const to = makeTarget(before);
      const isForeign = ([key, there]: LocationRecord) => {
        const here = wanted.get(key);
        return !here || !isSameLocation(here, there);
      };
      const isRefused = !overwrite && [...before].some(isForeign);
      const result = await copyStore(from, to, { overwrite }).catch((error: unknown) => error);
      const after = isRefused ? before : new Map([...before, ...wanted]);
      expect(await contentOf(to)).toEqual(await contentOf(createMemoryStore(after)));
      expect(await contentOf(from)).toEqual(await contentOf(createMemoryStore(held)));
      if (isRefused) {
        expect(result).toBeInstanceOf(CopyError);
        return;
      }
      const found = held.filter(([key]) => before.has(key));
      const replaced = found.filter(([key, here]) => isForeign([key, before.get(key) ?? here])).length;
      expect(result).toMatchObject({
        copied: { created: held.length - found.length, replaced, present: found.length - replaced },
        verification: { agrees: true, source: { records: held.length }, target: { records: after.size } },
      });
      const compared = await compareStores(from, to);
      expect(compared.agrees).toBe(after.size === held.length);
    },
  );
  await fc.assert(cases, { numRuns: 500 });
});
