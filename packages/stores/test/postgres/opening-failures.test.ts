import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { isStoreError } from '@location-records/core';
import { describeUnless, itUnless, lacks, selfSigned } from '@location-records/dev-kit';
import { freePort, type PostgresServer, startPostgres, startRedis } from '@location-records/dev-kit/engines';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTalker } from '../shared/start-talker.ts';
import { query } from './use-postgres.ts';

const noPem = fileURLToPath(import.meta.url);
/** Long enough for a server that is there, as the failures that take it all are about one that is not. */
const testTimeout = 10_000;

describeUnless(lacks({ ownServer: 'PostgreSQL' }))('a server that refuses', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({
      settings: { fsync: 'off', max_connections: '20' },
      certificate: selfSigned,
    });
    await query(
      server.url,
      `SET password_encryption = 'scram-sha-256';
       CREATE ROLE scram LOGIN PASSWORD 'p@ss word';
       CREATE ROLE low LOGIN PASSWORD 'p@ss word';
       CREATE ROLE asleep PASSWORD 'p@ss word';
       CREATE ROLE few LOGIN PASSWORD 'p@ss word' CONNECTION LIMIT 0;
       CREATE SCHEMA closed`,
    );
    await query(server.url, 'CREATE DATABASE off ALLOW_CONNECTIONS false');
  }, 60_000);
  afterAll(() => server.stop());

  const user = (name: string) => `${name}:p%40ss%20word@`;
  it.each<[what: string, user: string, rest: string, advice: string, schema?: string]>([
    ['without a password', 'scram@', '', 'the server asks for a password; give one in the URL'],
    [
      'without a password (md5)',
      'postgres@',
      '',
      'the user or the password; correct them, or give a password',
    ],
    ['a wrong password', 'scram:p%40ss@', '', 'the server refuses the user or the password; correct them'],
    ['an unknown user', user('other'), '', 'the server refuses the user or the password; correct them'],
    ['a role without LOGIN', user('asleep'), '', 'whether the role has LOGIN'],
    ['a missing database', user('low'), '/other', 'there is no such database; create it'],
    ['a database that takes no connections', user('scram'), '/off', 'allow them (ALTER DATABASE'],
    ['a limit of the role', user('few'), '', 'raise the limit of the server, the database or the role'],
    ['a schema', user('low'), '', '(permission denied for schema closed); grant the privileges', 'closed'],
    ['a new schema', user('low'), '', '(permission denied for database postgres); grant', 'new'],
    [
      'an authority',
      user('low'),
      '?sslmode=verify-full',
      'name the file of its authority with "sslrootcert"',
    ],
    ['a name', user('low'), `?sslmode=verify-full&sslrootcert=${selfSigned}`, 'write a host that the cert'],
    ['a key', user('low'), `?sslmode=verify-full&sslkey=${noPem}&sslcert=${noPem}`, 'correct "sslcert"'],
    ['an unknown setting', user('low'), '?options=-c%20a%3Db', 'does not take the "options"'],
    ['an unknown flag', user('low'), '?options=nonsense', 'does not take the "options"'],
    ['read only', user('low'), '?options=-c%20default_transaction_read_only%3Don', 'connect to the primary'],
  ])('%s', async (_, access, rest, advice, schema = 'public') => {
    const [path = '', parameters = ''] = rest.split('?');
    const url = `postgres://${access}127.0.0.1:${server.port}${path || '/postgres'}`;
    await expectFailure(`${url}${parameters && `?${parameters}`}`, server.port, advice, { schema });
  });

  it('too many connections', async () => {
    const held: pg.Client[] = [];
    onTestFinished(async () => {
      await Promise.all(held.map((client) => client.end()));
    });
    for (;;) {
      const client = new pg.Client({ connectionString: server.url });
      client.on('error', () => {});
      const isFull = await client.connect().then(
        () => false,
        () => true,
      );
      if (isFull) break;
      held.push(client);
    }
    await expectFailure(server.url, server.port, 'the server has too many connections; lower');
  });

  it('TLS where there is none', async () => {
    const plain = await startPostgres({ settings: { fsync: 'off' } });
    onTestFinished(() => plain.stop());
    const url = `${plain.url}?sslmode=verify-full`;
    await expectFailure(url, plain.port, 'turn "ssl" on there, or write sslmode=disable into the URL');
  });
});

describe('something else that listens there', () => {
  const http = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n';
  it.each([
    ['HTTP', '', http, 'whether it is PostgreSQL that listens there'],
    [
      'HTTP, asked for TLS',
      '?sslmode=verify-full',
      http,
      'does not respond as PostgreSQL does; correct the host',
    ],
    ['hangs up', '', '', 'the connection broke; check the server'],
  ])('%s', async (_, parameters, reply, advice) => {
    const port = await startTalker((socket) => socket.once('data', () => socket.end(reply)));
    await expectFailure(urlOf(port, parameters), port, advice);
  });

  it('says nothing', async () => {
    const port = await startTalker(() => {});
    const advice =
      'no response within 100 ms; raise the option "timeout", or check the server and the network';
    await expectFailure(urlOf(port), port, advice, { timeout: 100 });
  });

  itUnless(lacks({ ownServer: 'Redis' }))('is Redis', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    await expectFailure(urlOf(redis.port), redis.port, 'whether it is PostgreSQL that', { timeout: 500 });
  });
});

it.each([
  ['57P03', 'the database system is starting up', 'is starting or stopping; try again'],
  ['57P03', 'the database system is shutting down', 'is starting or stopping; try again'],
  [
    '28000',
    'no pg_hba.conf entry for host "a", user "b", database "c", no encryption',
    'check its pg_hba.conf',
  ],
  ['0A000', 'unsupported frontend protocol 3.0: server supports 1.0 to 2.0', 'use PostgreSQL 13 or later'],
  ['08P01', 'no more connections allowed (max_client_conn)', 'the pooler has too many connections; lower'],
  ['XX000', 'Tenant or user not found', 'the server says "Tenant or user not found"; see its log'],
])('a server or a pooler that says %s: %s', async (code, message, advice) => {
  const port = await startTalker((socket) => socket.once('data', () => socket.end(fatal(code, message))));
  await expectFailure(urlOf(port), port, advice);
});

it('a way to log in that the client does not know', async () => {
  // AuthenticationKerberosV5
  const port = await startTalker((socket) =>
    socket.once('data', () => socket.write(Buffer.from('R\0\0\0\x08\0\0\0\x02', 'latin1'))),
  );
  await expectFailure(urlOf(port), port, 'set scram-sha-256 in its pg_hba.conf');
});

it('nothing listens there', async () => {
  const port = await freePort();
  await expectFailure(
    urlOf(port),
    port,
    'the server cannot be reached; start it, or correct the host and the port',
  );
});

it('there is no socket', async () => {
  const url = 'postgres://me:p%40ss%20word@/places?host=/nowhere';
  await expectFailure(url, '/nowhere', 'there is no socket; start the server, or correct its folder');
});

it('the environment names several hosts', async () => {
  process.env.PGHOST = 'a,b';
  onTestFinished(() => void delete process.env.PGHOST);
  await expectFailure('postgres://me:p%40ss%20word@/places', 'a,b', 'name only one');
});

it('a port that is none ends the opening at once', async () => {
  process.env.PGPORT = '99999';
  onTestFinished(() => void delete process.env.PGPORT);
  const opening = openPostgresStore({ url: 'postgres://localhost/places' });
  await expect(opening).rejects.toThrow('the port is not one from 1 to 65535');
});

function urlOf(port: number, parameters = ''): string {
  return `postgres://me:p%40ss%20word@127.0.0.1:${port}/places${parameters}`;
}

/** Both ways to open fail with one line that names the place, never the password, and says what to do. */
async function expectFailure(
  url: string,
  endpoint: number | string,
  advice: string,
  options: { readonly schema?: string; readonly timeout?: number } = {},
): Promise<void> {
  const attempts = [migratePostgres, ...(options.schema === undefined ? [openPostgresStore] : [])];
  for (const open of attempts) {
    const error: unknown = await open({ url, timeout: testTimeout, ...options }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!isStoreError(error)) throw new Error('It is not a failure of the store.', { cause: error });
    expect(error.message).toMatch(
      /^Cannot (open|prepare) the PostgreSQL store "[^"]+": [^\n]+[;,] [^\n]+\.$/,
    );
    expect(error.message).toContain(String(endpoint));
    expect(error.message).toContain(advice);
    expect(inspect(error, { depth: 9 })).not.toMatch(/p@ss|p%40ss/);
  }
}

/** What a server of PostgreSQL says before it ends the connection ("Message Formats": ErrorResponse). */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
