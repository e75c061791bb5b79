import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceBetween } from '../../src/records/globe.ts';
import { collectionOf, consoleOver, idsOn, pagesFrom, record } from '../requests.ts';
import { type Point, points } from './arbitraries.ts';

const paris = { latitude: 48.86, longitude: 2.29 };

/** The identifiers of the records near a point, in order, found by looking at each. */
function nearest(records: readonly LocationRecord[], point: Point, radius = Infinity): readonly string[] {
  return records
    .map(([id, { coordinates }]) => ({ id, distance: distanceBetween(point, coordinates) }))
    .filter(({ distance }) => distance <= radius)
    .sort((a, b) => a.distance - b.distance || compareIdentifiers(a.id, b.id))
    .map(({ id }) => id);
}

function targetOf({ latitude, longitude }: Point, radius?: number): string {
  const near = `/-/records?near=${encodeURIComponent([latitude, longitude].join())}`;
  return radius === undefined ? near : `${near}&radius=${encodeURIComponent(radius)}`;
}

/** Records on a spiral from pole to pole, as far from each other everywhere. */
function even(count: number): readonly LocationRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const sine = 1 - (2 * index + 1) / count;
    return record(`${index}`, (Math.asin(sine) * 180) / Math.PI, ((index * 137.50776) % 360) - 180);
  });
}

/** Records around a place, as far from each other everywhere. */
function crowd(count: number, { latitude, longitude }: Point, spread: number): readonly LocationRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const distance = spread * Math.sqrt((index + 0.5) / count);
    const angle = index * 2.399963;
    const north = Math.max(-90, Math.min(90, latitude + distance * Math.sin(angle)));
    return record(`${latitude},${longitude}-${index}`, north, longitude + distance * Math.cos(angle));
  });
}

/** A store that counts the records that it returns, up to a number of them on a page. */
function counting(records: readonly LocationRecord[], maxLimit = Number.MAX_SAFE_INTEGER) {
  const store = createAreaMemoryStore(records);
  const counts = { records: 0 };
  const { within } = store;
  store.within = async (box, options) => {
    const page = await within.call(store, box, { ...options, limit: Math.min(options.limit, maxLimit) });
    counts.records += page.records.length;
    return page;
  };
  return { store, counts };
}

describe('near a point', () => {
  it('near a point, pages have exactly the records of crowds', async () => {
    const crowds = fc.array(
      fc.tuple(points, fc.constantFrom(0, 1e-12, 1e-4, 0.1, 3), fc.integer({ min: 1, max: 400 })),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(crowds, points, fc.constantFrom(7, 60, 400), async (some, point, limit) => {
        const all = some.flatMap(([place, spread, count], index) =>
          crowd(count, place, spread).map(([id, location]): LocationRecord => [`${index}-${id}`, location]),
        );
        const get = consoleOver(all);
        for (const from of [point, (some[0] as (typeof some)[number])[0]]) {
          const { features } = await collectionOf(await get(`${targetOf(from)}&limit=${limit}`));
          expect(features.map(({ id }) => id)).toEqual(nearest(all, from).slice(0, limit));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('near a point, deep pages go on around poles, on both sides of 180 and in each turn around the world', async () => {
    const spread = even(500);
    const turned = spread.map(([id, { coordinates }]) => {
      const { latitude, longitude } = coordinates;
      return record(`turned-${id}`, latitude, longitude + (longitude < 0 ? 360 : -360));
    });
    const same = Array.from({ length: 200 }, (_, index) => record(`same-${index}`, 48, 179.9));
    const all = [...spread, ...turned, ...same];
    const get = consoleOver(all);
    for (const point of [
      paris,
      { latitude: 89.5, longitude: -100 },
      { latitude: -90, longitude: 0 },
      { latitude: 48, longitude: -179.9 },
    ]) {
      expect(idsOn(await pagesFrom(get, `${targetOf(point)}&limit=150`))).toEqual(nearest(all, point));
    }
  });

  it('near a point, a wide radius costs few reads of the store', async () => {
    const { store, counts } = counting(even(5000));
    await collectionOf(await consoleOver(store)(`${targetOf(paris)}&radius=20000000&limit=10`));
    expect(counts.records).toBeLessThan(300);
  });

  it.each([1e6, 120])(
    'a far crowd costs few reads of a store with pages of up to %d records',
    async (maxLimit) => {
      const all = [...crowd(8000, paris, 0.15), record('alone', -33, 151)];
      for (const point of [
        { latitude: 40.7, longitude: -74 },
        { latitude: -48.86, longitude: -177.71 },
      ]) {
        const { store, counts } = counting(all, maxLimit);
        const { features } = await collectionOf(await consoleOver(store)(`${targetOf(point)}&limit=10`));
        expect(features.map(({ id }) => id)).toEqual(nearest(all, point).slice(0, 10));
        expect(counts.records).toBeLessThan(6000);
      }
    },
  );

  it('near a point, each page costs few reads of the store, also the last one behind a crowd', async () => {
    const all = [...crowd(5000, paris, 0.15), record('alone', -33, 151)];
    const { store, counts } = counting(all);
    const get = consoleOver(store);
    const reads: number[] = [];
    const pages = await pagesFrom(
      async (target) => {
        counts.records = 0;
        const response = await get(target);
        reads.push(counts.records);
        return response;
      },
      `${targetOf(paris)}&limit=500`,
    );
    expect(idsOn(pages)).toEqual(nearest(all, paris));
    expect(Math.max(...reads)).toBeLessThan(6000);
  });

  it('records are found beside more records at one point than a search may read', async () => {
    const beside = Array.from({ length: 100 }, (_, index) => record(`${index}`, 10.001 + index * 3e-5, 20));
    const all = [...Array.from({ length: 2000 }, (_, index) => record(`same-${index}`, 10, 20)), ...beside];
    const get = consoleOver(all, { maxCandidates: 1500 });
    const point = { latitude: 10.003, longitude: 20 };
    for (const radius of [undefined, 2000]) {
      const { features } = await collectionOf(await get(`${targetOf(point, radius)}&limit=20`));
      expect(features.map(({ id }) => id)).toEqual(nearest(all, point).slice(0, 20));
    }
  });

  it('deep pages are found behind more records than a search may read', async () => {
    const records = even(8000);
    const get = consoleOver(records, { maxCandidates: 4000 });
    expect(idsOn(await pagesFrom(get, `${targetOf(paris)}&limit=500`))).toEqual(nearest(records, paris));
  });
});

describe('the boxes of a search near a point', () => {
  /** A store whose calls end in a later turn of the event loop, with the greatest number of calls at once. */
  function slowStore(fails: (call: number) => boolean) {
    const store = createAreaMemoryStore(even(5000));
    const seen = { calls: 0, atOnce: 0, most: 0 };
    const within = new Proxy(store.within, {
      async apply(own, self, [box, options]) {
        const call = ++seen.calls;
        seen.most = Math.max(seen.most, ++seen.atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        seen.atOnce--;
        if (fails(call)) throw new Error(`call ${call} failed`);
        return Reflect.apply(own, self, [box, options]);
      },
    });
    return { store: Object.assign(store, { within }), seen };
  }

  it('a search near a point has at most four calls of the store at once', async () => {
    const { store, seen } = slowStore(() => false);
    await consoleOver(store)('/-/records?near=10,20&limit=1000');
    expect(seen.most).toBe(4);
  });

  it('several calls that fail at once are a 500 with one report', async () => {
    const { store } = slowStore((call) => call > 4);
    const errors: unknown[] = [];
    const get = consoleOver(store, { onError: (error) => errors.push(error) });
    expect((await get('/-/records?near=10,20&limit=3000')).status).toBe(500);
    // An unhandled rejection, which would fail this run, shows before the next turn begins.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toHaveLength(1);
  });
});
