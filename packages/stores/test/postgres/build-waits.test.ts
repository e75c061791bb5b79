import { randomUUID } from 'node:crypto';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { migratePostgres, type OpenTransaction } from '@location-records/stores/postgres';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const seconds = expect.toSatisfy((value: number) => Number.isInteger(value) && value >= 0);

describeUnless(lacks({ server: 'PostgreSQL' }))('a build of an index', { timeout: 60_000 }, () => {
  const server = usePostgres();

  it.each([
    ['that has written', (table: string) => `INSERT INTO ${table} VALUES ('a', NULL, 1, 2)`],
    ['that has locked the table', (table: string) => `LOCK TABLE ${table} IN SHARE UPDATE EXCLUSIVE MODE`],
  ])('reports a transaction %s once, to each migration that waits for it', async (_, sql) => {
    const { url, schema } = await schemaForTest(server.url);
    const { pid, commit } = await begin(sql(tableOf(schema)));
    const both = [reports(), reports()];
    const migrations = both.map(({ onWaiting }) => migratePostgres({ url, schema, areas: true, onWaiting }));
    for (const { reported } of both) {
      expect(await reported).toEqual([{ pid, state: 'idle in transaction', seconds }]);
    }
    await commit();
    await Promise.all(migrations);
    for (const { onWaiting } of both) expect(onWaiting).toHaveBeenCalledTimes(1);
  });

  it('reports no more than the process of a transaction that the role may not see', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const role = `role-${randomUUID()}`;
    await query(url, `CREATE ROLE "${role}" LOGIN PASSWORD 'secret'`);
    onTestFinished(async () => void (await query(url, `DROP OWNED BY "${role}"; DROP ROLE "${role}"`)));
    await query(url, `GRANT USAGE, CREATE ON SCHEMA ${pg.escapeIdentifier(schema)} TO "${role}"`);
    await query(url, `ALTER TABLE ${tableOf(schema)} OWNER TO "${role}"`);
    const { pid, commit } = await begin(`INSERT INTO ${tableOf(schema)} VALUES ('a', NULL, 1, 2)`);
    const { onWaiting, reported } = reports();
    const ownUrl = Object.assign(new URL(url), { username: role, password: 'secret' }).href;
    const migrating = migratePostgres({ url: ownUrl, schema, areas: true, onWaiting });
    expect(await reported).toEqual([{ pid, state: undefined, seconds: undefined }]);
    await commit();
    await migrating;
  });

  it('goes on without reports where the pool has no third connection', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const { commit } = await begin(`INSERT INTO ${tableOf(schema)} VALUES ('a', NULL, 1, 2)`);
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    onTestFinished(() => pool.end());
    const onWaiting = vi.fn();
    const migrating = migratePostgres({ pool, schema, areas: true, onWaiting });
    await expect.poll(() => pool.waitingCount, { timeout: 30_000 }).toBe(1);
    await commit();
    await migrating;
    expect(onWaiting).not.toHaveBeenCalled();
    expect(pool.listenerCount('error')).toBe(0);
  });

  it('is completed although the callback throws', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const { commit } = await begin(`INSERT INTO ${tableOf(schema)} VALUES ('a', NULL, 1, 2)`);
    const { onWaiting, reported } = reports();
    const migrating = migratePostgres({
      url,
      schema,
      areas: true,
      onWaiting(transactions) {
        onWaiting(transactions);
        throw new Error('no terminal');
      },
    });
    await reported;
    await commit();
    await migrating;
    const store = await openForTest({ url, schema, areas: true });
    const found = await store.within({ west: 2, south: 1, east: 2, north: 1 }, { limit: 1 });
    expect(found.records.map(([id]) => id)).toEqual(['a']);
  });

  function tableOf(schema: string): string {
    return `${pg.escapeIdentifier(schema)}.locations`;
  }

  /** A transaction that has run `sql`, and stays open. */
  async function begin(sql: string) {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('BEGIN');
    await client.query(sql);
    const [{ pid } = {}] = (await client.query('SELECT pg_backend_pid() AS pid')).rows;
    return { pid: pid as number, commit: () => client.query('COMMIT') };
  }

  /** A callback, and a promise of what it is called with first. */
  function reports() {
    const onWaiting = vi.fn<(transactions: readonly OpenTransaction[]) => void>();
    const reported = new Promise<readonly OpenTransaction[]>((resolve) => {
      onWaiting.mockImplementation(resolve);
    });
    return { onWaiting, reported };
  }
});
