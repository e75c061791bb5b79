import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import {
  type AreaStore,
  type Box,
  compareByStripe,
  createAreaMemoryStore,
} from '@location-records/core/areas';
import { storeOver } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceBetween } from '../../src/records/globe.ts';
import { consoleOver, idsOn, pagesFrom, record } from '../requests.ts';
import { boxes, manyRecords, type Point, points, radii } from './arbitraries.ts';

type Records = readonly LocationRecord[];

/** A query, and the identifiers that it finds in order, found by looking at each record. */
interface Query {
  readonly target: string;
  readonly find: (records: Records) => readonly string[];
}

function inBox({ west, south, east, north }: Box): Query {
  const ranges: readonly (readonly [number, number])[] =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  return {
    target: `/-/records?bbox=${encodeURIComponent([west, south, east, north].join())}`,
    find: (records) =>
      ranges.flatMap(([from, to]) =>
        records
          .filter(([, { coordinates }]) => {
            const { latitude, longitude } = coordinates;
            return latitude >= south && latitude <= north && longitude >= from && longitude <= to;
          })
          .sort(compareByStripe)
          .map(([id]) => id),
      ),
  };
}

function nearPoint({ latitude, longitude }: Point, radius?: number): Query {
  const near = `/-/records?near=${encodeURIComponent([latitude, longitude].join())}`;
  return {
    target: radius === undefined ? near : `${near}&radius=${encodeURIComponent(radius)}`,
    find: (records) =>
      records
        .filter(([, { coordinates }]) => {
          return Math.abs(coordinates.latitude) <= 90 && Math.abs(coordinates.longitude) <= 360;
        })
        .map(([id, { coordinates }]) => ({
          id,
          distance: distanceBetween({ latitude, longitude }, coordinates),
        }))
        .filter(({ distance }) => distance <= (radius ?? Number.POSITIVE_INFINITY))
        .sort((a, b) => a.distance - b.distance || compareIdentifiers(a.id, b.id))
        .map(({ id }) => id),
  };
}

const nearQueries = fc
  .tuple(points, fc.option(radii, { nil: undefined }))
  .map(([point, radius]) => nearPoint(point, radius));

describe.each([
  ['in a box', boxes.map(inBox)],
  ['near a point', nearQueries],
])('%s', (_, queries) => {
  const limits = fc.integer({ min: 1, max: 20 });

  it('pages of any length have exactly the records of the query, in its order', async () => {
    await fc.assert(
      fc.asyncProperty(manyRecords, queries, limits, async (records, { target, find }, limit) => {
        const pages = await pagesFrom(consoleOver(records), `${target}&limit=${limit}`);
        expect(idsOn(pages)).toEqual(find(records));
        for (const { features } of pages) expect(features.length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 200 },
    );
  });

  it('pages have exactly the records of the query when the store returns short and empty pages', async () => {
    const cuts = fc.infiniteStream(fc.nat({ max: 3 }));
    await fc.assert(
      fc.asyncProperty(manyRecords, queries, cuts, async (records, { target, find }, cuts) => {
        const store = withShortPages(createAreaMemoryStore(records), cuts);
        const pages = await pagesFrom(consoleOver(store), `${target}&limit=7`);
        expect(idsOn(pages)).toEqual(find(records));
      }),
    );
  });

  it('pages have an untouched record exactly once while others are written', async () => {
    await fc.assert(
      fc.asyncProperty(manyRecords, manyRecords, queries, async (kept, written, { target, find }) => {
        const store = createAreaMemoryStore(kept);
        const ids = new Set(kept.map(([id]) => id));
        const others = written.filter(([id]) => !ids.has(id));
        const get = consoleOver(store);
        let turn = 0;
        const getThenWrite = async (next: string) => {
          const response = await get(next);
          for (const [index, [id, { coordinates }]] of others.entries()) {
            const moved = { latitude: (index * turn) % 90, longitude: coordinates.longitude };
            await ((index + turn) % 3 === 0 ? store.delete(id) : store.put(id, { coordinates: moved }));
          }
          // Writers that are faster than the pages would keep them going.
          if (++turn > 60) others.length = 0;
          return response;
        };
        const pages = await pagesFrom(getThenWrite, `${target}&limit=2`);
        expect(idsOn(pages).filter((id) => ids.has(id))).toEqual(find(kept));
      }),
    );
  });
});

it('a page without a limit has 100 records', async () => {
  const records = Array.from({ length: 250 }, (_, index) => record(`${index}`, index, -index));
  const pages = await pagesFrom(consoleOver(records), '/-/records');
  expect(pages.map(({ numberReturned }) => numberReturned)).toEqual([100, 100, 50]);
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
