import type { LocationStore } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { type PostgresServer, startPostgres } from '@location-records/dev-kit/engines';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openForTest, query, schemaForTest } from './use-postgres.ts';

const timeout = 500;

/** What begins first must also time out first: no step of a list has a timeout of its own. */
describeUnless(lacks({ ownServer: 'PostgreSQL' }))('the timeout of a list', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off' } });
  }, 60_000);
  afterAll(() => server.stop());

  it('is not followed by another one for the end of its transaction', async () => {
    const { schema } = await filledSchema();
    const store = await openForTest({ url: server.url, schema, timeout });
    const list = store.list()[Symbol.asyncIterator]();
    await list.next();
    server.pause();
    try {
      expect(await failing({ list: list.next(), get: store.get('id-1') })).toEqual(['list', 'get']);
    } finally {
      server.resume();
    }
  });

  it('is one for waiting for a connection and for the first batch', async () => {
    const { schema, table } = await filledSchema();
    const pool = new pg.Pool({ connectionString: server.url, max: 2 });
    onTestFinished(() => pool.end());
    const store = await openForTest({ pool, schema, timeout });
    const held = [await pool.connect(), await pool.connect()];
    const holder = new pg.Client({ connectionString: server.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const failed = failing({ list: countOf(store), get: store.get('id-1') });
    for (const client of held) client.release();
    expect(await failed).toEqual(['list', 'get']);
  });

  /** A schema with more records than a first batch has. */
  async function filledSchema(): Promise<{ schema: string; table: string }> {
    const { schema } = await schemaForTest(server.url);
    const table = `${pg.escapeIdentifier(schema)}.locations`;
    await query(
      server.url,
      `INSERT INTO ${table} SELECT 'id-' || n, NULL, 1, 2 FROM generate_series(1, 500) n`,
    );
    return { schema, table };
  }
});

/** The names of calls that time out, in the order in which they do. */
async function failing(calls: Readonly<Record<string, Promise<unknown>>>): Promise<string[]> {
  const failed: string[] = [];
  const note = async ([name, call]: [string, Promise<unknown>]) => {
    await expect(call).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    failed.push(name);
  };
  await Promise.all(Object.entries(calls).map(note));
  return failed;
}

async function countOf(store: LocationStore): Promise<number> {
  let count = 0;
  for await (const batch of store.list()) count += batch.length;
  return count;
}
