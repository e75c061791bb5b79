import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const location = { description: 'a', coordinates: { latitude: 1, longitude: 2 } };
const entry = fileURLToPath(new URL('../../src/postgres/index.ts', import.meta.url));

describeUnless(lacks({ server: 'PostgreSQL' }))('migrating PostgreSQL', () => {
  const server = usePostgres();

  it('migratePostgres changes nothing if the table exists, not even added columns', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const table = `${pg.escapeIdentifier(schema)}.locations`;
    await query(url, `ALTER TABLE ${table} ADD COLUMN note text DEFAULT 'new'`);
    const store = await openForTest({ url, schema });
    await store.put('a', location);
    await query(url, `UPDATE ${table} SET note = 'seen'`);
    await migratePostgres({ url, schema });
    expect(await store.replace('a', location)).toBe(true);
    expect(await query(url, `SELECT id, note FROM ${table}`)).toEqual([{ id: 'a', note: 'seen' }]);
  });

  it('migratePostgres may run many times at once, in several processes', async () => {
    const schema = newSchema();
    const options = { url: server.url, schema, timeout: 50_000 };
    const program = `
      import { migratePostgres } from ${JSON.stringify(entry)};
      await migratePostgres(${JSON.stringify({ ...options, table: 't0' })});`;
    const others = [1, 2].map(() =>
      spawn(process.execPath, [...process.execArgv, '--input-type=module', '--eval', program]),
    );
    const codes = others.map(async (child) => (await once(child, 'exit'))[0]);
    await Promise.all(
      Array.from({ length: 10 }, (_, number) => migratePostgres({ ...options, table: `t${number % 2}` })),
    );
    expect(await Promise.all(codes)).toEqual([0, 0]);
    await (await openPostgresStore({ ...options, table: 't0' })).close();
    await (await openPostgresStore({ ...options, table: 't1' })).close();
  });

  it('migratePostgres may run many times at once with serializable as the default', async () => {
    const schema = newSchema();
    const url = `${server.url}?options=${encodeURIComponent('-c default_transaction_isolation=serializable')}`;
    await Promise.all(Array.from({ length: 10 }, () => migratePostgres({ url, schema, timeout: 50_000 })));
    await (await openPostgresStore({ url, schema })).close();
  });

  it.each([
    ['quotes and spaces', 'a "b" \'c\' \\ ; --', 'x" (id); DROP TABLE y; --'],
    ['63 bytes', 'ä'.repeat(31), '😀'.repeat(15)],
    ['words of SQL', 'select', 'table'],
    ['variables', '$1', '%s'],
  ])('migratePostgres takes names with %s as they are, with areas', async (_, schema, table) => {
    onTestFinished(
      async () => void (await query(server.url, `DROP SCHEMA ${pg.escapeIdentifier(schema)} CASCADE`)),
    );
    await migratePostgres({ url: server.url, schema, table, areas: true });
    const store = await openForTest({ url: server.url, schema, table, areas: true });
    await store.put('a', location);
    expect(await store.replace('a', location)).toBe(true);
    const point = { west: 2, south: 1, east: 2, north: 1 };
    expect((await store.within(point, { limit: 5 })).records).toEqual([['a', location]]);
    const tables = 'SELECT tablename FROM pg_tables WHERE schemaname = $1';
    expect(await query(server.url, tables, [schema])).toEqual([{ tablename: table }]);
  });

  it('migratePostgres waits for another migration', async () => {
    const schema = newSchema();
    const other = new pg.Client({ connectionString: server.url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN; SELECT pg_advisory_xact_lock(1280262994)');
    const migrating = migratePostgres({ url: server.url, schema, timeout: 20_000 });
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%pg_advisory_xact_lock%'`;
    await expect.poll(() => query(server.url, waiting)).toHaveLength(1);
    await other.query('COMMIT');
    await migrating;
    await (await openPostgresStore({ url: server.url, schema })).close();
  });

  it('the table of migratePostgres refuses what is not a record', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const table = `${pg.escapeIdentifier(schema)}.locations`;
    const insert = (values: string) => query(url, `INSERT INTO ${table} VALUES (${values})`);
    for (const values of [
      `'', NULL, 0, 0`,
      `NULL, NULL, 0, 0`,
      `'a', NULL, 'NaN', 0`,
      `'a', NULL, 0, 'Infinity'`,
      `'a', NULL, '-Infinity', 0`,
      `'a', NULL, NULL, 0`,
    ]) {
      await expect(insert(values), values).rejects.toMatchObject({
        code: expect.stringMatching(/^23(502|514)$/),
      });
    }
    await insert(`'a', E'\\001\\001 \\001\\002', '-0', 1e300`);
    const store = await openForTest({ url, schema });
    const coordinates = { latitude: 0, longitude: 1e300 };
    expect(await store.get('a')).toEqual({ description: '\0 \u0001', coordinates });
  });

  /** The name of a schema that is dropped when the test is over. */
  function newSchema(): string {
    const schema = `test ${randomUUID()}`;
    onTestFinished(async () => void (await query(server.url, `DROP SCHEMA "${schema}" CASCADE`)));
    return schema;
  }
});
