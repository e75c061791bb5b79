import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type AreaPosition,
  type Box,
  compareByStripe,
  createAreaMemoryStore,
  stripeOf,
  stripes,
} from '../src/areas.ts';
import type { LocationRecord } from '../src/index.ts';

type AreaMemoryStore = ReturnType<typeof createAreaMemoryStore>;

const everywhere: Box = {
  west: -Number.MAX_VALUE,
  south: -Number.MAX_VALUE,
  east: Number.MAX_VALUE,
  north: Number.MAX_VALUE,
};
const extremes = [0, 5e-324, -5e-324, 1e300, Number.MAX_VALUE, -Number.MAX_VALUE, 180, -180, stripes.width];
const degrees = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((value) => value + 0),
  fc.constantFrom(...extremes),
  fc.double({ min: -200, max: 200, noNaN: true }).map((value) => value + 0),
);
const boxes = fc.tuple(degrees, degrees, degrees, degrees).map(
  ([a, b, c, d]): Box => ({
    west: Math.min(a, b),
    east: Math.max(a, b),
    south: Math.min(c, d),
    north: Math.max(c, d),
  }),
);

describe('area queries of a memory store', () => {
  type Step = readonly [
    store: number,
    id: number,
    place: readonly [number, number] | 'delete' | 'fork' | 'query',
  ];
  const step: fc.Arbitrary<Step> = fc.tuple(
    fc.nat(3),
    fc.nat(40),
    fc.oneof(
      { weight: 6, arbitrary: fc.tuple(degrees, degrees) },
      fc.constantFrom('delete' as const, 'fork' as const, 'query' as const),
    ),
  );

  it('area queries of a memory store find what a full scan finds, after any writes and forks', async () => {
    const property = fc.asyncProperty(
      fc.array(step),
      boxes,
      fc.integer({ min: 1, max: 9 }),
      async (steps, box, limit) => {
        const stores = [createAreaMemoryStore()];
        for (const [index, number, what] of steps) {
          const store = stores[index % stores.length] as AreaMemoryStore;
          if (what === 'fork') stores.push(store.fork());
          else if (what === 'query') await store.within(box, { limit });
          else if (what === 'delete') await store.delete(`${number}`);
          else await store.put(...placed(number, ...what));
        }
        for (const store of stores) {
          expect(await found(store, box, limit)).toEqual(expected(store, box));
          expect(await found(store, everywhere, limit)).toEqual(expected(store, everywhere));
        }
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('area queries of a memory store find thousands of records in one stripe as they are written and deleted', async () => {
    const store = gridOf(4000);
    const box = { west: 0.15, south: 20, east: 0.5, north: 350 };
    expect(await found(store, box, 100)).toEqual(expected(store, box));
    for (let number = 0; number < 4000; number += 3) await store.delete(`${number}`);
    for (let number = 1; number < 4000; number += 3) await store.put(...placed(number, number % 50, 0.3));
    expect(await found(store, box, 100)).toEqual(expected(store, box));
    for (let number = 0; number < 4000; number++) await store.delete(`${number}`);
    expect(await found(store, everywhere, 100)).toEqual([]);
  });

  it('area queries of a memory store look at a bounded number of records for a page', async () => {
    const store = gridOf(40_000);
    const beside = { west: 1.39, south: 0, east: 1.4, north: 1e9 };
    const { records, next } = await store.within(beside, { limit: 10 });
    expect(records).toEqual([]);
    expect(next).toMatchObject({ part: stripeOf(1), latitude: expect.any(Number) });
    expect(await found(store, beside, 10)).toEqual([]);
  });

  it('area queries of a memory store see writes made while the index is built', async () => {
    const store = gridOf(10_000);
    const reading = store.within(everywhere, { limit: 1 });
    for (let number = 0; number < 10_000; number += 3) await store.delete(`${number}`);
    for (let number = 1; number < 10_000; number += 3) await store.put(...placed(number, -number, 3));
    for (let number = 10_000; number < 10_500; number++) await store.put(...placed(number, number, 4));
    await reading;
    expect(await found(store, everywhere, 1000)).toEqual(expected(store, everywhere));
  });

  it.each(['before', 'while', 'after'])(
    'area queries of a fork made %s the index is built see only its own writes',
    async (when) => {
      const store = gridOf(5000);
      const reading = when === 'before' ? undefined : store.within(everywhere, { limit: 1 });
      if (when === 'after') await reading;
      const fork = store.fork();
      await fork.put(...placed(1, -1, 1));
      await store.put(...placed(2, -2, 2));
      await reading;
      for (const one of [store, fork, fork.fork()]) {
        expect(await found(one, everywhere, 1000)).toEqual(expected(one, everywhere));
      }
    },
  );

  it('building the area index gives the event loop turns, even under fake timers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const order: string[] = [];
    setImmediate(() => order.push('turn'));
    await gridOf(10_000).within(everywhere, { limit: 1 });
    order.push('page');
    expect(order).toEqual(['turn', 'page']);
  });

  it('an area query rejects if the memory store is closed while the index is built', async () => {
    const store = gridOf(10_000);
    const reading = store.within(everywhere, { limit: 1 });
    await store.close();
    await expect(reading).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });
});

it('stripeOf never falls as the longitude grows', () => {
  fc.assert(
    fc.property(degrees, degrees, (a, b) => {
      expect(stripeOf(Math.min(a, b))).toBeLessThanOrEqual(stripeOf(Math.max(a, b)));
    }),
  );
});

it.each([
  [-Number.MAX_VALUE, stripes.first],
  [-180 - stripes.width, stripes.first],
  [-181, 0],
  [-180, 0],
  [0, 128],
  [stripes.width, 129],
  [179.999, 255],
  [180, stripes.last],
  [Number.MAX_VALUE, stripes.last],
])('stripeOf(%d) is %d', (longitude, stripe) => {
  expect(stripeOf(longitude)).toBe(stripe);
});

function placed(number: number, latitude: number, longitude: number): LocationRecord {
  return [`${number}`, { coordinates: { latitude, longitude } }];
}

/** Records on a grid in one stripe, in no order. */
function gridOf(count: number): AreaMemoryStore {
  const records = Array.from({ length: count }, (_, number) => {
    const shuffled = (number * 7919) % count;
    return placed(shuffled, Math.floor(shuffled / 10), (shuffled % 10) / 10);
  });
  return createAreaMemoryStore(records);
}

/** The records of a box, by looking at every record. */
function expected(store: AreaMemoryStore, { west, south, east, north }: Box): LocationRecord[] {
  const isInside = ([, { coordinates }]: LocationRecord) => {
    const { latitude, longitude } = coordinates;
    return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
  };
  return [...store.records()].filter(isInside).sort(compareByStripe);
}

/** The records of a box, page by page. */
async function found(store: AreaMemoryStore, box: Box, limit: number): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  let after: AreaPosition | undefined;
  do {
    const page = await store.within(box, { limit, after });
    expect(page.records.length).toBeLessThanOrEqual(limit);
    records.push(...page.records);
    after = page.next;
  } while (after);
  return records;
}
