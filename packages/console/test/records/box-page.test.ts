import type { LocationRecord } from '@location-records/core';
import {
  type AreaStore,
  type Box,
  compareByStripe,
  createAreaMemoryStore,
} from '@location-records/core/areas';
import { storeOver } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectionOf, consoleOver, idsOn, pagesFrom, record } from '../requests.ts';
import { boxes, manyRecords } from './arbitraries.ts';

/** The identifiers of the records in a box, in the order of the console, found by looking at each. */
function inside(records: readonly LocationRecord[], { west, south, east, north }: Box): readonly string[] {
  const parts =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  return parts.flatMap(([from = 0, to = 0]) =>
    records
      .filter(
        ([
          ,
          {
            coordinates: { latitude, longitude },
          },
        ]) => {
          return latitude >= south && latitude <= north && longitude >= from && longitude <= to;
        },
      )
      .sort(compareByStripe)
      .map(([id]) => id),
  );
}

function targetOf({ west, south, east, north }: Box): string {
  return `/-/records?bbox=${encodeURIComponent([west, south, east, north].join())}`;
}

describe('a box', () => {
  it('has exactly the records inside, on pages of any length', async () => {
    await fc.assert(
      fc.asyncProperty(manyRecords, boxes, fc.integer({ min: 1, max: 20 }), async (records, box, limit) => {
        const pages = await pagesFrom(consoleOver(records), `${targetOf(box)}&limit=${limit}`);
        expect(idsOn(pages)).toEqual(inside(records, box));
        for (const { features, numberReturned } of pages) {
          expect(numberReturned).toBe(features.length);
          expect(features.length).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has exactly the records inside, where the store gives short and empty pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        manyRecords,
        boxes,
        fc.infiniteStream(fc.nat({ max: 3 })),
        async (records, box, cuts) => {
          const store = withShortPages(createAreaMemoryStore(records), cuts);
          const pages = await pagesFrom(consoleOver(store), `${targetOf(box)}&limit=7`);
          expect(idsOn(pages)).toEqual(inside(records, box));
        },
      ),
    );
  });

  it('has its edges, and not the next numbers', async () => {
    const records = [record('in', 10, 180), record('west', 10, -180), record('out', 10, 180.00000000000003)];
    expect(idsOn(await pagesFrom(consoleOver(records), '/-/records?bbox=180,10,180,10'))).toEqual(['in']);
    expect(idsOn(await pagesFrom(consoleOver(records), '/-/records?bbox=180,10,-180,10'))).toEqual([
      'in',
      'west',
    ]);
  });

  it('is the whole world without a parameter, in pages of 100', async () => {
    const records = Array.from({ length: 250 }, (_, index) => record(`${index}`, index, -index));
    const pages = await pagesFrom(consoleOver(records), '/-/records');
    expect(pages.map(({ numberReturned }) => numberReturned)).toEqual([100, 100, 50]);
    expect(new Set(idsOn(pages)).size).toBe(250);
  });

  it('gives numbers back digit by digit, and texts character by character', async () => {
    await fc.assert(
      fc.asyncProperty(manyRecords, async (records) => {
        const { features } = await collectionOf(await consoleOver(records)('/-/records'));
        const found = features.map(({ id, geometry, properties }) => {
          const [longitude, latitude] = geometry.coordinates;
          return [id, { ...properties, coordinates: { latitude, longitude } }];
        });
        expect(found).toEqual([...records].sort(compareByStripe));
      }),
    );
  });
});

describe('pages of a box', () => {
  it('have a record that is not touched exactly once, while others are written', async () => {
    await fc.assert(
      fc.asyncProperty(manyRecords, manyRecords, boxes, async (kept, written, box) => {
        const store = createAreaMemoryStore(kept);
        const ids = new Set(kept.map(([id]) => id));
        const others = written.filter(([id]) => !ids.has(id));
        const get = consoleOver(store);
        let turn = 0;
        const pages = await pagesFrom(
          async (target) => {
            const response = await get(target);
            for (const [index, [id, location]] of others.entries()) {
              if ((index + turn) % 3 === 0) await store.delete(id);
              else
                await store.put(id, {
                  coordinates: { latitude: (index * turn) % 90, longitude: location.coordinates.longitude },
                });
            }
            // Only some turns, since writers who are faster than the pages keep them going.
            if (++turn > 60) others.length = 0;
            return response;
          },
          `${targetOf(box)}&limit=2`,
        );
        expect(idsOn(pages).filter((id) => ids.has(id))).toEqual(inside(kept, box));
      }),
    );
  });

  it('go on at another worker, and after a restart', async () => {
    const records = Array.from({ length: 10 }, (_, index) => record(`${index}`, index, index));
    const workers = [consoleOver(records), consoleOver(records)];
    let turn = 0;
    const pages = await pagesFrom(async (target) => {
      const worker = workers[turn++ % 2] ?? consoleOver(records);
      return worker(target);
    }, '/-/records?limit=3');
    expect(idsOn(pages)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });
});

/** A store that gives fewer records than it was asked for, and sometimes none. */
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
