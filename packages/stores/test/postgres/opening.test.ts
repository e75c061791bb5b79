import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { isStoreError, type StoreError } from '@location-records/core';
import {
  migratePostgres,
  openPostgresStore,
  type PostgresStoreOptions,
} from '@location-records/stores/postgres';
import {
  freePort,
  type PostgresServer,
  startPostgres,
  startProxy,
} from '@location-records/workspace/engines';
import { describeUnless, lacks, selfSigned } from '@location-records/workspace/tests';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTalker } from '../shared/start-talker.ts';
import { openForTest, query, schemaForTest } from './use-postgres.ts';

const location = { description: 'a', coordinates: { latitude: 1, longitude: 2 } };

const url = 'postgres://me:secret@localhost/places';
it.each([
  ['url', {}, 'that begins with postgres://'],
  ['url', { url: 'me:secret@localhost' }, 'that begins with postgres://'],
  ['url', { url: 'postgres://me:12/secret@localhost/places' }, 'with %2F for /'],
  ['url', { url: 'postgres://me:12#secret@localhost/places' }, '%23 for #'],
  ['url', { url: 'postgres://me:secret@a:5432,b:5432/places' }, 'of one host: name the primary server'],
  ['url', { url: `${url}?shema=travel` }, 'and "shema" is not known'],
  ['url', { url: `${url}?connect_timeout=3` }, 'use "timeout", in milliseconds'],
  ['url', { url: `${url}?sslmode=` }, '"sslmode" has a value'],
  ['url', { url, pool: new pg.Pool() }, 'left out if there is a pool'],
  ['pool', { pool: {} }, 'a Pool of the package "pg"'],
  ['time', { url, time: 1 }, 'Unknown option "time"'],
  ['schema', { url, schema: 'ä'.repeat(32) }, 'a name of 1 to 63 bytes'],
  ['table', { url, table: 'a\0b' }, 'without NUL'],
  ['timeout', { url, timeout: 0 }, 'a whole number of milliseconds from 1'],
  ['maxConnections', { url, maxConnections: 1.5 }, 'a whole number of connections from 1'],
  ['areas', { url, areas: 1 }, 'true or false'],
  ['signal', { url, signal: new AbortController() }, 'an AbortSignal'],
])('openPostgresStore refuses the option %s, case %#', async (option, options, message) => {
  const opening = openPostgresStore(options as PostgresStoreOptions);
  await expect(opening).rejects.toMatchObject({ code: 'INVALID_OPTION', option });
  await expect(opening).rejects.toThrow(message);
  await expect(opening).rejects.not.toThrow('secret');
});

it('openPostgresStore lists the known parameters of a URL with an unknown one', async () => {
  const opening = openPostgresStore({ url: `${url}?shema=travel` });
  const known = expect.arrayContaining(['schema', 'sslmode']);
  await expect(opening).rejects.toMatchObject({ cause: { option: 'shema', known } });
});

describeUnless(lacks({ ownServer: 'PostgreSQL' }))(
  'opening and migrating fail with one line that says what to do',
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres({ settings: { fsync: 'off' }, certificate: selfSigned });
      await query(
        server.url,
        `SET password_encryption = 'scram-sha-256';
         CREATE ROLE low LOGIN PASSWORD 'p@ss word';
         CREATE ROLE asleep PASSWORD 'p@ss word';
         CREATE ROLE nobody LOGIN PASSWORD 'p@ss word' CONNECTION LIMIT 0`,
      );
    });
    afterAll(() => server.stop());

    it.each<[what: string, user: string, rest: string, advice: string]>([
      ['the password is missing', 'low@', '', 'the server asks for a password; give one in the URL'],
      ['the password is wrong', 'low:p%40ss@', '', 'the server refuses the user or the password; correct'],
      ['the role has no LOGIN', 'asleep:p%40ss%20word@', '', 'whether the role has LOGIN'],
      [
        'the role has no connections',
        'nobody:p%40ss%20word@',
        '',
        'the server has too many connections; lower',
      ],
      ['the database is missing', 'low:p%40ss%20word@', 'missing', 'there is no such database; create it'],
      [
        'the role may not create tables',
        'low:p%40ss%20word@',
        '',
        '(permission denied for schema public); grant',
      ],
      ['TLS is not trusted', 'low:p%40ss%20word@', '?sslmode=verify-full', 'name the file of its authority'],
    ])('migratePostgres fails with the remedy if %s', async (_, user, rest, advice) => {
      const url = `postgres://${user}127.0.0.1:${server.port}/${rest.startsWith('?') || rest === '' ? `postgres${rest}` : rest}`;
      const error = await failureOf(migratePostgres({ url }));
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', message: expect.stringContaining(advice) });
      expect(error.message).toContain(`"127.0.0.1:${server.port}/`);
    });

    it('openPostgresStore fails with the remedy if no server listens', async () => {
      const url = `postgres://me:p%40ss%20word@127.0.0.1:${await freePort()}/places`;
      const error = await failureOf(openPostgresStore({ url }));
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: 'ECONNREFUSED' } });
      expect(error.message).toContain(
        'the server cannot be reached; start it, or correct the host and the port',
      );
    });

    it.each([
      ['cannot be parsed', 'postgres://me:p%40ss@[::1/places'],
      ['has an invalid port', 'postgres://me:p%40ss@localhost:70000/places'],
      ['names a file that is missing', 'postgres://me:p%40ss@localhost/places?sslrootcert=/missing.pem'],
    ])('openPostgresStore fails with the reason if the URL %s', async (_, url) => {
      const error = await failureOf(openPostgresStore({ url }));
      expect(error.message).toMatch(/^Cannot open the PostgreSQL store: the URL .*; correct it\.$/);
    });

    it.each([
      ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'and whether PostgreSQL listens there'],
      ['hangs up', '', 'the connection broke; check the server and the network'],
      [
        'starts up',
        fatal('57P03', 'the database system is starting up'),
        'is starting or stopping; try again',
      ],
      ['says something else', fatal('XX000', 'Tenant not found'), 'the server says "Tenant not found"; see'],
    ])('openPostgresStore fails with the remedy if what listens %s', async (_, reply, advice) => {
      const port = await startTalker((socket) => socket.once('data', () => socket.end(reply)));
      const url = `postgres://me:p%40ss%20word@127.0.0.1:${port}/places`;
      expect((await failureOf(openPostgresStore({ url }))).message).toContain(advice);
    });

    it('opening PostgreSQL fails if the server never responds, or the signal is aborted', async () => {
      const proxy = await startProxy(server.port);
      onTestFinished(() => proxy.stop());
      proxy.hang();
      const url = server.url.replace(String(server.port), String(proxy.port));
      const { message } = await failureOf(openPostgresStore({ url, timeout: 100 }));
      expect(message).toContain('the server did not respond in time; raise the option "timeout"');
      for (const open of [openPostgresStore, migratePostgres]) {
        const giveUp = new AbortController();
        const opening = open({ url, signal: giveUp.signal });
        giveUp.abort('enough');
        await expect(opening).rejects.toBe('enough');
        await expect(open({ url, signal: giveUp.signal })).rejects.toBe('enough');
      }
    });

    it('openPostgresStore fails with the remedy if the table is missing', async () => {
      const error = await failureOf(openPostgresStore({ url: server.url, schema: 'missing' }));
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: '42P01' } });
      expect(error.message).toContain('there is no table "missing.locations"; run migratePostgres()');
    });

    it.each([
      [
        'belongs to another program',
        'DROP TABLE locations; CREATE TABLE locations (id text)',
        'another program',
      ],
      ['lost a column', 'ALTER TABLE locations DROP COLUMN longitude CASCADE', 'or was altered'],
      ['has narrower numbers', 'ALTER TABLE locations ALTER latitude TYPE real', 'or was altered'],
      [
        'has another collation',
        'ALTER TABLE locations ALTER id TYPE text COLLATE "ucs_basic"',
        'or was altered',
      ],
      ['lost its index', 'DROP INDEX locations_left_case_idx', 'the unique index of the table is missing'],
      ['is not logged', 'ALTER TABLE locations SET UNLOGGED', 'change that with ALTER TABLE … SET LOGGED'],
    ])('openPostgresStore refuses a table that %s, and leaves it as it is', async (_, sql, message) => {
      const { url, schema } = await schemaForTest(server.url);
      await query(url, `SET search_path = ${pg.escapeIdentifier(schema)}; ${sql}`);
      const error = await failureOf(openPostgresStore({ url, schema }));
      expect(error).toMatchObject({ code: 'STORE_UNSUITABLE', message: expect.stringContaining(message) });
    });

    it('migratePostgres refuses a database with another encoding', async () => {
      await query(server.url, `CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`);
      const { message } = await failureOf(migratePostgres({ url: server.url.replace(/\w+$/, 'latin') }));
      expect(message).toContain('encoded as LATIN1 instead of UTF8');
    });

    it.each([
      ['synchronous_commit=off', 'STORE_UNSUITABLE', 'a write would not be durable'],
      ['extra_float_digits=-5', 'STORE_UNSUITABLE', 'numbers would be rounded'],
      [
        'default_transaction_read_only=on',
        'STORE_UNAVAILABLE',
        'it can only be read; connect to the primary',
      ],
      ['a=b', 'STORE_UNAVAILABLE', 'unrecognized configuration parameter'],
    ])('openPostgresStore refuses a session with %s', async (setting, code, message) => {
      const { url, schema } = await schemaForTest(server.url);
      const options = { url: `${url}?options=${encodeURIComponent(`-c ${setting}`)}`, schema };
      const error = await failureOf(openPostgresStore(options));
      expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
    });

    it.each(['SELECT', 'INSERT', 'UPDATE', 'DELETE'])(
      'openPostgresStore refuses a user who may not %s',
      async (privilege) => {
        const { url, schema } = await schemaForTest(server.url);
        const [name, table] = [pg.escapeIdentifier(schema), `${pg.escapeIdentifier(schema)}.locations`];
        await query(
          url,
          `CREATE ROLE reader LOGIN PASSWORD 'p@ss'; GRANT USAGE ON SCHEMA ${name} TO reader;
         GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO reader; REVOKE ${privilege} ON ${table} FROM reader`,
        );
        onTestFinished(async () => void (await query(url, 'DROP OWNED BY reader; DROP ROLE reader')));
        const options = { url: url.replace(/\/\/.*@/, '//reader:p%40ss@'), schema };
        const error = await failureOf(openPostgresStore(options));
        expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: '42501' } });
        expect(error.message).toContain('grant the privileges');
        await query(url, `GRANT ${privilege} ON ${table} TO reader`);
        await migratePostgres(options);
        await (await openPostgresStore(options)).close();
      },
    );

    it('openPostgresStore takes a table restored from a dump without comments', async () => {
      const { url, schema } = await schemaForTest(server.url, { areas: true });
      const store = await openForTest({ url, schema });
      await store.put('a', location);
      const dump = [
        '--no-comments',
        '--no-owner',
        '--inserts',
        '--schema',
        `"${schema.replaceAll('"', '""')}"`,
        url,
      ];
      const { stdout } = await promisify(execFile)('pg_dump', dump);
      await query(server.url, 'CREATE DATABASE restored TEMPLATE template0');
      const restored = server.url.replace(/\w+$/, 'restored');
      // Newer versions of pg_dump add commands of psql.
      await query(restored, stdout.replace(/^\\.*$/gm, ''));
      await migratePostgres({ url: restored, schema, areas: true });
      const copy = await openForTest({ url: restored, schema, areas: true });
      expect(await copy.get('a')).toEqual(location);
      expect(await copy.replace('a', location)).toBe(true);
    });
  },
);

/** The error of a call, which must be one line without the password. */
async function failureOf(opening: Promise<unknown>): Promise<StoreError> {
  const error: unknown = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isStoreError(error)) throw new Error('It is not a failure of the store.', { cause: error });
  expect(error.message).toMatch(/^Cannot (open|prepare) the PostgreSQL store[^\n]+\.$/);
  expect(inspect(error, { depth: 9 })).not.toMatch(/p@ss|p%40ss/);
  return error;
}

/** What PostgreSQL sends before it ends a connection ("Message Formats": ErrorResponse). */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
