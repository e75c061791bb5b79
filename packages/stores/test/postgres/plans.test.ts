import { describeUnless, lacks } from '@location-records/dev-kit';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { statementsFor } from '../../src/postgres/statements.ts';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

describeUnless(lacks({ server: 'PostgreSQL' }))('the planner', { timeout: 60_000 }, () => {
  const server = usePostgres();

  it.each([
    ['never analysed', ''],
    ['analysed', 'ANALYZE locations'],
  ])('takes the index for every statement on a large table, %s', async (_, sql) => {
    const { url, schema } = await filled(server.url);
    await query(url, `SET search_path = ${pg.escapeIdentifier(schema)}; ${sql}`);
    const { list, ...statements } = statementsFor(schema, 'locations');
    const samples = [
      [statements.get, ['a']],
      [statements.getMany, [['a', 'b']]],
      [statements.replace, ['a', null, 0, 0]],
      [statements.replaceMany, [['a', 'b'], [null, null], [0, 0], [0, 0], '0']],
      [statements.delete, ['a']],
      [statements.deleteMany, [['a', 'b'], '0']],
    ] as const;
    for (const [{ text }, values] of samples) {
      const plan = await planOf(url, `EXPLAIN ${text}`, values);
      expect(plan).toContain('locations_left_case_idx');
      expect(plan).not.toContain('Seq Scan');
    }
    const cursor = `BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; EXPLAIN DECLARE a CURSOR FOR ${list}`;
    const plan = await planOf(url, cursor, []);
    expect(plan).toContain('Index Scan using locations_left_case_idx');
    expect(plan).toContain('Presorted Key');
    expect(plan).not.toContain('Seq Scan');
  });

  it('goes through no table that was small when a statement was prepared', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const options = { url: `${url}?application_name=planned`, schema, maxConnections: 1 };
    const scans = async () => {
      // What a session has counted is there once it has ended.
      await expect.poll(() => sessionsOn(url), { timeout: 30_000 }).toBe(0);
      return query(url, 'SELECT seq_scan FROM pg_stat_user_tables WHERE schemaname = $1', [schema]);
    };
    const first = await openForTest(options);
    await first.put('a', location);
    await first.close();
    await query(url, `ANALYZE ${pg.escapeIdentifier(schema)}.locations`);
    const before = await scans();
    const store = await openForTest(options);
    for (let time = 0; time < 10; time++) {
      await Promise.all(['a', 'b', 'c', 'd'].map((id) => store.get(id)));
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => store.replace(id, location)));
      await Promise.all(['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => store.delete(id)));
    }
    await store.close();
    expect(await scans()).toEqual(before);
  });

  it('finds long identifiers that begin alike by their digest', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    const beginning = 'x'.repeat(600);
    await Promise.all(
      Array.from({ length: 300 }, (_, number) => store.put(`${beginning}${number}`, location)),
    );
    const { get } = statementsFor(schema, 'locations');
    const plan = await planOf(url, `EXPLAIN (ANALYZE, TIMING OFF) ${get.text}`, [`${beginning}7`]);
    expect(plan).toContain('actual rows=1 loops=1');
    expect(plan).not.toContain('Rows Removed by Filter');
  });
});

/** A schema with 20,000 records that no statistics tell of. */
async function filled(serverUrl: string): Promise<{ url: string; schema: string }> {
  const { url, schema } = await schemaForTest(serverUrl);
  const table = `${pg.escapeIdentifier(schema)}.locations`;
  await query(
    url,
    `ALTER TABLE ${table} SET (autovacuum_enabled = off);
     INSERT INTO ${table} SELECT 'id-' || md5(n::text), repeat('x', n % 100), n, n FROM generate_series(1, 20000) n`,
  );
  return { url, schema };
}

async function planOf(connectionString: string, text: string, values: readonly unknown[]): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  const results = await client.query({ text, ...(values.length > 0 && { values: [...values] }) });
  const { rows } = [results].flat().at(-1) as { rows: object[] };
  return rows.flatMap((row) => Object.values(row)).join('\n');
}

/** The connections of the store that are not over. */
async function sessionsOn(url: string): Promise<number | undefined> {
  const text = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'planned'`;
  const [row] = await query<{ count: number }>(url, text);
  return row?.count;
}
