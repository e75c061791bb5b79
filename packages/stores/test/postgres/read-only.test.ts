import { isAreaStore } from '@location-records/core/areas';
import { openPostgresStore } from '@location-records/stores/postgres';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { makeReader, openForTest, query, schemaForTest, usePostgres } from './use-postgres.ts';

describeUnless(lacks({ server: 'PostgreSQL' }))('a role of PostgreSQL with SELECT only', () => {
  const server = usePostgres();
  const location = { coordinates: { latitude: 48.2, longitude: 16.4 } };

  it('opens a read-only store, whose writes reject before they are sent', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const reader = await makeReader(server.url, schema);
    onTestFinished(() => reader.remove().then(() => {}));
    await (await openForTest({ url, schema })).put('vienna', location);
    const store = await openForTest({ url: reader.url, schema, readOnly: true });
    expect(await store.get('vienna')).toEqual(location);
    const refusal = { code: 'STORE_UNSUITABLE', message: expect.stringContaining('takes no writes') };
    await expect(store.put('a', location)).rejects.toMatchObject(refusal);
    await expect(store.replace('vienna', location)).rejects.toMatchObject(refusal);
    await expect(store.delete('vienna')).rejects.toMatchObject(refusal);
  });

  it('cannot open a store that writes', async () => {
    const { schema } = await schemaForTest(server.url);
    const reader = await makeReader(server.url, schema);
    onTestFinished(() => reader.remove().then(() => {}));
    await query(
      server.url,
      `ALTER ROLE ${pg.escapeIdentifier(decodeURIComponent(new URL(reader.url).username))} RESET ALL`,
    );
    await expect(openPostgresStore({ url: reader.url, schema })).rejects.toMatchObject({
      message: expect.stringContaining('this user may not do that'),
    });
  });

  it('has area queries if the table has their index', async () => {
    for (const areas of [true, false]) {
      const { schema } = await schemaForTest(server.url, { areas });
      const reader = await makeReader(server.url, schema);
      onTestFinished(() => reader.remove().then(() => {}));
      expect(isAreaStore(await openForTest({ url: reader.url, schema, readOnly: true }))).toBe(areas);
    }
  });

  it('a session that is read-only by default opens a read-only store', async () => {
    const { url, schema } = await schemaForTest(server.url);
    const options = encodeURIComponent('-c default_transaction_read_only=on');
    const store = await openForTest({ url: `${url}?options=${options}`, schema, readOnly: true });
    expect(await store.get('vienna')).toBeUndefined();
  });
});
