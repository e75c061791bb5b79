import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const location = { description: 'a', coordinates: { latitude: 1, longitude: 2 } };

describeUnless(lacks({ server: 'PostgreSQL' }))('migrating', { timeout: 60_000 }, () => {
  const server = usePostgres();

  it('changes nothing where the table is there', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    await store.put('a', location);
    await migratePostgres({ url, schema });
    expect(await store.get('a')).toEqual(location);
  });

  it('may be done by many at once, in this process and in others', async () => {
    const schema = `test ${randomUUID()}`;
    onTestFinished(async () => void (await query(server.url, `DROP SCHEMA "${schema}" CASCADE`)));
    const file = fileURLToPath(new URL('./migrate-process.ts', import.meta.url));
    const others = [1, 2, 3].map(() => fork(file, [server.url, schema]));
    const codes = others.map(async (child) => (await once(child, 'exit'))[0]);
    const options = { url: server.url, schema, timeout: 50_000 };
    await Promise.all(
      Array.from({ length: 10 }, (_, number) => migratePostgres({ ...options, table: `t${number % 2}` })),
    );
    expect(await Promise.all(codes)).toEqual([0, 0, 0]);
    await (await openPostgresStore({ ...options, table: 't0' })).close();
    await (await openPostgresStore({ ...options, table: 't1' })).close();
  });

  it.each(['serializable', 'repeatable read'])(
    'may be done by many at once where %s is the default',
    async (isolation) => {
      const schema = `test ${randomUUID()}`;
      onTestFinished(async () => void (await query(server.url, `DROP SCHEMA "${schema}" CASCADE`)));
      const setting = `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`;
      const url = `${server.url}?options=${encodeURIComponent(setting)}`;
      await Promise.all(Array.from({ length: 10 }, () => migratePostgres({ url, schema, timeout: 50_000 })));
      await (await openPostgresStore({ url, schema })).close();
    },
  );

  it.each([
    ['quotes and spaces', 'a "b" \'c\' \\ ; --', 'x" (id); DROP TABLE y; --'],
    ['63 bytes', 'ä'.repeat(31), '😀'.repeat(15)],
    ['words of SQL', 'select', 'table'],
    ['a variable', '$1', '%s'],
  ])('takes names of %s as they are', async (_, schema, table) => {
    onTestFinished(
      async () => void (await query(server.url, `DROP SCHEMA ${pg.escapeIdentifier(schema)} CASCADE`)),
    );
    await migratePostgres({ url: server.url, schema, table });
    const found = await query(server.url, 'SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = $2', [
      schema,
      table,
    ]);
    expect(found).toHaveLength(1);
    const store = await openForTest({ url: server.url, schema, table });
    await store.put('a', location);
    expect(await store.replace('a', location)).toBe(true);
    expect(await store.get('a')).toEqual(location);
  });

  it('waits for another that takes its time', async () => {
    const schema = `test ${randomUUID()}`;
    onTestFinished(async () => void (await query(server.url, `DROP SCHEMA "${schema}" CASCADE`)));
    const other = new pg.Client({ connectionString: server.url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN; SELECT pg_advisory_xact_lock(1280262994)');
    const migrating = migratePostgres({ url: server.url, schema, timeout: 20_000 });
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query_start < now() - interval '1 s'`;
    await expect.poll(() => query(server.url, waiting), { timeout: 15_000 }).toHaveLength(1);
    await other.query('COMMIT');
    await migrating;
    await (await openPostgresStore({ url: server.url, schema })).close();
  });

  it('with a pool of the caller leaves that open, with nothing left on it', async () => {
    const { schema } = await schemaForTest(server.url);
    const pool = new pg.Pool({ connectionString: server.url, max: 1 });
    onTestFinished(() => pool.end());
    await migratePostgres({ pool, schema, table: 'other' });
    const { rows } = await pool.query('SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = $1', [
      'advisory',
    ]);
    expect(rows).toEqual([{ locks: 0 }]);
    expect(pool.listenerCount('error')).toBe(0);
  });

  it('leaves columns that others have added, and so does the store', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const table = `${pg.escapeIdentifier(schema)}.locations`;
    await query(url, `ALTER TABLE ${table} ADD COLUMN note text DEFAULT 'new'`);
    await migratePostgres({ url, schema });
    const store = await openForTest({ url, schema });
    await store.put('a', location);
    await query(url, `UPDATE ${table} SET note = 'seen'`);
    expect(await store.replace('a', location)).toBe(true);
    expect(await query(url, `SELECT id, note FROM ${table}`)).toEqual([{ id: 'a', note: 'seen' }]);
  });

  it('acknowledges no record that a rule of the table keeps out', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const table = `${pg.escapeIdentifier(schema)}.locations`;
    const store = await openForTest({ url, schema });
    await query(
      url,
      `CREATE FUNCTION ${pg.escapeIdentifier(schema)}.keep_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE TRIGGER keep_out BEFORE INSERT ON ${table} FOR EACH ROW
       EXECUTE FUNCTION ${pg.escapeIdentifier(schema)}.keep_out()`,
    );
    await expect(store.put('a', location)).rejects.toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect(await store.get('a')).toBeUndefined();
  });

  it('makes a table that other programs cannot spoil', async () => {
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
});
