import { type LocationStore, StoreError } from '@location-records/core';
import { type PostgresServer, startPostgres, startProxy } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openForTest, query, schemaForTest } from './use-postgres.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

describeUnless(lacks({ ownServer: 'PostgreSQL' }))('an outage of PostgreSQL', () => {
  let server: PostgresServer;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off' } });
    proxy = await startProxy(server.port);
  });
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
  ])(
    'a PostgreSQL server that %s fails every call, and works when it is back',
    async (_, strike, recover) => {
      const store = await openThrough(1500);
      await recovery(store);
      await strike();
      try {
        const calls = [
          () => store.get('a'),
          () => store.put('a', location),
          () => store.replace('a', location),
          () => store.delete('absent'),
          () => countOf(store),
        ];
        for (const error of await Promise.all(calls.map(failureOf))) {
          expect(error.code).toBe('STORE_UNAVAILABLE');
        }
      } finally {
        await recover();
      }
      await recovery(store);
      expect(await store.get('a')).toEqual(location);
    },
  );

  it('PostgreSQL outages under load lose no acknowledged write, and leave none half done', async () => {
    const store = await openThrough(2000);
    let isOver = false;
    const acknowledged = new Map<string, number>();
    const outcomes = new Set<string>();
    const write = async (id: string) => {
      for (let number = 0; !isOver; number++) {
        const coordinates = { latitude: number, longitude: 0 - number };
        try {
          await store.put(id, { description: `${number}`, coordinates });
          acknowledged.set(id, number);
          outcomes.add('written');
        } catch (error) {
          outcomes.add(error instanceof StoreError ? error.code : String(error));
        }
      }
    };
    const writers = Array.from({ length: 32 }, (_, number) => write(`id-${number}`));
    for (const strike of [() => server.kill(), () => server.halt()]) {
      await expect.poll(() => outcomes.has('written')).toBe(true);
      await strike();
      await expect.poll(() => outcomes.has('STORE_UNAVAILABLE')).toBe(true);
      await server.start();
      outcomes.clear();
    }
    await recovery(store);
    isOver = true;
    await Promise.all(writers);
    expect(outcomes).not.toContain('STORE_UNSUITABLE');
    for (const [id, last] of acknowledged) {
      const found = await store.get(id);
      const number = Number(found?.description);
      expect(number).toBeGreaterThanOrEqual(last);
      expect(found?.coordinates).toEqual({ latitude: number, longitude: 0 - number });
    }
  });

  it('no call notices that idle PostgreSQL connections broke', async () => {
    const store = await openThrough(5000);
    await Promise.all(Array.from({ length: 10 }, () => store.put('a', location)));
    await query(
      server.url,
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    expect(await store.get('a')).toEqual(location);
    await store.put('a', location);
  });

  it('a list does not notice a PostgreSQL restart between two batches', async () => {
    const store = await openThrough(5000);
    await Promise.all(Array.from({ length: 1000 }, (_, number) => store.put(`id-${number}`, location)));
    let count = 0;
    for await (const batch of store.list()) {
      count += batch.length;
      await query(
        server.url,
        'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
      );
    }
    expect(count).toBe(1000);
  });

  it('a write without a reply of PostgreSQL rejects with an unknown effect', async () => {
    const store = await openThrough(5000);
    await store.get('a');
    proxy.hang();
    const failure = failureOf(() => store.put('a', location));
    await new Promise(setImmediate);
    proxy.refuse();
    const { message } = await failure;
    proxy.recover();
    expect(message).toContain('the connection broke, so whether the write took effect is not known; check');
  });

  it('calls that time out on a locked table leave nothing waiting in PostgreSQL', async () => {
    const { schema } = await schemaForTest(server.url);
    const store = await openForTest({ url: server.url, schema, timeout: 1000 });
    await store.get('a');
    const release = await lock(schema);
    const calls = [() => store.replace('a', location), () => store.get('a'), () => countOf(store)];
    for (const { message } of await Promise.all(calls.map(failureOf))) {
      expect(message).toMatch(/look for locks and load on it|did not respond in time/);
    }
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
    await expect.poll(() => query(server.url, waiting)).toEqual([]);
    await release();
    await recovery(store);
  });

  it('a lock of the PostgreSQL table that ends in time fails nothing, not even opening', async () => {
    const { schema } = await schemaForTest(server.url);
    const options = { url: server.url, schema, timeout: 20_000 };
    const store = await openForTest(options);
    const release = await lock(schema);
    const calls = Promise.all([
      openForTest(options),
      store.get('a'),
      countOf(store),
      ...Array.from({ length: 100 }, (_, number) => store.put(`${number}`, location)),
    ]);
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query_start < now() - interval '500 ms'`;
    await expect.poll(async () => (await query(server.url, waiting)).length).toBeGreaterThan(2);
    await release();
    await expect(calls).resolves.toHaveLength(103);
  });

  it('a pool of the caller without a free connection is named in the error', async () => {
    const { schema } = await schemaForTest(server.url);
    const pool = new pg.Pool({ connectionString: server.url, max: 1, connectionTimeoutMillis: 5000 });
    onTestFinished(() => pool.end());
    const store = await openForTest({ pool, schema });
    const held = await pool.connect();
    const { message } = await failureOf(() => store.get('a'));
    held.release();
    expect(message).toContain('no connection was free in time; raise "maxConnections" or "timeout"');
    expect(await store.get('a')).toBeUndefined();
  });

  /** Holds the table until the function that it resolves to is called. */
  async function lock(schema: string): Promise<() => Promise<unknown>> {
    const holder = new pg.Client({ connectionString: server.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`BEGIN; LOCK TABLE ${pg.escapeIdentifier(schema)}.locations IN ACCESS EXCLUSIVE MODE`);
    return () => holder.query('COMMIT');
  }

  async function openThrough(timeout: number): Promise<LocationStore> {
    const { schema } = await schemaForTest(server.url);
    return openForTest({ url: server.url.replace(String(server.port), String(proxy.port)), schema, timeout });
  }
});

/** Resolves when the store works again. */
async function recovery(store: LocationStore): Promise<void> {
  const attempt = () => store.put('a', location).then(() => 'works');
  await expect.poll(() => attempt().catch(String)).toBe('works');
}

/** The error of a call, which must be one line that names the store, without the password. */
async function failureOf(call: () => Promise<unknown>): Promise<StoreError> {
  const error: unknown = await call().catch((reason: unknown) => reason);
  if (!(error instanceof StoreError)) throw new Error(`It did not fail: ${error}`);
  expect(error.message).toMatch(/^Cannot (read from|write to) the PostgreSQL store "[^"]+": [^\n]*\.$/);
  expect(error.message).not.toContain('secret');
  return error;
}

async function countOf(store: LocationStore): Promise<number> {
  let count = 0;
  for await (const batch of store.list()) count += batch.length;
  return count;
}
