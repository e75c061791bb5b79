import type { LocationStore } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/dev-kit';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };
const ids = Array.from({ length: 300 }, (_, number) => `id-${number}`);

describeUnless(lacks({ server: 'PostgreSQL' }))('writes of a moment', { timeout: 60_000 }, () => {
  const server = usePostgres();

  it.each(['replace', 'delete'] as const)('are made by few statements: %s', async (method) => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema, maxConnections: 2 });
    await Promise.all(ids.map((id) => store.put(id, location)));
    await query(url, notesOf(schema));
    await Promise.all(ids.map((id) => store[method](id, location)));
    const [notes] = await query<{ count: number }>(url, countOf(schema));
    expect(notes?.count).toBeLessThan(ids.length / 10);
  });

  it('are made by few statements, each of them exactly', async () => {
    const { url, schema } = await schemaForTest(server.url);
    await query(url, notesOf(schema));
    const store = await openForTest({ url, schema, maxConnections: 2 });
    const descriptions = ['', 'NULL', '\0 \u0001 \\ " \' { } ,', undefined, 'Wien', '𝄞'];
    const written = ids.map((id, number) => {
      const description = descriptions[number % descriptions.length];
      const coordinates = { latitude: number / 3, longitude: -number * 1e-300 };
      return [`${id} "\\{}\0`, description === undefined ? { coordinates } : { description, coordinates }];
    }) as [string, typeof location][];
    await Promise.all(written.map(([id, its]) => store.put(id, its)));
    const [notes] = await query<{ count: number }>(url, countOf(schema));
    expect(notes?.count).toBeLessThan(ids.length / 10);
    const found = await Promise.all(written.map(([id]) => store.get(id)));
    expect(found).toEqual(
      written.map(([, { coordinates, ...rest }]) => ({
        ...rest,
        coordinates: { ...coordinates, longitude: coordinates.longitude + 0 },
      })),
    );
  });

  it('of two processes all take effect, in whichever order each names the records', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const [one, other] = [await openForTest({ url, schema }), await openForTest({ url, schema })];
    await Promise.all(ids.map((id) => one.put(id, location)));
    const backwards = ids.toReversed();
    const replaced = await Promise.all([
      ...ids.map((id) => one.replace(id, location)),
      ...backwards.map((id) => other.replace(id, location)),
    ]);
    expect(replaced).toEqual([...ids, ...ids].map(() => true));
    await Promise.all([
      ...ids.map((id) => one.delete(id)),
      ...backwards.map((id) => other.put(`${id} of the other`, location)),
      ...backwards.map((id) => other.delete(id)),
    ]);
    expect(await listed(one)).toEqual(ids.map((id) => `${id} of the other`).sort());
  });

  it('take the record that came last where they name the same', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    const puts = Array.from({ length: 200 }, (_, latitude) =>
      store.put(`id-${latitude % 7}`, { coordinates: { latitude, longitude: 0 } }),
    );
    await Promise.all(puts);
    for (let number = 0; number < 7; number++) {
      const latitude = Math.max(
        ...Array.from({ length: 200 }, (_, index) => index).filter((index) => index % 7 === number),
      );
      expect(await store.get(`id-${number}`)).toEqual({ coordinates: { latitude, longitude: 0 } });
    }
  });

  it('fail alone where a rule of the table refuses one of them', async () => {
    const { url, schema } = await schemaForTest(server.url);
    await query(url, `ALTER TABLE ${tableOf(schema)} ADD CHECK (id NOT LIKE '%7')`);
    const store = await openForTest({ url, schema });
    const outcomes = await Promise.allSettled(ids.map((id) => store.put(id, location)));
    const refused = ids.filter((_, index) => outcomes[index]?.status === 'rejected');
    expect(refused).toEqual(ids.filter((id) => id.endsWith('7')));
    expect(await listed(store)).toEqual(ids.filter((id) => !id.endsWith('7')).sort());
  });

  it('fail alone where a rule of the table refuses one replacement', async () => {
    const { url, schema } = await schemaForTest(server.url);
    await query(url, `ALTER TABLE ${tableOf(schema)} ADD CHECK (id NOT LIKE '%7' OR latitude <> 9)`);
    const store = await openForTest({ url, schema });
    await Promise.all(ids.map((id) => store.put(id, location)));
    const moved = { coordinates: { latitude: 9, longitude: 9 } };
    const outcomes = await Promise.allSettled([...ids, 'absent'].map((id) => store.replace(id, moved)));
    expect(outcomes.map((outcome) => ('value' in outcome ? outcome.value : outcome.status))).toEqual(
      [...ids, 'absent'].map((id) => (id.endsWith('7') ? 'rejected' : id !== 'absent')),
    );
    expect(await Promise.all(ids.map((id) => store.get(id)))).toEqual(
      ids.map((id) => (id.endsWith('7') ? location : moved)),
    );
  });

  it('take effect one by one where a rule of the table keeps them apart', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const name = pg.escapeIdentifier(schema);
    await query(
      url,
      `CREATE TABLE ${name}.removed (id text);
       CREATE RULE noted AS ON DELETE TO ${tableOf(schema)} DO ALSO INSERT INTO ${name}.removed VALUES (OLD.id)`,
    );
    const store = await openForTest({ url, schema });
    await Promise.all(ids.map((id) => store.put(id, location)));
    await Promise.all(ids.map((id) => store.delete(id)));
    expect(await listed(store)).toEqual([]);
    expect(await query(url, `SELECT DISTINCT id FROM ${name}.removed`)).toHaveLength(ids.length);
  });

  it.each(['put', 'replace', 'delete'] as const)(
    'wait only for a lock on their own record: %s',
    async (method) => {
      const { url, schema } = await schemaForTest(server.url);
      const store = await openForTest({ url, schema, maxConnections: 4, timeout: 5000 });
      await Promise.all(ids.map((id) => store.put(id, location)));
      const holder = new pg.Client({ connectionString: url });
      await holder.connect();
      onTestFinished(() => holder.end());
      await holder.query(`BEGIN; SELECT FROM ${tableOf(schema)} WHERE id = 'id-7' FOR UPDATE`);
      const outcomes = await Promise.allSettled([...ids, ...ids].map((id) => store[method](id, location)));
      await holder.query('COMMIT');
      const refused = outcomes.flatMap((outcome, index) =>
        outcome.status === 'rejected' ? [[ids[index % ids.length], outcome.reason.message]] : [],
      );
      // The server and this process look at their clocks at about the same moment.
      const timedOut = expect.stringMatching(/no response within 5000 ms|look for locks and load/);
      expect(refused).toEqual([
        ['id-7', timedOut],
        ['id-7', timedOut],
      ]);
      await store.put('id-7', location);
    },
  );

  it('continue while half of the connections wait for locked records', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema, maxConnections: 6, timeout: 30_000 });
    const locked = ids.slice(0, 4);
    await Promise.all(locked.map((id) => store.put(id, location)));
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`BEGIN; SELECT FROM ${tableOf(schema)} FOR UPDATE`);
    const waiting = locked.map((id) => store.put(id, location).then(() => 'written'));
    const others = Promise.all(ids.slice(4).map((id) => store.put(id, location))).then(
      () => 'others written',
    );
    await expect(Promise.race([...waiting, others])).resolves.toBe('others written');
    await holder.query('COMMIT');
    await expect(Promise.all(waiting)).resolves.toHaveLength(4);
  });

  it('have their turn where others hold a record again and again', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const store = await openForTest({ url, schema });
    await store.put('hot', location);
    let isOver = false;
    const hold = async () => {
      const text = `BEGIN; SELECT FROM ${tableOf(schema)} WHERE id = 'hot' FOR UPDATE; SELECT pg_sleep(0.15); COMMIT`;
      while (!isOver) await query(url, text);
    };
    const holders = [hold(), hold()];
    await store.put('hot', location);
    await Promise.all([
      store.put('hot', location),
      store.put('cold', location),
      store.replace('hot', location),
    ]);
    isOver = true;
    await Promise.all(holders);
    await expect(store.get('hot')).resolves.toEqual(location);
  });

  it.each(['get', 'put', 'replace', 'delete'] as const)(
    'that were begun are over when the store is closed: %s',
    async (method) => {
      const { url, schema } = await schemaForTest(server.url);
      const store = await openForTest({ url, schema, maxConnections: 1 });
      let ended = 0;
      const calls = ids.map((id) => store[method](id, location).then(() => ended++));
      await store.close();
      expect(ended).toBe(ids.length);
      await Promise.all(calls);
    },
  );
});

function tableOf(schema: string): string {
  return `${pg.escapeIdentifier(schema)}.locations`;
}

/** SQL that notes every statement that writes to the table. */
function notesOf(schema: string): string {
  const name = pg.escapeIdentifier(schema);
  return `
    CREATE TABLE ${name}.notes ();
    CREATE FUNCTION ${name}.note() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN INSERT INTO ${name}.notes DEFAULT VALUES; RETURN NULL; END $$;
    CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON ${tableOf(schema)} FOR EACH STATEMENT EXECUTE FUNCTION ${name}.note()`;
}

function countOf(schema: string): string {
  return `SELECT count(*)::int AS count FROM ${pg.escapeIdentifier(schema)}.notes`;
}

async function listed(store: LocationStore): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of store.list()) found.push(...batch.map(([id]) => id));
  return found;
}
