import type { LocationRecord } from '@location-records/core';
import {
  type AreaPosition,
  type AreaStore,
  type Box,
  compareByStripe,
  stripeOf,
  stripeWidth,
} from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { migratePostgres } from '@location-records/stores/postgres';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { maxLooks } from '../../src/postgres/area-statements.ts';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const [max, min] = [Number.MAX_VALUE, Number.MIN_VALUE];
const borders = [-1, 0, 127, 128, 129, 255, 256].map((stripe) => stripe * stripeWidth - 180);
const extremes = [max, 1e300, 1e6, 180, 190, 90, 2.3508, 1e-300, min, 0].flatMap((value) => [value, -value]);
const degree = fc.oneof(
  fc.constantFrom(...extremes, ...borders, 180 - 2 ** -45, 180 + 2 ** -45, -180 - 2 ** -45, 1, 2),
  fc.double({ min: -181, max: 181, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
/** Many begin with the same characters, so that the index cannot order them. */
const id = fc
  .tuple(
    fc.constantFrom('', 'a', 'x'.repeat(63), 'x'.repeat(64), '\u{1f600}'.repeat(64), '\u0001'.repeat(40)),
    fc.oneof(fc.constantFrom('\0', '\u0001', '\uffff', '\u{10000}', '"\\'), fc.string({ unit: 'binary' })),
  )
  .map((parts) => parts.join(''))
  .filter((text) => text !== '');
const records = fc.uniqueArray(
  fc.tuple(id, degree, degree).map(([key, latitude, longitude]) => placed(key, latitude, longitude)),
  { maxLength: 40, selector: ([key]) => key },
);
const pair = fc.tuple(degree, degree).map(([a, b]) => (a < b ? [a, b] : [b, a]) as [number, number]);
const box = fc.tuple(pair, pair).map(([[west, east], [south, north]]): Box => ({ west, south, east, north }));
const part = fc.oneof(fc.integer({ min: -3, max: 258 }), fc.maxSafeInteger());
const position = fc.option(fc.record({ part, latitude: degree, longitude: degree, id }), { nil: undefined });

describeUnless(lacks({ server: 'PostgreSQL' }))('area queries', { timeout: 120_000 }, () => {
  const server = usePostgres();

  it.each(['', '-c enable_indexscan=off -c enable_indexonlyscan=off', '-c extra_float_digits=-15'])(
    'find what a comparison of every record finds, with the settings "%s"',
    async (options) => {
      const { url, schema } = await schemaForTest(server.url, { areas: true });
      const pool = new pg.Pool({ connectionString: url, options });
      onTestFinished(() => pool.end());
      const stores = [
        await openForTest({ url, schema, areas: true }),
        await openForTest({ pool, schema, areas: true }),
      ];
      const queries = fc.array(fc.tuple(box, position, fc.integer({ min: 1, max: 9 })), { maxLength: 6 });
      const property = fc.asyncProperty(records, queries, async (held, asked) => {
        await query(url, `TRUNCATE ${pg.escapeIdentifier(schema)}.locations`);
        await Promise.all(held.map((record) => (stores[0] as AreaStore).put(...record)));
        for (const store of stores) {
          for (const [where, after, limit] of asked) {
            const { found } = await read(store, where, limit, after);
            expect(found).toEqual(expected(held, where, after));
          }
        }
      });
      await fc.assert(property, { numRuns: 60 });
    },
  );

  it('looks at a bounded number of places beside the box, and says where it stopped', async () => {
    const store = await storeWith(`
      SELECT 'east ' || n, NULL, n / 10000.0, 1.2 FROM generate_series(1, ${3 * maxLooks}) n
      UNION ALL SELECT 'inside', NULL, 2, 1.1 UNION ALL SELECT 'together ' || n, NULL, 3, 1.05 FROM generate_series(1, 20000) n
      UNION ALL SELECT 'west ' || n, NULL, 3, 0.9 FROM generate_series(1, 20000) n`);
    const narrow = { west: 1.1, south: 0, east: 1.15, north: 4 };
    const { found, pages } = await read(store, narrow, 10);
    expect(found).toEqual([placed('inside', 2, 1.1)]);
    expect(pages.map((page) => page.length)).toEqual([0, 0, 0, 1, 0]);
  });

  it('goes page by page through many records at one place, whatever their identifiers begin with', async () => {
    const store = await storeWith(`
      SELECT CASE n % 2 WHEN 0 THEN repeat('x', 600) ELSE '' END || n, NULL, 1.5, 2.5 FROM generate_series(1, 5000) n
      UNION ALL SELECT 'beside ' || n, NULL, 1.5, 2.6 FROM generate_series(1, 5000) n`);
    const point = { west: 2.5, south: 1.5, east: 2.5, north: 1.5 };
    const { found } = await read(store, point, 500);
    const ids = Array.from({ length: 5000 }, (_, n) => `${n % 2 ? 'x'.repeat(600) : ''}${n + 1}`).sort();
    expect(found.map(([key]) => key)).toEqual(ids);
  });

  it('gives no page more records than it may look at places', async () => {
    const store = await storeWith(`SELECT n, NULL, 0, n FROM generate_series(1, ${2 * maxLooks}) n`);
    const { records, next } = await store.within({ west: 0, south: 0, east: 1e6, north: 1 }, { limit: 1e9 });
    expect(records).toHaveLength(maxLooks);
    expect(next).toEqual({
      part: lastStripeOf(records),
      ...records.at(-1)?.[1].coordinates,
      id: `${maxLooks}`,
    });
  });

  it('reject in time while the table is locked, and work again afterwards', async () => {
    const { url, schema } = await schemaForTest(server.url, { areas: true });
    const store = await openForTest({ url, schema, areas: true, timeout: 2000 });
    const box = { west: 0, south: 0, east: 3, north: 3 };
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`BEGIN; LOCK TABLE ${pg.escapeIdentifier(schema)}.locations IN ACCESS EXCLUSIVE MODE`);
    await expect(store.within(box, { limit: 5 })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/^Cannot read from the PostgreSQL store "[^"]+": /),
    });
    await holder.query('COMMIT');
    const found = () => store.within(box, { limit: 5 }).catch(String);
    await expect.poll(found, { timeout: 30_000 }).toEqual({ records: [], next: undefined });
  });

  it('are not there without the option, in the guarantees and in the table', async () => {
    const { url, schema } = await schemaForTest(server.url);
    await migratePostgres({ url, schema, areas: false });
    const store = await openForTest({ url, schema });
    expect(store).not.toHaveProperty('within');
    expect(store.guarantees).toEqual({ durable: true, shared: true, listOrder: 'id-bytes' });
    const indexes = 'SELECT indexname FROM pg_indexes WHERE schemaname = $1';
    expect(await query(url, indexes, [schema])).toEqual([{ indexname: 'locations_left_case_idx' }]);
  });

  /** A store with the records of a query, which no statistics tell of. */
  async function storeWith(rows: string): Promise<AreaStore> {
    const { url, schema } = await schemaForTest(server.url, { areas: true });
    await query(url, `INSERT INTO ${pg.escapeIdentifier(schema)}.locations ${rows}`);
    return openForTest({ url, schema, areas: true });
  }
});

function placed(key: string, latitude: number, longitude: number): LocationRecord {
  return [key, { coordinates: { latitude: latitude + 0, longitude: longitude + 0 } }];
}

/** Reads a box to its end. */
async function read(store: AreaStore, where: Box, limit: number, after?: AreaPosition) {
  const pages: (readonly LocationRecord[])[] = [];
  let next = after;
  do {
    const page = await store.within(where, { limit, after: next });
    expect(page.records.length).toBeLessThanOrEqual(limit);
    pages.push(page.records);
    next = page.next;
  } while (next && pages.length < 100_000);
  return { found: pages.flat(), pages };
}

/** The records of a box after a position, in order. */
function expected(held: readonly LocationRecord[], where: Box, after?: AreaPosition): LocationRecord[] {
  const isAfter = (record: LocationRecord) => {
    if (!after) return true;
    const { latitude, longitude } = record[1].coordinates;
    const own = stripeOf(longitude);
    if (own !== after.part) return own > after.part;
    // In one stripe the order is that of latitude, longitude and identifier, also for longitudes of another one.
    if (latitude !== after.latitude) return latitude > after.latitude;
    if (longitude !== after.longitude) return longitude > after.longitude;
    return compareByStripe(record, placed(after.id, latitude, longitude)) > 0;
  };
  return held
    .filter(
      ([
        ,
        {
          coordinates: { latitude, longitude },
        },
      ]) => {
        const isWithin = longitude >= where.west && longitude <= where.east;
        return isWithin && latitude >= where.south && latitude <= where.north;
      },
    )
    .filter(isAfter)
    .sort(compareByStripe);
}

function lastStripeOf(found: readonly LocationRecord[]): number {
  return stripeOf(found.at(-1)?.[1].coordinates.longitude ?? 0);
}
