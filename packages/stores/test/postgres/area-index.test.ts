import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };
const point = { west: 2, south: 1, east: 2, north: 1 };

describeUnless(lacks({ server: 'PostgreSQL' }))('the area index of PostgreSQL', () => {
  const server = usePostgres();

  it('migratePostgres builds the area index for existing records, and the next one leaves it', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const before = await openForTest({ url, schema });
    await before.put('a', location);
    await migratePostgres({ url, schema, areas: true });
    const [first] = await indexesOf(schema);
    expect(first).toMatchObject({ name: 'locations_areas_idx', isValid: true });
    await migratePostgres({ url, schema, areas: true });
    await migratePostgres({ url, schema });
    expect(await indexesOf(schema)).toEqual([first]);
    const store = await openForTest({ url, schema, areas: true });
    expect((await store.within(point, { limit: 5 })).records).toEqual([['a', location]]);
  });

  it.each(['missing', 'incomplete'])(
    'openPostgresStore with areas: true refuses an area index that is %s',
    async (state) => {
      const { url, schema } = await schemaForTest(server.url, { areas: state === 'incomplete' });
      if (state === 'incomplete') await breakIndex(schema);
      await expect(openPostgresStore({ url, schema, areas: true })).rejects.toMatchObject({
        code: 'STORE_UNSUITABLE',
        message: expect.stringMatching(
          /its index for area queries is missing or incomplete; run migratePostgres\(\) with the option "areas"\.$/,
        ),
      });
      await (await openPostgresStore({ url, schema })).close();
    },
  );

  it('migratePostgres rebuilds an area index whose build broke off', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const writer = await writing(schema);
    const migrating = migratePostgres({ url, schema, areas: true });
    const rejected = expect(migrating).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const [{ pid } = {}] = await builders();
    await query(url, 'SELECT pg_terminate_backend($1)', [pid]);
    await rejected;
    await writer.query('COMMIT');
    const [broken] = await indexesOf(schema);
    expect(broken).toMatchObject({ isValid: false });
    await migratePostgres({ url, schema, areas: true });
    const [made] = await indexesOf(schema);
    expect(made).toMatchObject({ name: broken?.name, isValid: true });
    expect(made?.oid).not.toBe(broken?.oid);
  });

  it('the area index of PostgreSQL is built during reads and writes, without a time-out, once for many migrations', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    const writer = await writing(schema);
    const isolating = `${url}?options=${encodeURIComponent('-c default_transaction_isolation=serializable')}`;
    const options = { schema, areas: true, timeout: 3000 };
    const migrations = [url, isolating, url].map((one) => migratePostgres({ ...options, url: one }));
    const [builder] = await builders();
    await store.put('a', location);
    expect(await store.get('a')).toEqual(location);
    const longer = `SELECT FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND query_start < now() - interval '3500 ms'`;
    await expect.poll(() => query(url, longer)).toHaveLength(1);
    expect((await builders()).map(({ pid }) => pid)).toEqual([builder?.pid]);
    await writer.query('COMMIT');
    await Promise.all(migrations);
    const placed = await openForTest({ url, schema, areas: true });
    expect((await placed.within(point, { limit: 5 })).records).toEqual([['a', location]]);
  });

  it('migratePostgres stops waiting for the area index when its signal is aborted', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const writer = await writing(schema);
    const stopped = new AbortController();
    const migrating = migratePostgres({ url, schema, areas: true, signal: stopped.signal });
    await builders();
    stopped.abort('enough');
    await expect(migrating).rejects.toBe('enough');
    await writer.query('COMMIT');
    await expect.poll(() => indexesOf(schema)).toMatchObject([{ isValid: true }]);
  });

  it.each([
    ['something else has its name', 'CREATE TABLE locations_areas_idx ()'],
    ['an index of its name has other columns', 'CREATE INDEX locations_areas_idx ON locations (latitude)'],
  ])('migratePostgres refuses to build the area index if %s', async (_, sql) => {
    const { url, schema } = await schemaForTest(server.url);
    await query(url, `SET search_path = ${pg.escapeIdentifier(schema)}; ${sql}`);
    await expect(migratePostgres({ url, schema, areas: true })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('something else has the name "locations_areas_idx" of its index'),
    });
    const refused = { code: 'STORE_UNSUITABLE' };
    await expect(openPostgresStore({ url, schema, areas: true })).rejects.toMatchObject(refused);
  });

  it('migratePostgres builds the area index with a pool of two connections, and keeps no lock', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    onTestFinished(() => pool.end());
    await migratePostgres({ pool, schema, areas: true });
    expect(await indexesOf(schema)).toMatchObject([{ isValid: true }]);
    const held = `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'`;
    expect((await pool.query(held)).rows).toEqual([{ held: 0 }]);
    expect(pool.listenerCount('error')).toBe(0);
  });

  /** The indexes of area queries in a schema. */
  async function indexesOf(schema: string) {
    return query<{ name: string; oid: number; isValid: boolean }>(
      server.url,
      `SELECT relname AS name, oid::int, indisvalid AS "isValid" FROM pg_class JOIN pg_index ON indexrelid = oid
        WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relname LIKE '%areas_idx'`,
      [schema],
    );
  }

  /** Makes the index look as if its build had been broken off. */
  async function breakIndex(schema: string): Promise<void> {
    const [{ oid } = {}] = await indexesOf(schema);
    await query(server.url, 'UPDATE pg_index SET indisvalid = false WHERE indexrelid = $1', [oid]);
  }

  /** A transaction that has written to the table, for whose end a build waits. */
  async function writing(schema: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO ${pg.escapeIdentifier(schema)}.locations VALUES ('of the writer', NULL, 50, 50)`,
    );
    return client;
  }

  /** The sessions that wait in a build, once there is one. */
  async function builders(): Promise<{ pid: number }[]> {
    const text = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'`;
    await expect.poll(() => query(server.url, text)).not.toEqual([]);
    return query(server.url, text);
  }
});
