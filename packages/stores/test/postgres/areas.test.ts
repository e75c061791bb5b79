import { randomBytes } from 'node:crypto';
import type { LocationRecord } from '@location-records/core';
import {
  type AreaPosition,
  type AreaStore,
  type Box,
  compareByStripe,
  isAreaStore,
  stripeOf,
  stripes,
} from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { stripeExpression } from '../../src/postgres/area-index.ts';
import { withinStatement } from '../../src/postgres/area-postgres-store.ts';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

/** How many places a page looks at in a stripe. */
const maxLooks = 4096;
const [max, min] = [Number.MAX_VALUE, Number.MIN_VALUE];
const borders = [-1, 0, 127, 128, 129, 255, 256].map((stripe) => stripe * stripes.width - 180);
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

describeUnless(lacks({ server: 'PostgreSQL' }))('area queries of PostgreSQL', () => {
  const server = usePostgres();

  it.each(['', '-c enable_indexscan=off -c enable_indexonlyscan=off'])(
    'area queries of PostgreSQL find what a full scan finds, with the settings "%s"',
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

  it('area queries of PostgreSQL look at a bounded number of places beside the box', async () => {
    const store = await storeWith(`
      SELECT 'east ' || n, NULL, n / 10000.0, 1.2 FROM generate_series(1, ${3 * maxLooks}) n
      UNION ALL SELECT 'inside', NULL, 2, 1.1 UNION ALL SELECT 'together ' || n, NULL, 3, 1.05 FROM generate_series(1, 20000) n
      UNION ALL SELECT 'west ' || n, NULL, 3, 0.9 FROM generate_series(1, 20000) n`);
    const narrow = { west: 1.1, south: 0, east: 1.15, north: 4 };
    const { found, pages } = await read(store, narrow, 10);
    expect(found).toEqual([placed('inside', 2, 1.1)]);
    expect(pages.map((page) => page.length)).toEqual([0, 0, 0, 1, 0]);
  });

  it('area queries of PostgreSQL page through many records at one place', async () => {
    const store = await storeWith(`
      SELECT CASE n % 2 WHEN 0 THEN repeat('x', 600) ELSE '' END || n, NULL, 1.5, 2.5 FROM generate_series(1, 5000) n
      UNION ALL SELECT 'beside ' || n, NULL, 1.5, 2.6 FROM generate_series(1, 5000) n`);
    const point = { west: 2.5, south: 1.5, east: 2.5, north: 1.5 };
    const { found } = await read(store, point, 500);
    const ids = Array.from({ length: 5000 }, (_, n) => `${n % 2 ? 'x'.repeat(600) : ''}${n + 1}`).sort();
    expect(found.map(([key]) => key)).toEqual(ids);
  });

  it('a page of an area query of PostgreSQL has at most 4,096 records', async () => {
    const store = await storeWith(`SELECT n, NULL, 0, n FROM generate_series(1, ${2 * maxLooks}) n`);
    const { records, next } = await store.within({ west: 0, south: 0, east: 1e6, north: 1 }, { limit: 1e9 });
    expect(records).toHaveLength(maxLooks);
    expect(next).toEqual({
      part: lastStripeOf(records),
      ...records.at(-1)?.[1].coordinates,
      id: `${maxLooks}`,
    });
  });

  it('an area query of PostgreSQL rejects if a damaged index returns another order', async () => {
    const { url, schema } = await schemaForTest(server.url, { areas: true });
    const pool = new pg.Pool({ connectionString: url });
    onTestFinished(() => pool.end());
    const query = pool.query.bind(pool) as (asked: { readonly text: string }) => Promise<unknown>;
    const disordered = (asked: { readonly text: string }) =>
      query({
        ...asked,
        text: asked.text.replace('ORDER BY latitude, longitude, left', 'ORDER BY latitude DESC, left'),
      });
    const store = await openForTest({
      pool: Object.assign(pool, { query: disordered }),
      schema,
      areas: true,
    });
    await store.put(...placed('a', 1, 1));
    await store.put(...placed('b', 2, 1));
    await expect(store.within({ west: 0, south: 0, east: 3, north: 3 }, { limit: 5 })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('not in the order of their places; run REINDEX on its table'),
    });
  });

  it('PostgreSQL computes stripeOf for every finite number', async () => {
    const borders = Array.from({ length: 259 }, (_, stripe) => (stripe - 1) * stripes.width - 180);
    const longitudes = [
      ...borders.flatMap((border) => [border, border - 2 ** -45, border + 2 ** -45]),
      ...[0, -0, 5e-324, -5e-324, 1e6, 1e19, Number.MAX_VALUE, -Number.MAX_VALUE],
      ...Array.from({ length: 10_000 }, () => randomBytes(8).readDoubleBE()).filter(Number.isFinite),
    ];
    const text = `SELECT ${stripeExpression('longitude')} AS stripe FROM unnest($1::float8[]) AS longitude`;
    const found = await query<{ stripe: number }>(server.url, text, [longitudes]);
    expect(found.map(({ stripe }) => stripe)).toEqual(longitudes.map(stripeOf));
  });

  it.each([
    ['one stripe', [2.2, 48.8, 2.5, 48.95, [129], 48.8, 2.2, '', 101]],
    ['the whole world', [-180, -90, 180, 90, Array.from({ length: 257 }, (_, n) => n), -90, -180, '', 101]],
  ])('area queries of PostgreSQL use the index for %s', async (_, values) => {
    const { url, schema } = await schemaForTest(server.url, { areas: true });
    await query(
      url,
      `INSERT INTO ${pg.escapeIdentifier(schema)}.locations
       SELECT 'id-' || md5(n::text), NULL, (n % 40) * 4 - 80 + (n % 97) / 1000.0, (n % 40) * 8 - 160 + (n % 101) / 1000.0
         FROM generate_series(1, 19000) n
       UNION ALL SELECT 'paris ' || n, NULL, 48.8 + (n % 150) / 1000.0, 2.1 + (n % 500) / 1000.0 FROM generate_series(1, 1000) n`,
    );
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan');
    const { text } = withinStatement({ schema, table: 'locations' });
    const { rows } = await client.query(`EXPLAIN ${text}`, [...values]);
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    expect(plan).toContain('Index Only Scan using locations_areas_idx');
    expect(plan).toContain('Index Scan using locations_areas_idx');
    expect(plan).not.toContain('Seq Scan');
  });

  it.each([
    ['', true, undefined, true],
    ['not ', true, false, false],
    ['not ', false, undefined, false],
  ])(
    'area queries of PostgreSQL are %soffered with index %s and option %s',
    async (_, hasIndex, areas, isOffered) => {
      const { url, schema } = await schemaForTest(server.url, { areas: hasIndex });
      const store = await openForTest({ url, schema, areas });
      expect(isAreaStore(store)).toBe(isOffered);
      expect(store.guarantees.areaOrder).toBe(isOffered ? 'stripe' : undefined);
    },
  );

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
    // In one stripe the order is that of latitude, longitude and identifier, also for longitudes of another
    // one.
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
