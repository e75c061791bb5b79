import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LocationStore } from '@location-records/core';
import { migratePostgres } from '@location-records/stores/postgres';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };
const ids = Array.from({ length: 300 }, (_, number) => `id-${number}`);
const entry = fileURLToPath(new URL('../../src/postgres/index.ts', import.meta.url));

describeUnless(lacks({ server: 'PostgreSQL' }))('writes to PostgreSQL', () => {
  const server = usePostgres();

  it.each(['put', 'replace', 'delete'] as const)(
    'the PostgreSQL writes of one turn share few statements: %s',
    async (method) => {
      const { url, schema } = await schemaForTest(server.url);
      const store = await openForTest({ url, schema });
      await Promise.all(ids.map((id) => store.put(id, location)));
      await query(url, notesOf(schema));
      await Promise.all(ids.map((id) => store[method](id, location)));
      const [notes] = await query<{ count: number }>(url, countOf(schema));
      expect(notes?.count).toBeLessThan(5);
    },
  );

  it('PostgreSQL keeps every value exactly, next to others in one statement', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    const descriptions = ['', 'NULL', '\0 \u0001 \\ " \' { } ,', 'Wien', '𝄞', '\0\0\u0001\u0001\u0002'];
    const written = ids.map((id, number) => {
      const description = descriptions[number % descriptions.length] as string;
      const coordinates = { latitude: number / 3, longitude: (number + 1) * -1e-300 };
      return [`${'x'.repeat(number * 10)}${id} "\\{}\0`, { description, coordinates }] as const;
    });
    await Promise.all(written.map(([id, its]) => store.put(id, its)));
    expect(await Promise.all(written.map(([id]) => store.get(id)))).toEqual(written.map(([, its]) => its));
    expect(await Promise.all(written.map(([id, its]) => store.replace(id, its)))).toEqual(
      ids.map(() => true),
    );
  });

  it('records in PostgreSQL are plain text, with NUL as U+0001 U+0001', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    await store.put('Wien', { description: 'a\0b', ...location });
    const rows = await query(url, `SELECT id, description, latitude FROM ${tableOf(schema)}`);
    expect(rows).toEqual([{ id: 'Wien', description: 'a\u0001\u0001b', latitude: 1 }]);
  });

  it('PostgreSQL writes to one record take effect in the order of the calls', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    const outcomes = await Promise.all([
      store.put('a', location),
      store.delete('a'),
      store.replace('a', location),
      store.put('b', location),
      store.put('b', { coordinates: { latitude: 3, longitude: 4 } }),
      store.delete('c'),
      store.put('c', location),
    ]);
    expect(outcomes[2]).toBe(false);
    expect(await store.get('a')).toBeUndefined();
    expect(await store.get('b')).toEqual({ coordinates: { latitude: 3, longitude: 4 } });
    expect(await store.get('c')).toEqual(location);
  });

  it('two processes that write the same records in opposite orders never deadlock', async () => {
    // A new database counts its deadlocks, and finds them before the store stops waiting.
    const name = `deadlocks_${randomUUID().slice(0, 8)}`;
    await query(server.url, `CREATE DATABASE ${name}`);
    onTestFinished(async () => void (await query(server.url, `DROP DATABASE ${name} WITH (FORCE)`)));
    await query(server.url, `ALTER DATABASE ${name} SET deadlock_timeout = '1ms'`);
    const url = server.url.replace(/\w+$/, name);
    await migratePostgres({ url });
    const program = `
      import { openPostgresStore } from ${JSON.stringify(entry)};
      const store = await openPostgresStore(${JSON.stringify({ url, timeout: 30_000 })});
      const [, order] = process.argv;
      const ids = Array.from({ length: 300 }, (_, number) => 'id-' + (order === 'up' ? number : 299 - number));
      console.log('ready');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      for (let round = 0; round < 60; round++) {
        const method = ['put', 'replace', 'delete'][round % 3];
        await Promise.all(ids.map((id) => store[method](id, ${JSON.stringify(location)})));
      }
      await store.close();
      process.stdin.destroy();`;
    const children = ['up', 'down'].map((order) => {
      const child = spawn(process.execPath, [
        ...process.execArgv,
        '--input-type=module',
        '--eval',
        program,
        order,
      ]);
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    });
    const exits = children.map(async (child) => (await once(child, 'exit'))[0]);
    await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
    for (const { stdin } of children) stdin.write('go');
    expect(await Promise.all(exits)).toEqual([0, 0]);
    // A session that has ended has counted.
    const text = 'SELECT numbackends, deadlocks::int FROM pg_stat_database WHERE datname = $1';
    const counts = () => query<{ numbackends: number; deadlocks: number }>(server.url, text, [name]);
    await expect.poll(async () => (await counts())[0]?.numbackends).toBe(0);
    expect((await counts())[0]?.deadlocks).toBe(0);
  });

  it.each(['put', 'replace', 'delete'] as const)(
    'a PostgreSQL write waits only for a lock on its own record: %s',
    async (method) => {
      const { url, schema } = await schemaForTest(server.url);
      const store = await openForTest({ url, schema, timeout: 3000 });
      await Promise.all(ids.map((id) => store.put(id, location)));
      const release = await lock(url, `SELECT FROM ${tableOf(schema)} WHERE id = 'id-7' FOR UPDATE`);
      const outcomes = await Promise.allSettled([...ids, ...ids].map((id) => store[method](id, location)));
      await release();
      const refused = outcomes.flatMap(({ status }, index) =>
        status === 'rejected' ? [ids[index % 300]] : [],
      );
      expect(refused).toEqual(['id-7', 'id-7']);
      await store.put('id-7', location);
    },
  );

  it('PostgreSQL writes go on while several records are locked, and end with the locks', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema, timeout: 30_000 });
    const locked = ids.slice(0, 4);
    await Promise.all(locked.map((id) => store.put(id, location)));
    const release = await lock(url, `SELECT FROM ${tableOf(schema)} FOR UPDATE`);
    const waiting = Promise.all(locked.map((id) => store.put(id, location))).then(() => 'locked');
    const others = Promise.all(ids.slice(4).map((id) => store.put(id, location))).then(() => 'others');
    expect(await Promise.race([waiting, others])).toBe('others');
    expect(await store.get('id-0')).toEqual(location);
    await release();
    expect(await waiting).toBe('locked');
  });

  it.each(['put', 'replace'] as const)(
    'a PostgreSQL write that the table refuses fails alone: %s',
    async (method) => {
      const { url, schema } = await schemaForTest(server.url);
      const store = await openForTest({ url, schema });
      await Promise.all(ids.map((id) => store.put(id, location)));
      await query(url, `ALTER TABLE ${tableOf(schema)} ADD CHECK (id NOT LIKE '%7' OR latitude <> 9)`);
      const moved = { coordinates: { latitude: 9, longitude: 9 } };
      const outcomes = await Promise.allSettled(ids.map((id) => store[method](id, moved)));
      const refused = ids.filter((_, index) => outcomes[index]?.status === 'rejected');
      expect(refused).toEqual(ids.filter((id) => id.endsWith('7')));
      const found = await Promise.all(ids.map((id) => store.get(id)));
      expect(found).toEqual(ids.map((id) => (id.endsWith('7') ? location : moved)));
    },
  );

  it('a write that a PostgreSQL trigger drops rejects', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    const name = pg.escapeIdentifier(schema);
    await query(
      url,
      `CREATE FUNCTION ${name}.keep_out() RETURNS trigger LANGUAGE plpgsql
         AS $$ BEGIN RETURN CASE WHEN NEW.id LIKE '%7' THEN NULL ELSE NEW END; END $$;
       CREATE TRIGGER keep_out BEFORE INSERT ON ${tableOf(schema)} FOR EACH ROW EXECUTE FUNCTION ${name}.keep_out()`,
    );
    const outcomes = await Promise.allSettled(ids.map((id) => store.put(id, location)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(30);
    expect(outcomes[7]).toMatchObject({
      reason: { code: 'STORE_UNSUITABLE', message: expect.stringContaining('kept the record out') },
    });
    expect(await listed(store)).toHaveLength(270);
  });

  it('close() of a PostgreSQL store waits for its writes and reads', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema, maxConnections: 1 });
    let ended = 0;
    const calls = ids.flatMap((id) => [store.put(id, location), store.get(id), store.delete(id)]);
    const counted = calls.map((call) => call.then(() => ended++));
    await store.close();
    expect(ended).toBe(calls.length);
    await Promise.all(counted);
  });
});

function tableOf(schema: string): string {
  return `${pg.escapeIdentifier(schema)}.locations`;
}

/** Holds a lock on a new connection until the returned function is called. */
async function lock(connectionString: string, text: string): Promise<() => Promise<unknown>> {
  const holder = new pg.Client({ connectionString });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`BEGIN; ${text}`);
  return () => holder.query('COMMIT');
}

/** SQL that notes every statement that writes to the table. */
function notesOf(schema: string): string {
  const name = pg.escapeIdentifier(schema);
  return `
    CREATE TABLE ${name}.notes ();
    CREATE FUNCTION ${name}.note() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN INSERT INTO ${name}.notes DEFAULT VALUES; RETURN NULL; END $$;
    CREATE TRIGGER note AFTER INSERT OR DELETE ON ${tableOf(schema)} FOR EACH STATEMENT EXECUTE FUNCTION ${name}.note();
    CREATE TRIGGER noted AFTER UPDATE ON ${tableOf(schema)} FOR EACH STATEMENT EXECUTE FUNCTION ${name}.note()`;
}

function countOf(schema: string): string {
  return `SELECT count(*)::int AS count FROM ${pg.escapeIdentifier(schema)}.notes`;
}

async function listed(store: LocationStore): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of store.list()) found.push(...batch.map(([id]) => id));
  return found;
}
