import type { LocationStore } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/dev-kit';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { BatchSize } from '../../src/shared/batches.ts';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

/** How a list can end, each with what ends it so. */
const ends: readonly (readonly [how: string, end: (store: LocationStore) => Promise<unknown>])[] = [
  ['read to its end', async (store) => expect(await countOf(store)).toBe(1000)],
  [
    'left half-way',
    async (store) => {
      for await (const batch of store.list()) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
    },
  ],
  [
    'left by an error of its reader',
    async (store) => {
      const read = async () => {
        for await (const batch of store.list()) throw new Error(`read ${batch.length > 0}`);
      };
      await expect(read()).rejects.toThrow('read true');
    },
  ],
  ['left before its first batch', async (store) => store.list()[Symbol.asyncIterator]().return?.()],
  ['never read', async (store) => store.list()],
  [
    'ended while a batch is on its way',
    async (store) => {
      const list = store.list()[Symbol.asyncIterator]();
      await Promise.all([list.next(), list.return?.()]);
    },
  ],
];

describeUnless(lacks({ server: 'PostgreSQL' }))('a list', { timeout: 60_000 }, () => {
  const server = usePostgres();

  it.each(ends)('that is %s leaves no transaction, and gives its connection back', async (_, end) => {
    const { store, pool, table } = await openFilled();
    for (let time = 0; time < 3; time++) await end(store);
    await expectNothingHeld(pool, table);
    expect(await store.get('id-1')).toEqual(location);
  });

  it('that meets text that another program wrote ends with what is wrong, and where', async () => {
    const { store, pool, table } = await openFilled();
    await pool.query(`UPDATE ${table} SET description = E'\\001' WHERE id = 'id-500'`);
    const failure = { code: 'STORE_UNSUITABLE', message: expect.stringContaining('"id-500" has U+0001') };
    await expect(countOf(store)).rejects.toMatchObject(failure);
    await expect(store.get('id-500')).rejects.toMatchObject(failure);
    await pool.query(`UPDATE ${table} SET id = E'id\\001-500' WHERE id = 'id-500'`);
    await expect(countOf(store)).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('the identifier "id\\u0001-500" has U+0001'),
    });
    await expectNothingHeld(pool, table);
  });

  it('that is open when the store is closed leaves nothing', async () => {
    const { store, pool, table } = await openFilled();
    const list = store.list()[Symbol.asyncIterator]();
    await list.next();
    await store.close();
    await expect(list.next()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
    await expectNothingHeld(pool, table);
  });

  it('that is not read on delays no single record', async () => {
    const { url, schema } = await filled();
    const store = await openForTest({
      url,
      schema,
      maxConnections: 1,
      maxListConnections: 2,
      timeout: 1000,
    });
    const lists = [store.list(), store.list()].map((list) => list[Symbol.asyncIterator]());
    for (const list of lists) await list.next();
    await expect(countOf(store)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('all 2 connections were in use for 1000 ms'),
    });
    expect(await store.get('id-1')).toEqual(location);
    await lists[0]?.return?.();
    expect(await countOf(store)).toBe(1000);
    await lists[1]?.return?.();
  });

  it('that is left while the server ends its session rejects the next batch', async () => {
    const { url, schema, table } = await filled();
    const option = encodeURIComponent('-c idle_in_transaction_session_timeout=1');
    const store = await openForTest({ url: `${url}?options=${option}`, schema });
    const list = store.list()[Symbol.asyncIterator]();
    await list.next();
    const pool = new pg.Pool({ connectionString: url });
    onTestFinished(() => pool.end());
    await expect.poll(() => locksOn(pool, table), { timeout: 30_000 }).toBe(0);
    await expect(list.next()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  /** A schema with 1000 records. */
  async function filled(): Promise<{ url: string; schema: string; table: string }> {
    const { url, schema } = await schemaForTest(server.url);
    const table = `${pg.escapeIdentifier(schema)}.locations`;
    await query(url, `INSERT INTO ${table} SELECT 'id-' || n, NULL, 1, 2 FROM generate_series(1, 1000) n`);
    return { url, schema, table };
  }

  /** A store with a single connection, for which all calls would wait if it was not released. */
  async function openFilled(): Promise<{ store: LocationStore; pool: pg.Pool; table: string }> {
    const { url, schema, table } = await filled();
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    onTestFinished(() => pool.end());
    return { store: await openForTest({ pool, schema }), pool, table };
  }
});

it('asks for fewer rows where they are big, and for more where they are small', () => {
  const size = new BatchSize(32, 256);
  const first = size.rows;
  size.learn(first, first * 10);
  expect(size.rows).toBeGreaterThan(first);
  size.learn(size.rows, size.rows * 10);
  expect(size.rows).toBe(256);
  size.learn(256, 256 * 100_000);
  expect(size.rows).toBe(1);
  size.learn(0, 0);
  expect(size.rows).toBeGreaterThanOrEqual(1);
});

/** Demands that no transaction is left that has read the table, and that the connection waits for its next use. */
async function expectNothingHeld(pool: pg.Pool, table: string): Promise<void> {
  await expect.poll(() => locksOn(pool, table), { timeout: 30_000 }).toBe(0);
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0]);
}

async function locksOn(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query('SELECT FROM pg_locks WHERE relation = $1::regclass', [table]);
  return rows.length;
}

async function countOf(store: LocationStore): Promise<number> {
  let count = 0;
  for await (const batch of store.list()) count += batch.length;
  return count;
}
