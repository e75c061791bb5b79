import { describeUnless, lacks } from '@location-records/dev-kit';
import { startPgBouncer } from '@location-records/dev-kit/engines';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { usePgBouncer } from './use-pgbouncer.ts';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const id = 'π "\' \\ \\x41 \0 \u0001';
const location = { description: `${id} \\n`, coordinates: { latitude: 0.1 + 0.2, longitude: -5e-324 } };

/** A URL whose sessions begin with a setting, as where it was set for the user or the database. */
function withSetting(url: string, setting: string): string {
  const option = `-c ${setting.replaceAll(/[\\ ]/g, '\\$&')}`;
  return `${url}?options=${encodeURIComponent(option)}`;
}

describeUnless(lacks({ server: 'PostgreSQL' }))('the settings of a session', { timeout: 60_000 }, () => {
  const server = usePostgres();

  it.each([
    'extra_float_digits=-15',
    'standard_conforming_strings=off',
    'bytea_output=escape',
    'search_path=nowhere',
    'DateStyle=SQL',
    'default_transaction_isolation=serializable',
    'default_transaction_isolation=repeatable read',
    'default_transaction_deferrable=on',
    'synchronous_commit=off',
    'enable_indexscan=off',
    'plan_cache_mode=force_generic_plan',
    'row_security=off',
    'lc_messages=C',
  ])('do not matter: %s', async (setting) => {
    const { url, schema } = await schemaForTest(server.url, { areas: true });
    const store = await openForTest({ url: withSetting(url, setting), schema, areas: true });
    await store.put(id, location);
    expect(await store.replace(id, location)).toBe(true);
    const box = { west: -1, south: 0, east: 0, north: 1 };
    expect((await store.within(box, { limit: 5 })).records).toEqual([[id, location]]);
    expect(await store.get(id)).toEqual(location);
    for await (const batch of store.list()) expect(batch).toEqual([[id, location]]);
    await store.delete(id);
    expect(await store.get(id)).toBeUndefined();
  });

  it.each(['serializable', 'repeatable read'])(
    'that isolate transactions more (%s) fail no concurrent write',
    async (isolation) => {
      const { url, schema } = await schemaForTest(server.url);
      const isolating = withSetting(url, `default_transaction_isolation=${isolation}`);
      const store = await openForTest({ url: isolating, schema, timeout: 50_000 });
      const writes = Array.from({ length: 200 }, (_, number) => {
        const written = { coordinates: { latitude: number, longitude: number } };
        if (number % 3 === 0) return store.replace('a', written);
        return number % 3 === 1 ? store.put('a', written) : store.delete('a');
      });
      await Promise.all(writes);
      await store.put('a', location);
      expect(await store.get('a')).toEqual(location);
    },
  );

  it('are checked where they are not ours to set', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const pool = new pg.Pool({ connectionString: withSetting(url, 'synchronous_commit=off') });
    onTestFinished(() => pool.end());
    await expect(openPostgresStore({ pool, schema })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('synchronous_commit is off'),
    });
  });

  it('of a pool gather no listeners, however many stores use it', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    onTestFinished(() => pool.end());
    const listeners = async () => {
      const store = await openPostgresStore({ pool, schema });
      await store.put(id, location);
      await store.close();
      const client = await pool.connect();
      client.release();
      return [client, pool].flatMap((emitter) =>
        emitter.eventNames().map((name) => `${String(name)} ${emitter.listenerCount(name)}`),
      );
    };
    const first = await listeners();
    for (let store = 0; store < 5; store++) expect(await listeners()).toEqual(first);
  });

  it('of the client do not matter either', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const { binary } = pg.defaults;
    onTestFinished(() => void Object.assign(pg.defaults, { binary }));
    pg.defaults.binary = true;
    for (const oid of [25, 701, 17, 16, 23]) {
      const parser = pg.types.getTypeParser(oid);
      onTestFinished(() => pg.types.setTypeParser(oid, parser));
      pg.types.setTypeParser(oid, () => 'parsed');
    }
    const pools = [false, true].map((pipeline) => {
      const pool = new pg.Pool({ connectionString: url, ...{ pipeline } });
      onTestFinished(() => pool.end());
      return { pool };
    });
    for (const options of [{ url }, ...pools]) {
      const store = await openForTest({ ...options, schema });
      await store.put(id, location);
      expect(await store.get(id)).toEqual(location);
      // Many calls at once share statements.
      const many = Array.from({ length: 20 }, () => id);
      expect(await Promise.all(many.map((one) => store.get(one)))).toEqual(many.map(() => location));
      const others = many.map((_, number) => `${number}`);
      await Promise.all(others.map((one) => store.put(one, location)));
      const replaced = await Promise.all(others.map((one) => store.replace(one, location)));
      expect(replaced).toEqual(others.map(() => true));
      await Promise.all(others.map((one) => store.delete(one)));
      for await (const batch of store.list()) expect(batch).toEqual([[id, location]]);
    }
  });
});

describeUnless(lacks({ server: 'PostgreSQL' }))('statements are prepared', { timeout: 60_000 }, () => {
  const server = usePostgres();
  const names = 'SELECT name FROM pg_prepared_statements ORDER BY name';

  it.each([
    [true, ['location_get', 'location_put']],
    [false, []],
  ])('where prepare is %s', async (prepare, expected) => {
    const { url, schema } = await schemaForTest(server.url);
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    onTestFinished(() => pool.end());
    const store = await openForTest({ pool, schema, prepare });
    await store.put(id, location);
    expect(await store.get(id)).toEqual(location);
    const { rows } = await pool.query(names);
    expect(rows.map(({ name }) => name.replace(/_[0-9a-f]{16}$/, ''))).toEqual(expected);
  });

  it('apart for each table, and again when they are gone', async () => {
    const [first, second] = [await schemaForTest(server.url), await schemaForTest(server.url)];
    const pool = new pg.Pool({ connectionString: server.url, max: 1 });
    onTestFinished(() => pool.end());
    const [left, right] = [
      await openForTest({ pool, schema: first.schema }),
      await openForTest({ pool, schema: second.schema }),
    ];
    await left.put(id, location);
    expect(await right.get(id)).toBeUndefined();
    expect(await left.get(id)).toEqual(location);
    await pool.query('DEALLOCATE ALL');
    await expect(left.get(id)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await left.get(id)).toEqual(location);
  });
});

describeUnless(lacks({ ownServer: 'PgBouncer' }))('behind PgBouncer', { timeout: 60_000 }, () => {
  const { server, pooler } = usePgBouncer();

  it('sets and prepares nothing that stays on a connection of the server', async () => {
    const { schema } = await schemaForTest(server().url);
    const store = await openForTest({ url: pooler().url, schema });
    await Promise.all(Array.from({ length: 20 }, (_, number) => store.put(`${number}`, location)));
    for await (const batch of store.list()) expect(batch.length).toBeGreaterThan(0);
    const session = `SELECT (SELECT count(*)::int FROM pg_prepared_statements) AS prepared,
      current_setting('statement_timeout') AS timeout, current_setting('enable_seqscan') AS seqscan,
      current_setting('enable_sort') AS sort, current_setting('jit') AS jit`;
    const [{ jit = '' } = {}] = await query<{ jit: string }>(
      server().url,
      `SELECT current_setting('jit') AS jit`,
    );
    expect(await query(pooler().url, session)).toEqual([
      { prepared: 0, timeout: '0', seqscan: 'on', sort: 'on', jit },
    ]);
  });

  it('makes the index of area queries, and finds records by it', async () => {
    const { schema } = await schemaForTest(server().url);
    await migratePostgres({ url: pooler().url, schema, areas: true });
    const store = await openForTest({ url: pooler().url, schema, areas: true });
    await store.put(id, location);
    const everywhere = { west: -180, south: -90, east: 180, north: 90 };
    expect(await store.within(everywhere, { limit: 5 })).toEqual({
      records: [[id, location]],
      next: undefined,
    });
    const held = `SELECT FROM pg_locks WHERE locktype = 'advisory'`;
    expect(await query(server().url, held)).toEqual([]);
  });

  it('cancels on the server what timed out', async () => {
    const { schema } = await schemaForTest(server().url);
    const store = await openForTest({ url: pooler().url, schema, timeout: 1000 });
    const holder = new pg.Client({ connectionString: server().url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`BEGIN; LOCK TABLE ${pg.escapeIdentifier(schema)}.locations IN ACCESS EXCLUSIVE MODE`);
    await expect(store.put('late', location)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
    await expect.poll(() => query(server().url, waiting), { timeout: 30_000 }).toEqual([]);
    await holder.query('COMMIT');
    await expect.poll(() => store.get('late').catch(String), { timeout: 30_000 }).toBeUndefined();
  });

  it('refuses what would not be durable', async () => {
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
