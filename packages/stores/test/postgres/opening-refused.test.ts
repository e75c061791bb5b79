import { StoreError } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { freePort, type PostgresServer, startPostgres, startProxy } from '@location-records/dev-kit/engines';
import {
  migratePostgres,
  openPostgresStore,
  type PostgresStoreOptions,
} from '@location-records/stores/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadPg } from '../../src/postgres/own-pool.ts';
import { query, schemaForTest } from './use-postgres.ts';

describeUnless(lacks({ ownServer: 'PostgreSQL' }))(
  'opening is refused with one line that names the place',
  { timeout: 60_000 },
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres({ settings: { fsync: 'off' } });
    }, 60_000);
    afterAll(() => server.stop());

    const unavailable: readonly (readonly [
      what: string,
      change: (url: string) => string,
      message: string,
    ])[] = [
      [
        'the password is wrong',
        (url) => url.replace(/:[^:]*@/, ':other@'),
        'refuses the user or the password',
      ],
      [
        'the user is unknown',
        (url) => url.replace('//postgres:', '//unknown:'),
        'refuses the user or the password',
      ],
      ['the database is missing', (url) => url.replace(/\w+$/, 'missing'), 'there is no such database'],
      ['the host is unknown', (url) => url.replace('127.0.0.1', 'no-such-host.invalid'), 'host'],
      ['the server has no TLS', (url) => `${url}?sslmode=verify-full`, 'does not speak TLS'],
    ];
    it.each(unavailable)('when %s', async (_, change, message) => {
      const { schema } = await schemaForTest(server.url);
      const error = await refusal({ url: change(server.url), schema });
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', message: expect.stringContaining(message) });
    });

    it('when no server listens there', async () => {
      const url = server.url.replace(String(server.port), String(await freePort()));
      const error = await refusal({ url });
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: 'ECONNREFUSED' } });
      expect(error.message).toContain('the server cannot be reached; start it');
    });

    it('when the server never replies', async () => {
      const proxy = await startProxy(server.port);
      onTestFinished(() => proxy.stop());
      proxy.hang();
      const url = server.url.replace(String(server.port), String(proxy.port));
      const error = await refusal({ url, timeout: 100 });
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
      expect(error.message).toContain('no response within 100 ms');
      for (const open of [openPostgresStore, migratePostgres]) {
        const giveUp = new AbortController();
        const opening = open({ url, signal: giveUp.signal });
        giveUp.abort('enough');
        await expect(opening).rejects.toBe('enough');
        await expect(open({ url, signal: giveUp.signal })).rejects.toBe('enough');
      }
    });

    it.each([
      ['cannot be parsed', 'postgres://me:secret@[::1/places'],
      ['has a port that is none', 'postgres://me:secret@localhost:70000/places'],
      ['names a file that is missing', 'postgres://me:secret@localhost/places?sslrootcert=/missing.pem'],
    ])('when the URL %s', async (_, url) => {
      const error: unknown = await openPostgresStore({ url }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
      expect(error).not.toHaveProperty('cause');
      expect(String(error)).toMatch(
        /^StoreError: Cannot open the PostgreSQL store: the URL .*; correct it\.$/,
      );
      expect(String(error)).not.toContain('secret');
    });

    it('when the table does not exist yet', async () => {
      for (const schema of ['public', 'missing']) {
        const error = await refusal({ url: server.url, schema });
        expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
        expect(error.message).toContain(`there is no table "${schema}.locations"; run migratePostgres()`);
      }
    });

    it('when a crash of the server would empty the table', async () => {
      const { url, schema } = await schemaForTest(server.url);
      await query(url, `ALTER TABLE ${pg.escapeIdentifier(schema)}.locations SET UNLOGGED`);
      const error = await refusal({ url, schema });
      expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
      expect(error.message).toContain('SET LOGGED');
    });

    it('when the table belongs to another program, and leaves it as it is', async () => {
      const { url, schema } = await schemaForTest(server.url);
      await query(url, `CREATE TABLE ${pg.escapeIdentifier(schema)}.pictures (id text)`);
      const options = { url, schema, table: 'pictures' };
      const error = await refusal(options);
      expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
      expect(error.message).toContain('belongs to another program; choose another name');
      await expect(migratePostgres(options)).rejects.toMatchObject({ code: 'STORE_UNSUITABLE' });
    });

    const changes: readonly (readonly [what: string, sql: string, message: string])[] = [
      [
        'is newer',
        `COMMENT ON TABLE locations IS 'Records of location-records, schema 2'`,
        'made by a newer version',
      ],
      [
        'lost a column',
        'ALTER TABLE locations DROP COLUMN longitude',
        'differs from the one that this service creates',
      ],
      [
        'has narrower numbers',
        'ALTER TABLE locations ALTER latitude TYPE real',
        'differs from the one that this service creates',
      ],
      [
        'has another collation',
        'ALTER TABLE locations ALTER id TYPE text COLLATE "ucs_basic"',
        'differs from the one that this service creates',
      ],
      [
        'lost its index',
        'DROP INDEX locations_left_case_idx',
        'differs from the one that this service creates',
      ],
    ];
    it.each(changes)('when the table %s', async (_, sql, message) => {
      const { url, schema } = await schemaForTest(server.url);
      await query(url, `SET search_path = ${pg.escapeIdentifier(schema)}; ${sql}`);
      const error = await refusal({ url, schema });
      expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
      expect(error.message).toContain(message);
    });

    it('when the database has another encoding', async () => {
      await query(server.url, `CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`);
      const url = server.url.replace(/\w+$/, 'latin');
      await expect(migratePostgres({ url })).rejects.toMatchObject({
        code: 'STORE_UNSUITABLE',
        message: expect.stringContaining('encoded as LATIN1 instead of UTF8'),
      });
    });

    it.each(['SELECT', 'INSERT', 'UPDATE', 'DELETE'])('when the user may not %s', async (privilege) => {
      const { url, schema } = await schemaForTest(server.url);
      const table = `${pg.escapeIdentifier(schema)}.locations`;
      await query(url, `CREATE ROLE reader LOGIN PASSWORD 'secret'`);
      await query(url, `GRANT USAGE ON SCHEMA ${pg.escapeIdentifier(schema)} TO reader`);
      await query(url, `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO reader`);
      await query(url, `REVOKE ${privilege} ON ${table} FROM reader`);
      onTestFinished(async () => void (await query(url, 'DROP OWNED BY reader; DROP ROLE reader')));
      const options = { url: url.replace(/\/\/.*@/, '//reader:secret@'), schema };
      const error = await refusal(options);
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: '42501' } });
      expect(error.message).toContain('grant the privileges');
      await query(url, `GRANT ${privilege} ON ${table} TO reader`);
      await migratePostgres(options);
      await (await openPostgresStore(options)).close();
    });

    it('when the server takes no writes', async () => {
      const { url, schema } = await schemaForTest(server.url);
      const options = { url: `${url}?options=-c%20default_transaction_read_only%3Don`, schema };
      const error = await refusal(options);
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
      expect(error.message).toContain('it can only be read; connect to the primary server');
      await expect(migratePostgres({ ...options, table: 'new' })).rejects.toMatchObject({
        message: expect.stringContaining('it can only be read'),
      });
    });
  },
);

describe('options that cannot work', () => {
  const url = 'postgres://localhost/places';
  it.each([
    ['url', {}],
    ['url', { url: 'me:secret@localhost' }],
    ['url', { url: 'postgres://me:12/secret@localhost/places' }],
    ['url', { url: 'postgres://me:12#secret@localhost/places' }],
    ['url', { url, pool: new pg.Pool() }],
    ['pool', { pool: {} }],
    ['time', { url, time: 1 }],
    ['schema', { url, schema: '' }],
    ['schema', { url, schema: 'ä'.repeat(32) }],
    ['table', { url, table: 'a\0b' }],
    ['table', { url, table: '\ud800' }],
    ['timeout', { url, timeout: 0 }],
    ['timeout', { url, timeout: 2 ** 31 }],
    ['maxConnections', { url, maxConnections: 0 }],
    ['maxListConnections', { url, maxListConnections: 1.5 }],
    ['prepare', { url, prepare: 'no' }],
    ['areas', { url, areas: 1 }],
    ['signal', { url, signal: new AbortController() }],
  ])('%s of case %#', async (option, options) => {
    const opening = openPostgresStore(options as PostgresStoreOptions);
    await expect(opening).rejects.toMatchObject({ code: 'INVALID_OPTION', option });
    await expect(opening).rejects.not.toThrow('secret');
  });

  it('null instead of them', async () => {
    const refused = { code: 'INVALID_ARGUMENT', argument: 'options' };
    await expect(openPostgresStore(null as never)).rejects.toMatchObject(refused);
  });
});

it('says how to install a missing client', async () => {
  const cause = new Error('Cannot find package');
  await expect(loadPg(() => Promise.reject(cause))).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringContaining('run "npm install pg", or add "--package pg" where npx runs it.'),
    cause,
  });
});

async function refusal(options: PostgresStoreOptions): Promise<StoreError> {
  const error: unknown = await openPostgresStore(options).catch((reason: unknown) => reason);
  if (!(error instanceof StoreError)) throw new Error('It was opened.', { cause: error });
  expect(error.message).toMatch(/^Cannot open the PostgreSQL store "[^"]+:\d+\/\w+": .*\.$/);
  expect(error.message).not.toContain('secret');
  return error;
}
