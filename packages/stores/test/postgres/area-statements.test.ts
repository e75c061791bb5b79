import { randomBytes } from 'node:crypto';
import { stripeOf, stripeWidth } from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/dev-kit';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { areaIndexName, stripeExpression, withinStatement } from '../../src/postgres/area-statements.ts';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

/** West, south, east, north; the stripes; the beginning of the first; the limit. */
const paris = [2.2, 48.8, 2.5, 48.95, [129], 48.8, 2.2, '', 101];
const france = [-5.2, 41.3, 9.6, 51.1, [124, 125, 126, 127, 128, 129, 130, 131, 132], 41.3, -5.2, '', 101];
const world = [-180, -90, 180, 90, Array.from({ length: 257 }, (_, stripe) => stripe), -90, -180, '', 101];
/** What the store sets for its own connections, in addition to the settings that every test begins with. */
const ownSettings = `SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;
  SET plan_cache_mode = force_generic_plan`;

describeUnless(lacks({ server: 'PostgreSQL' }))('statements of area queries', { timeout: 60_000 }, () => {
  const server = usePostgres();

  it('put every finite number into the stripe of stripeOf', async () => {
    const borders = Array.from({ length: 259 }, (_, stripe) => (stripe - 1) * stripeWidth - 180);
    const longitudes = [
      ...borders.flatMap((border) => [border, border - 2 ** -45, border + 2 ** -45]),
      ...[0, -0, 5e-324, -5e-324, 1e6, 1e19, Number.MAX_VALUE, -Number.MAX_VALUE],
      ...Array.from({ length: 20_000 }, () => randomBytes(8).readDoubleBE()).filter(Number.isFinite),
      ...Array.from({ length: 20_000 }, () => 400 * Math.random() - 200),
    ];
    const text = `SELECT ${stripeExpression('longitude')} AS stripe FROM unnest($1::float8[]) AS longitude`;
    const found = await query<{ stripe: number }>(server.url, text, [longitudes]);
    expect(found.map(({ stripe }) => stripe)).toEqual(longitudes.map(stripeOf));
  });

  it.each([
    ['never analysed', 'SELECT', '', paris],
    ['analysed', 'ANALYZE locations', '', paris],
    ['never analysed', 'SELECT', ownSettings, paris],
    ['never analysed', 'SELECT', ownSettings, france],
    ['analysed', 'ANALYZE locations', ownSettings, paris],
    ['analysed', 'ANALYZE locations', ownSettings, france],
    ['analysed', 'ANALYZE locations', ownSettings, world],
  ])('take the index for places and records: %s, after "%s" and "%s"', async (_, sql, settings, values) => {
    const { plan } = await plannedOn(await filled(server.url), `${sql}; ${settings}`, values);
    expect(plan).toContain('Index Only Scan using locations_areas_idx');
    expect(plan).toContain('Index Scan using locations_areas_idx');
    expect(plan).not.toContain('Seq Scan');
    if (settings) expect(plan).toContain('Incremental Sort');
  });

  it('read only the records of their page of the many at one point', async () => {
    const { url, schema } = await schemaForTest(server.url, { areas: true });
    const table = `${pg.escapeIdentifier(schema)}.locations`;
    await query(
      url,
      `INSERT INTO ${table} SELECT 'id ' || to_char(n, '00000'), NULL, 1, 1 FROM generate_series(1, 20000) n`,
    );
    const values = [0, 0, 2, 2, [128, 129], 1, 1, 'id  10000', 101];
    const { plan } = await plannedOn({ url, schema }, ownSettings, values);
    const read = [...plan.matchAll(/Index Scan using .* \(actual rows=(\d+) loops=1\)/g)].map(([, rows]) =>
      Number(rows),
    );
    expect(read).toHaveLength(1);
    expect(read[0]).toBeLessThan(150);
  });

  it('take the index for a table that was empty when they were prepared', async () => {
    const { url, schema } = await schemaForTest(server.url, { areas: true });
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    onTestFinished(() => pool.end());
    await pool.query(ownSettings);
    const store = await openForTest({ pool, schema, areas: true });
    const box = { west: 2.2, south: 48.8, east: 2.5, north: 48.95 };
    // The server makes a plan for all values after five executions.
    for (let time = 0; time < 7; time++) await store.within(box, { limit: 5 });
    await query(url, insertion(schema));
    const { name } = withinStatement(schema, 'locations');
    const { rows } = await pool.query(
      `EXPLAIN EXECUTE ${name}(2.2, 48.8, 2.5, 48.95, '{129}', 48.8, 2.2, '', 101)`,
    );
    const plan = rows.flatMap((row) => Object.values(row)).join('\n');
    expect(plan).toContain('longitude <= $3');
    expect(plan).toContain('Index Only Scan using locations_areas_idx');
    expect(plan).toContain('Index Scan using locations_areas_idx');
    expect(plan).not.toContain('Seq Scan');
  });
});

it('name the index after the table, within the limit of PostgreSQL', () => {
  expect(areaIndexName('locations')).toBe('locations_areas_idx');
  const names = ['a'.repeat(53), 'a'.repeat(54), `${'a'.repeat(54)}b`, '\u{1f600}'.repeat(15)].map(
    areaIndexName,
  );
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
});

/** The SQL that puts 20,000 records on the map, most of them in 40 cities. */
function insertion(schema: string): string {
  return `INSERT INTO ${pg.escapeIdentifier(schema)}.locations
    SELECT 'id-' || md5(n::text), NULL, (n % 40) * 4 - 80 + (n % 97) / 1000.0, (n % 40) * 8 - 160 + (n % 101) / 1000.0
      FROM generate_series(1, 19000) n
    UNION ALL SELECT 'paris ' || n, NULL, 48.8 + (n % 150) / 1000.0, 2.1 + (n % 500) / 1000.0 FROM generate_series(1, 1000) n`;
}

/** A schema with those records, which no statistics tell of. */
async function filled(serverUrl: string): Promise<{ url: string; schema: string }> {
  const { url, schema } = await schemaForTest(serverUrl, { areas: true });
  await query(url, `ALTER TABLE ${pg.escapeIdentifier(schema)}.locations SET (autovacuum_enabled = off)`);
  await query(url, insertion(schema));
  return { url, schema };
}

/** The plan of the statement as it was carried out with these values after `settings`. */
async function plannedOn(
  { url, schema }: { readonly url: string; readonly schema: string },
  settings: string,
  values: readonly unknown[],
): Promise<{ readonly plan: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`SET search_path = ${pg.escapeIdentifier(schema)}; ${settings}`);
  const { text } = withinStatement(schema, 'locations');
  const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${text}`, [...values]);
  return { plan: rows.flatMap((row) => Object.values(row)).join('\n') };
}
