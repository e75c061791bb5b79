import type { LocationStore } from '@location-records/core';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { startPgBouncer } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { usePgBouncer } from './use-pgbouncer.ts';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const id = 'π "\' \\ \\x41 \0 \u0001';
const location = { description: `${id} \\n`, coordinates: { latitude: 0.1 + 0.2, longitude: -5e-324 } };
const many = Array.from({ length: 20 }, (_, number) => `${number}`);

/** Makes every kind of call, several of them in one statement. */
async function useAll(store: LocationStore): Promise<void> {
  await store.put(id, location);
  expect(await Promise.all(many.map(() => store.get(id)))).toEqual(many.map(() => location));
  await Promise.all(many.map((one) => store.put(one, location)));
  expect(await Promise.all(many.map((one) => store.replace(one, location)))).toEqual(many.map(() => true));
  await Promise.all(many.map((one) => store.delete(one)));
  for await (const batch of store.list()) expect(batch).toEqual([[id, location]]);
  await store.delete(id);
  expect(await store.get(id)).toBeUndefined();
}

describeUnless(lacks({ server: 'PostgreSQL' }))('a store on PostgreSQL', () => {
  const server = usePostgres();

  it.each([
    'standard_conforming_strings=off',
    'bytea_output=escape',
    'search_path=nowhere',
    'default_transaction_isolation=serializable',
    'default_transaction_deferrable=on',
    'enable_indexscan=off',
  ])('a PostgreSQL store works with %s', async (setting) => {
    const { url, schema } = await schemaForTest(server.url);
    const options = encodeURIComponent(`-c ${setting}`);
    await useAll(await openForTest({ url: `${url}?options=${options}`, schema }));
  });

  it.each(['serializable', 'repeatable\\ read'])(
    'no concurrent write to PostgreSQL fails if %s is the default',
    async (level) => {
      const { url, schema } = await schemaForTest(server.url);
      const options = encodeURIComponent(`-c default_transaction_isolation=${level}`);
      const stores = [
        await openForTest({ url: `${url}?options=${options}`, schema, timeout: 30_000 }),
        await openForTest({ url: `${url}?options=${options}`, schema, timeout: 30_000 }),
      ];
      const writes = Array.from({ length: 100 }, (_, number) =>
        stores.map((store) => store[number % 2 ? 'put' : 'replace'](`${number % 7}`, location)),
      );
      await Promise.all(writes.flat());
      expect(await stores[0]?.get('1')).toEqual(location);
    },
  );

  it('a PostgreSQL store works with a pool with other type parsers, and leaves it open', async () => {
    const { url, schema } = await schemaForTest(server.url);
    for (const oid of [25, 701, 16, 20, 23]) {
      const parser = pg.types.getTypeParser(oid);
      onTestFinished(() => pg.types.setTypeParser(oid, parser));
      pg.types.setTypeParser(oid, () => 'parsed');
    }
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    onTestFinished(() => pool.end());
    await migratePostgres({ pool, schema });
    const store = await openPostgresStore({ pool, schema });
    await useAll(store);
    await store.close();
    expect((await pool.query({ text: 'SELECT 1', rowMode: 'array' })).rows).toEqual([['parsed']]);
  });

  it('a PostgreSQL store goes on when the type of a column changes under prepared statements', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    await useAll(store);
    await store.put('a', location);
    expect(await Promise.all(many.map(() => store.get('a')))).toEqual(many.map(() => location));
    const table = `${pg.escapeIdentifier(schema)}.locations`;
    await query(url, `ALTER TABLE ${table} ALTER description TYPE varchar(100) COLLATE "C"`);
    expect(await store.get('a')).toEqual(location);
    await store.delete('a');
    await useAll(store);
  });
});

describeUnless(lacks({ ownServer: 'PgBouncer' }))('a store behind PgBouncer', () => {
  const { server, pooler } = usePgBouncer();

  it('a store behind PgBouncer leaves no setting or statement on a server connection', async () => {
    const { schema } = await schemaForTest(server().url);
    const store = await openForTest({ url: pooler().url, schema });
    await useAll(store);
    const session = `SELECT (SELECT count(*)::int FROM pg_prepared_statements) AS prepared,
      current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('enable_seqscan') AS seqscan`;
    expect(await query(pooler().url, session)).toEqual([
      { prepared: 0, statement: '0', lock: '0', seqscan: 'on' },
    ]);
  });

  it('area queries work behind PgBouncer', async () => {
    const { schema } = await schemaForTest(server().url);
    await migratePostgres({ url: pooler().url, schema, areas: true });
    const store = await openForTest({ url: pooler().url, schema, areas: true });
    await store.put(id, location);
    const everywhere = { west: -180, south: -90, east: 180, north: 90 };
    const page = { records: [[id, location]], next: undefined };
    expect(await store.within(everywhere, { limit: 5 })).toEqual(page);
    expect(await query(server().url, `SELECT FROM pg_locks WHERE locktype = 'advisory'`)).toEqual([]);
  });

  it('openPostgresStore behind PgBouncer refuses a server whose writes are not durable', async () => {
    const { schema } = await schemaForTest(server().url);
    await query(server().url, 'ALTER ROLE postgres SET synchronous_commit = off');
    onTestFinished(
      async () => void (await query(server().url, 'ALTER ROLE postgres RESET synchronous_commit')),
    );
    const other = await startPgBouncer(server());
    onTestFinished(() => other.stop());
    await expect(openPostgresStore({ url: other.url, schema })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('synchronous_commit is off'),
    });
  });
});
