import type { LocationRecord, LocationStore } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { listStatement, statementsOf } from '../../src/postgres/statements.ts';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

describeUnless(lacks({ server: 'PostgreSQL' }))('lists of PostgreSQL', () => {
  const server = usePostgres();

  it('PostgreSQL lists batches of at most 256 records or 32 KiB, by the bytes of the identifiers', async () => {
    const { url, schema, table } = await filled(1000);
    await query(
      url,
      `INSERT INTO ${table} SELECT 'large ' || n, repeat('é', n * 40), 1, 2 FROM generate_series(1, 300) n;
       INSERT INTO ${table} SELECT repeat('long', 200) || n, NULL, 1, 2 FROM generate_series(1, 300) n;
       INSERT INTO ${table} VALUES ('huge', repeat('x', 100000), 1, 2), (U&'\\FFFF', NULL, 1, 2), (U&'\\+010000', NULL, 1, 2)`,
    );
    const store = await openForTest({ url, schema });
    const batches = await batchesOf(store);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(256);
      const bytes = batch.map(([id, { description = '' }]) => Buffer.byteLength(id + description));
      if (batch.length > 1) expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(32_768);
    }
    const ids = batches.flat().map(([id]) => id);
    expect(ids).toHaveLength(1603);
    expect(ids).toEqual(ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  it('a PostgreSQL list that is not read on holds no connection and no transaction', async () => {
    const { url, schema, table } = await filled(1000);
    const store = await openForTest({ url, schema, maxConnections: 2 });
    const lists = Array.from({ length: 100 }, () => store.list()[Symbol.asyncIterator]());
    const firsts = await Promise.all(lists.map((list) => list.next()));
    expect(firsts.map(({ value }) => value?.length)).toEqual(lists.map(() => 256));
    expect(await query(url, `SELECT FROM pg_locks WHERE relation = '${table}'::regclass`)).toEqual([]);
    expect(await store.get('id-1')).toEqual(location);
    expect((await batchesOf(store)).flat()).toHaveLength(1000);
  });

  it.each(['never analysed', 'analysed'])(
    'a PostgreSQL list reads the index of a table that was %s',
    async (state) => {
      const { url, schema, table } = await filled(20_000);
      if (state === 'analysed') await query(url, `ANALYZE ${table}`);
      const name = { schema, table: 'locations' };
      const plan = await planOf(url, listStatement(name).text, ['id-5', 256]);
      expect(plan).toContain('Index Scan using locations_left_case_idx');
      expect(plan).toContain('Presorted Key');
      expect(plan).not.toContain('Seq Scan');
      const { get, replace } = statementsOf(name);
      expect(await planOf(url, get.text, [['id-5', 'id-6']])).toContain(
        'Index Scan using locations_left_case_idx',
      );
      const values = ['100', ['id-5', 'id-6'], [null, null], [0, 0], [0, 0]];
      expect(await planOf(url, replace.text, values)).not.toContain('Seq Scan');
    },
  );

  it('a PostgreSQL list rejects at a record that another program wrote wrongly', async () => {
    const { url, schema, table } = await filled(1000);
    const store = await openForTest({ url, schema });
    await query(url, `UPDATE ${table} SET description = E'\\001' WHERE id = 'id-500'`);
    const message = expect.stringContaining('the description of its record "id-500" contains U+0001');
    await expect(batchesOf(store)).rejects.toMatchObject({ code: 'STORE_UNSUITABLE', message });
    await expect(store.get('id-500')).rejects.toMatchObject({ code: 'STORE_UNSUITABLE', message });
    await query(url, `UPDATE ${table} SET id = E'id\\001-500' WHERE id = 'id-500'`);
    await expect(batchesOf(store)).rejects.toThrow('the identifier "id\\u0001-500" contains U+0001');
  });

  it.each([
    ['within a batch', [['b', 'a']]],
    ['from batch to batch', [Array.from({ length: 256 }, (_, number) => `b${number + 100}`), ['a']]],
    ['if one comes twice', [['a', 'a']]],
  ])('a PostgreSQL list rejects if identifiers do not ascend, %s', async (_, pages) => {
    const { url, schema } = await schemaForTest(server.url);
    const pool = new pg.Pool({ connectionString: url });
    onTestFinished(() => pool.end());
    const list = listStatement({ schema, table: 'locations' }).text;
    // Stands for a server whose index is damaged.
    const query = pool.query.bind(pool) as (asked: { readonly text: string }) => Promise<unknown>;
    const asked = async (one: { readonly text: string }) =>
      one.text === list ? { rows: (pages.shift() ?? []).map((id) => [id, null, '1', '2']) } : query(one);
    const store = await openForTest({ pool: Object.assign(pool, { query: asked }), schema });
    await expect(batchesOf(store)).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('not in the order of their identifiers; run REINDEX'),
    });
  });

  /** A schema with this many records. */
  async function filled(count: number): Promise<{ url: string; schema: string; table: string }> {
    const { url, schema } = await schemaForTest(server.url);
    const table = `${pg.escapeIdentifier(schema)}.locations`;
    await query(
      url,
      `ALTER TABLE ${table} SET (autovacuum_enabled = off);
       INSERT INTO ${table} SELECT 'id-' || n, NULL, 1, 2 FROM generate_series(1, ${count}) n`,
    );
    return { url, schema, table };
  }
});

async function planOf(connectionString: string, text: string, values: readonly unknown[]): Promise<string> {
  const rows = await query(connectionString, `EXPLAIN ${text}`, values);
  return rows.flatMap((row) => Object.values(row)).join('\n');
}

async function batchesOf(store: LocationStore): Promise<(readonly LocationRecord[])[]> {
  const batches: (readonly LocationRecord[])[] = [];
  for await (const batch of store.list()) batches.push(batch);
  return batches;
}
