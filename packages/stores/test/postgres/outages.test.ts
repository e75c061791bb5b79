import { type LocationStore, StoreError } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { type PostgresServer, startPostgres, startProxy } from '@location-records/dev-kit/engines';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openForTest, query, schemaForTest } from './use-postgres.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

describeUnless(lacks({ ownServer: 'PostgreSQL' }))('an outage', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off' } });
    proxy = await startProxy(server.port);
  }, 60_000);
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });

  it.each([
    ['hangs', () => server.pause(), () => server.resume()],
    ['is cut off without a word', () => proxy.hang(), () => proxy.recover()],
    ['breaks all connections', () => proxy.refuse(), () => proxy.recover()],
    ['is killed', () => server.kill(), () => server.start()],
    ['is stopped', () => server.halt(), () => server.start()],
  ])('of a server that %s fails every call in time, and is over with it', async (_, strike, recover) => {
    const store = await openThrough(proxy, 1500);
    await recovery(store);
    await strike();
    try {
      await expectFailures(store);
    } finally {
      await recover();
    }
    await recovery(store);
    expect(await store.get('a')).toEqual(location);
  });

  it('in the middle of traffic leaves nothing hanging, and no write half done', async () => {
    const store = await openThrough(proxy, 2000);
    let isOver = false;
    const outcomes = new Set<string>();
    const write = async (id: string) => {
      for (let number = 0; !isOver; number++) {
        const written = {
          description: String(number),
          coordinates: { latitude: number, longitude: -number },
        };
        const outcome = await store.put(id, written).catch((error: unknown) => error);
        outcomes.add(outcome instanceof StoreError ? outcome.code : String(outcome));
      }
    };
    const writers = Array.from({ length: 32 }, (_, number) => write(`id-${number}`));
    for (let round = 0; round < 2; round++) {
      await expect.poll(() => outcomes.has('undefined'), { timeout: 30_000 }).toBe(true);
      await server.kill();
      await expect.poll(() => outcomes.has('STORE_UNAVAILABLE'), { timeout: 30_000 }).toBe(true);
      await server.start();
      outcomes.clear();
    }
    await recovery(store);
    isOver = true;
    await Promise.all(writers);
    for await (const batch of store.list()) {
      for (const [, { description, coordinates }] of batch) {
        if (description === undefined) continue;
        const number = Number(description);
        expect(coordinates).toEqual({ latitude: number, longitude: 0 - number });
      }
    }
  });

  it('of a list ends it, and the next one works', async () => {
    const store = await openThrough(proxy, 5000);
    await Promise.all(Array.from({ length: 500 }, (_, number) => store.put(`id-${number}`, location)));
    const list = store.list()[Symbol.asyncIterator]();
    await list.next();
    await query(
      server.url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    await expectUnavailable(() => list.next());
    expect((await list.next()).done).toBe(true);
    await recovery(store);
    expect(await countOf(store)).toBe(501);
  });

  it('of idle connections is not noticed by any call', async () => {
    const store = await openThrough(proxy, 5000);
    await Promise.all(Array.from({ length: 10 }, () => store.put('a', location)));
    await query(
      server.url,
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    await recovery(store);
    expect(await store.get('a')).toEqual(location);
  });

  it('by a lock fails in time, leaves nothing waiting on the server, and ends with the lock', async () => {
    const { schema } = await schemaForTest(server.url);
    const store = await openForTest({ url: server.url, schema, timeout: 1000, maxConnections: 1 });
    await store.get('a');
    const release = await lock(schema);
    const calls = [
      ...['a', 'a', 'b'].map((id) => failureOf(() => store.replace(id, location))),
      failureOf(() => store.get('a')),
    ];
    const messages = (await Promise.all(calls)).map(({ message }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(/no response within 1000 ms|look for locks and load/),
    );
    expect(messages).toContainEqual(
      expect.stringContaining('the only connection was in use for 1000 ms; raise "maxConnections"'),
    );
    await expectNobodyWaiting();
    await release();
    await recovery(store);
    expect(await store.get('a')).toEqual(location);
  });

  it('by a lock cancels what waits for it also on connections of the caller', async () => {
    const { schema } = await schemaForTest(server.url);
    const pool = new pg.Pool({ connectionString: server.url, max: 2 });
    onTestFinished(() => pool.end());
    const store = await openForTest({ pool, schema, timeout: 1000 });
    const release = await lock(schema);
    await expectUnavailable(() => store.put('late', location));
    await expectNobodyWaiting();
    await release();
    await recovery(store);
    expect(await store.get('late')).toBeUndefined();
  });

  it('by a lock that ends in time fails nothing, not even opening', async () => {
    const { schema } = await schemaForTest(server.url);
    const options = { url: server.url, schema, timeout: 20_000 };
    const store = await openForTest(options);
    const release = await lock(schema);
    const calls = [
      openForTest(options),
      store.get('a'),
      store.delete('b'),
      countOf(store),
      ...Array.from({ length: 100 }, (_, number) => store.put(`${number}`, location)),
    ];
    // Longer than any statement waits on the server.
    const ended = Promise.race(calls).then(() => 'over');
    expect(await Promise.race([ended, longLock()])).toBe('held');
    await release();
    await expect(Promise.all(calls)).resolves.toHaveLength(calls.length);
  });

  it('by a pool of the caller that is exhausted and less patient says so', async () => {
    const { schema } = await schemaForTest(server.url);
    const pool = new pg.Pool({ connectionString: server.url, max: 1 });
    onTestFinished(() => pool.end());
    const store = await openForTest({ pool, schema });
    const held = await pool.connect();
    // From now on: a new connection may take longer on a busy machine.
    pool.options.connectionTimeoutMillis = 100;
    const { message } = await failureOf(() => store.get('a'));
    held.release();
    expect(message).toContain('the pool gave no connection in time; raise its "max"');
    expect(await store.get('a')).toBeUndefined();
  });

  /** Holds the table until it is released. */
  async function lock(schema: string): Promise<() => Promise<unknown>> {
    const holder = new pg.Client({ connectionString: server.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`BEGIN; LOCK TABLE ${pg.escapeIdentifier(schema)}.locations IN ACCESS EXCLUSIVE MODE`);
    return () => holder.query('COMMIT');
  }

  /** Resolves when the table has been held for longer than a fiftieth of 20 seconds. */
  async function longLock(): Promise<string> {
    const held = `SELECT FROM pg_stat_activity WHERE state = 'idle in transaction' AND state_change < now() - interval '1 s'`;
    await expect.poll(() => query(server.url, held), { timeout: 15_000 }).toHaveLength(1);
    return 'held';
  }

  async function expectNobodyWaiting(): Promise<void> {
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
    await expect.poll(() => query(server.url, waiting), { timeout: 30_000 }).toEqual([]);
  }

  it('by too many connections says so, and ends with it', async () => {
    const { schema } = await schemaForTest(server.url);
    await query(server.url, `CREATE ROLE few LOGIN SUPERUSER PASSWORD 'few'`);
    onTestFinished(async () => void (await query(server.url, 'DROP ROLE few')));
    const url = server.url.replace(/\/\/.*@/, '//few:few@');
    await query(server.url, 'ALTER ROLE few NOSUPERUSER CONNECTION LIMIT 1');
    await query(server.url, 'GRANT pg_read_all_data, pg_write_all_data TO few');
    const store = await openForTest({ url, schema });
    const failures = await Promise.all([failureOf(() => countOf(store)), store.get('a')]);
    expect(failures[0].message).toContain(
      'the server has too many connections; lower the option "maxConnections"',
    );
    await query(server.url, 'ALTER ROLE few CONNECTION LIMIT 10');
    expect(await countOf(store)).toBe(0);
  });

  async function openThrough({ port }: { readonly port: number }, timeout: number): Promise<LocationStore> {
    const { schema } = await schemaForTest(server.url);
    const url = server.url.replace(String(server.port), String(port));
    return openForTest({ url, schema, timeout });
  }
});

/** Resolves when the store works again. */
async function recovery(store: LocationStore): Promise<void> {
  const attempt = () => store.put('a', location).then(() => 'works');
  await expect.poll(() => attempt().catch(String), { timeout: 30_000 }).toBe('works');
}

async function expectFailures(store: LocationStore): Promise<void> {
  await Promise.all([
    expectUnavailable(() => store.get('a')),
    expectUnavailable(() => store.put('a', location)),
    expectUnavailable(() => store.replace('a', location)),
    expectUnavailable(() => store.delete('absent')),
    expectUnavailable(() => countOf(store)),
  ]);
}

async function expectUnavailable(call: () => Promise<unknown>): Promise<void> {
  expect(await failureOf(call)).toMatchObject({ code: 'STORE_UNAVAILABLE' });
}

/** The error of a call, which must be one clear line without the password. */
async function failureOf(call: () => Promise<unknown>): Promise<StoreError> {
  const error: unknown = await call().catch((reason: unknown) => reason);
  if (!(error instanceof StoreError)) throw new Error(`It did not fail: ${error}`);
  expect(error.message).toMatch(
    /^Cannot (read from|write to) the PostgreSQL store "127\.0\.0\.1:\d+\/postgres": .*\.$/,
  );
  expect(error.message).not.toContain('secret');
  return error;
}

async function countOf(store: LocationStore): Promise<number> {
  let count = 0;
  for await (const batch of store.list()) count += batch.length;
  return count;
}
