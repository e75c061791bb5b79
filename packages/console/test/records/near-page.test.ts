import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceBetween } from '../../src/records/globe.ts';
import { collectionOf, consoleOver, idsOn, pagesFrom, record, textOf } from '../requests.ts';
import { manyRecords, nearLatitudes, nearLongitudes, radii } from './arbitraries.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const points = fc.record({ latitude: nearLatitudes, longitude: nearLongitudes });

/** The identifiers of the records near a point, in order, found by looking at each. */
function nearest(records: readonly LocationRecord[], point: Point, radius: number): readonly string[] {
  return records
    .map(([id, { coordinates }]) => ({ id, coordinates, distance: distanceBetween(point, coordinates) }))
    .filter(
      ({ coordinates }) => Math.abs(coordinates.latitude) <= 90 && Math.abs(coordinates.longitude) <= 360,
    )
    .filter(({ distance }) => distance <= radius)
    .sort((a, b) => a.distance - b.distance || compareIdentifiers(a.id, b.id))
    .map(({ id }) => id);
}

function targetOf({ latitude, longitude }: Point, radius?: number): string {
  const near = `/-/records?near=${encodeURIComponent([latitude, longitude].join())}`;
  return radius === undefined ? near : `${near}&radius=${encodeURIComponent(radius)}`;
}

/** Records at random on the globe. */
function scattered(count: number, seed: number): readonly LocationRecord[] {
  const numbers = fc.sample(
    fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.nat({ max: 3_600_000 })),
    {
      numRuns: count,
      seed,
    },
  );
  return numbers.map(([sine, longitude], index) =>
    record(`${index}`, (Math.asin(sine) * 180) / Math.PI, longitude / 10_000 - 180),
  );
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

/** A store that counts the records that it gives, with up to a number of them on a page. */
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
  it('are exactly the records within the radius, the nearest first, on pages of any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        manyRecords,
        points,
        radii,
        fc.integer({ min: 1, max: 20 }),
        async (records, point, radius, limit) => {
          const pages = await pagesFrom(consoleOver(records), `${targetOf(point, radius)}&limit=${limit}`);
          expect(idsOn(pages)).toEqual(nearest(records, point, radius));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are all records of the globe without a radius, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(
        manyRecords,
        points,
        fc.integer({ min: 1, max: 20 }),
        async (records, point, limit) => {
          const pages = await pagesFrom(consoleOver(records), `${targetOf(point)}&limit=${limit}`);
          expect(idsOn(pages)).toEqual(nearest(records, point, Number.POSITIVE_INFINITY));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are the nearest of many, from dense and from empty places', async () => {
    const records = scattered(5000, 1);
    const row = Array.from({ length: 5000 }, (_, index) =>
      record(`row-${index}`, 48.85 + index * 1e-6, 2.35),
    );
    const all = [...records, ...row];
    const get = consoleOver(all);
    for (const point of [
      { latitude: 48.85, longitude: 2.35 },
      { latitude: 48.9, longitude: 2.4 },
      { latitude: -45, longitude: -130 },
      { latitude: 90, longitude: 0 },
      { latitude: 0, longitude: 180 },
    ]) {
      for (const limit of [1, 10, 1000]) {
        const { features } = await collectionOf(await get(`${targetOf(point)}&limit=${limit}`));
        expect(features.map(({ id }) => id)).toEqual(
          nearest(all, point, Number.POSITIVE_INFINITY).slice(0, limit),
        );
      }
    }
  });

  it('are many records at one point, by the bytes of their identifiers', async () => {
    const records = Array.from({ length: 3000 }, (_, index) => record(`${index}`, 5, 5));
    const pages = await pagesFrom(consoleOver(records), '/-/records?near=6,5&limit=300');
    const ids = records.map(([id]) => id).sort(compareIdentifiers);
    expect(idsOn(pages)).toEqual(ids);
  });

  it('have their distance in metres', async () => {
    const get = consoleOver([record('a', 1, 0), record('b', 0, 360)]);
    const { features } = await collectionOf(await get('/-/records?near=0,0'));
    expect(features.map(({ properties }) => properties.distance)).toEqual([
      0,
      distanceBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 }),
    ]);
  });

  it('have no distance in the list of the specification', async () => {
    const get = consoleOver([record('b', 0, 1), record('a', 0, 0)]);
    expect(await textOf(await get('/-/records?near=0,0&f=json'))).toBe(
      '[["a",{"coordinates":{"latitude":0,"longitude":0}}],["b",{"coordinates":{"latitude":0,"longitude":1}}]]',
    );
  });

  it('come exactly once where they are not touched, while others are written', async () => {
    await fc.assert(
      fc.asyncProperty(manyRecords, manyRecords, points, async (kept, written, point) => {
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
              else await store.put(id, location);
            }
            turn++;
            return response;
          },
          `${targetOf(point)}&limit=3`,
        );
        const untouched = idsOn(pages).filter((id) => ids.has(id));
        expect(untouched).toEqual(nearest(kept, point, Number.POSITIVE_INFINITY));
      }),
    );
  });

  it('are few reads of the store, however wide the radius is', async () => {
    const { store, counts } = counting(even(20_000));
    await collectionOf(await consoleOver(store)('/-/records?near=48.86,2.29&radius=20000000&limit=10'));
    expect(counts.records).toBeLessThan(300);
  });

  it.each([1e6, 120])(
    'are few reads of a store with pages of up to %d records, also of a far crowd',
    async (maxLimit) => {
      const paris = { latitude: 48.86, longitude: 2.29 };
      const all = [...crowd(40_000, paris, 0.15), record('alone', -33, 151)];
      for (const point of [
        { latitude: 40.7, longitude: -74 },
        { latitude: 51.5, longitude: -0.12 },
        { latitude: -48.86, longitude: -177.71 },
      ]) {
        for (const limit of [1, 10, 1000]) {
          const { store, counts } = counting(all, maxLimit);
          const { features } = await collectionOf(
            await consoleOver(store)(`${targetOf(point)}&limit=${limit}`),
          );
          expect(features.map(({ id }) => id)).toEqual(
            nearest(all, point, Number.POSITIVE_INFINITY).slice(0, limit),
          );
          expect(counts.records).toBeLessThan(15_000);
        }
      }
    },
  );

  it.each([
    [10.004, 1],
    [10.01, 3],
    [10.003, 20],
  ])(
    'are found beside more records at one point than the search reads: near %d, limit %d',
    async (latitude, limit) => {
      const beside = Array.from({ length: 100 }, (_, index) => record(`${index}`, 10.001 + index * 3e-5, 20));
      const all = [...Array.from({ length: 2000 }, (_, index) => record(`same-${index}`, 10, 20)), ...beside];
      const get = consoleOver(all, { maxCandidates: 1500 });
      const point = { latitude, longitude: 20 };
      for (const radius of [undefined, 2000]) {
        const { features } = await collectionOf(await get(`${targetOf(point, radius)}&limit=${limit}`));
        const expected = nearest(all, point, Number.POSITIVE_INFINITY).slice(0, limit);
        expect(features.map(({ id }) => id)).toEqual(expected);
      }
    },
  );

  it('are few reads of the store on each page, also on the last behind a crowd', async () => {
    const paris = { latitude: 48.86, longitude: 2.29 };
    const all = [...crowd(20_000, paris, 0.15), record('alone', -33, 151)];
    const { store, counts } = counting(all);
    const get = consoleOver(store);
    const looks: number[] = [];
    const pages = await pagesFrom(
      (target) => {
        looks.push(counts.records);
        return get(target);
      },
      `${targetOf(paris)}&limit=1000`,
    );
    expect(idsOn(pages)).toEqual(nearest(all, paris, Number.POSITIVE_INFINITY));
    const ofPages = looks.slice(1).map((count, index) => count - (looks[index] as number));
    expect(Math.max(...ofPages, counts.records - (looks.at(-1) as number))).toBeLessThan(13_000);
  });

  it('are exactly those of crowds, wherever the point is', async () => {
    const crowds = fc.array(
      fc.tuple(points, fc.constantFrom(0, 1e-12, 1e-4, 0.1, 3), fc.integer({ min: 1, max: 900 })),
      { minLength: 1, maxLength: 3 },
    );
    const limits = fc.constantFrom(1, 7, 60, 400, 2000);
    await fc.assert(
      fc.asyncProperty(crowds, points, limits, async (some, point, limit) => {
        const all = some.flatMap(([place, spread, count], index) =>
          crowd(count, place, spread).map(([id, location]): LocationRecord => [`${index}-${id}`, location]),
        );
        const get = consoleOver(all);
        for (const from of [point, (some[0] as (typeof some)[number])[0]]) {
          let pages = await pagesFrom(get, `${targetOf(from)}&limit=${Math.max(limit, 60)}`);
          expect(idsOn(pages)).toEqual(nearest(all, from, Number.POSITIVE_INFINITY));
          pages = [await collectionOf(await get(`${targetOf(from)}&limit=${limit}`))];
          expect(idsOn(pages)).toEqual(nearest(all, from, Number.POSITIVE_INFINITY).slice(0, limit));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are the same on deep pages, around poles and on both sides of 180', async () => {
    const spread = [
      ...even(700),
      ...scattered(300, 3).map(([id, location]): LocationRecord => [`odd-${id}`, location]),
    ];
    const turned = spread.map(([id, { coordinates }]) =>
      record(
        `turned-${id}`,
        coordinates.latitude,
        coordinates.longitude + (coordinates.longitude < 0 ? 360 : -360),
      ),
    );
    const same = Array.from({ length: 300 }, (_, index) => record(`same-${index}`, 48, 179.9));
    const all = [...spread, ...turned, ...same];
    const get = consoleOver(all);
    for (const [latitude, longitude] of [
      [48.85, 2.35],
      [89.5, -100],
      [-90, 0],
      [0, 0],
      [48, -179.9],
    ] as const) {
      const point = { latitude, longitude };
      const pages = await pagesFrom(get, `${targetOf(point)}&limit=150`);
      expect(idsOn(pages)).toEqual(nearest(all, point, Number.POSITIVE_INFINITY));
    }
  });

  it('are found where far more records are nearer than the search looks at', async () => {
    const records = even(20_000);
    const get = consoleOver(records, { maxCandidates: 5000 });
    const point = { latitude: 48.86, longitude: 2.29 };
    const pages = await pagesFrom(get, `${targetOf(point)}&limit=500`);
    expect(idsOn(pages)).toEqual(nearest(records, point, Number.POSITIVE_INFINITY));
  });

  it('are the same with any rank in the cursor', async () => {
    const records = even(1000);
    const get = consoleOver(records);
    const point = { latitude: 48.86, longitude: 2.29 };
    const target = `${targetOf(point)}&limit=200`;
    const [first] = (await collectionOf(await get(target))).links;
    const cursor = new URL(first?.href ?? '', 'http://localhost').searchParams.get('cursor') ?? '';
    const [version, canonical, distance, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    for (const rank of [1, 50, 5000, 1e9, Number.MAX_SAFE_INTEGER - 200]) {
      const changed = Buffer.from(JSON.stringify([version, canonical, distance, id, rank])).toString(
        'base64url',
      );
      const { features } = await collectionOf(await get(`${target}&cursor=${changed}`));
      const expected = nearest(records, point, Number.POSITIVE_INFINITY).slice(200, 400);
      expect(features.map((feature) => feature.id)).toEqual(expected);
    }
  });
});

describe('the boxes of a ring', () => {
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

  it('are read at the same time, at most four of them', async () => {
    const { store, seen } = slowStore(() => false);
    await pagesFrom(consoleOver(store), '/-/records?near=10,20&limit=1000');
    expect(seen.most).toBe(4);
  });

  it('are a 500 with one error where several fail at once', async () => {
    const { store } = slowStore((call) => call > 4);
    const errors: unknown[] = [];
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    try {
      const get = consoleOver(store, { onError: (error) => errors.push(error) });
      expect((await get('/-/records?near=10,20&limit=3000')).status).toBe(500);
      // Node.js tells of unhandled rejections before the next turn of the event loop begins.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('unhandledRejection', onUnhandled);
    }
    expect(errors).toHaveLength(1);
    expect(unhandled).toEqual([]);
  });
});
