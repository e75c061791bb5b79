import type { LocationRecord } from '@location-records/core';
import {
  type AreaStore,
  type Box,
  compareByStripe,
  createAreaMemoryStore,
} from '@location-records/core/areas';
import { storeOver } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { consoleOver, idsOn, pagesFrom, record } from '../requests.ts';
import { boxes, manyRecords } from './arbitraries.ts';

/** The identifiers of the records in a box, in the order of the console, found by looking at each. */
function inside(records: readonly LocationRecord[], { west, south, east, north }: Box): readonly string[] {
  const parts: readonly (readonly [number, number])[] =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  return parts.flatMap(([from, to]) =>
    records
      .filter(([, { coordinates }]) => {
        const { latitude, longitude } = coordinates;
        return latitude >= south && latitude <= north && longitude >= from && longitude <= to;
      })
      .sort(compareByStripe)
      .map(([id]) => id),
  );
}

function targetOf({ west, south, east, north }: Box): string {
  return `/-/records?bbox=${encodeURIComponent([west, south, east, north].join())}`;
}

it('pages of any length have exactly the records in a box', async () => {
  await fc.assert(
    fc.asyncProperty(manyRecords, boxes, fc.integer({ min: 1, max: 20 }), async (records, box, limit) => {
      const pages = await pagesFrom(consoleOver(records), `${targetOf(box)}&limit=${limit}`);
      expect(idsOn(pages)).toEqual(inside(records, box));
      for (const { features } of pages) expect(features.length).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 200 },
  );
});

it('pages have exactly the records in a box when the store returns short and empty pages', async () => {
  const cuts = fc.infiniteStream(fc.nat({ max: 3 }));
  await fc.assert(
    fc.asyncProperty(manyRecords, boxes, cuts, async (records, box, cuts) => {
      const store = withShortPages(createAreaMemoryStore(records), cuts);
      const pages = await pagesFrom(consoleOver(store), `${targetOf(box)}&limit=7`);
      expect(idsOn(pages)).toEqual(inside(records, box));
    }),
  );
});

it('a page without a limit has 100 records', async () => {
  const records = Array.from({ length: 250 }, (_, index) => record(`${index}`, index, -index));
  const pages = await pagesFrom(consoleOver(records), '/-/records');
  expect(pages.map(({ numberReturned }) => numberReturned)).toEqual([100, 100, 50]);
});

it('pages of a box have an untouched record exactly once while others are written', async () => {
  await fc.assert(
    fc.asyncProperty(manyRecords, manyRecords, boxes, async (kept, written, box) => {
      const store = createAreaMemoryStore(kept);
      const ids = new Set(kept.map(([id]) => id));
      const others = written.filter(([id]) => !ids.has(id));
      const get = consoleOver(store);
      let turn = 0;
      const getThenWrite = async (target: string) => {
        const response = await get(target);
        for (const [index, [id, { coordinates }]] of others.entries()) {
          const moved = { latitude: (index * turn) % 90, longitude: coordinates.longitude };
          await ((index + turn) % 3 === 0 ? store.delete(id) : store.put(id, { coordinates: moved }));
        }
        // Writers that are faster than the pages would keep them going.
        if (++turn > 60) others.length = 0;
        return response;
      };
      const pages = await pagesFrom(getThenWrite, `${targetOf(box)}&limit=2`);
      expect(idsOn(pages).filter((id) => ids.has(id))).toEqual(inside(kept, box));
    }),
  );
});

/** A store that returns fewer records than it was asked for, and sometimes none. */
function withShortPages(store: AreaStore, cuts: Iterator<number>): AreaStore {
  return {
    ...storeOver(store),
    guarantees: store.guarantees,
    async within(box, { after, limit }) {
      const length = Math.min(limit, cuts.next().value);
      if (length === 0 && after) return { records: [], next: after };
      return store.within(box, { after, limit: Math.max(length, 1) });
    },
  };
}
