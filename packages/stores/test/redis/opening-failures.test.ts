import { once } from 'node:events';
import { connect } from 'node:net';
import { inspect } from 'node:util';
import { describeUnless, lacks, selfSigned } from '@location-records/dev-kit';
import {
  freePort,
  type PostgresServer,
  type RedisServer,
  startPostgres,
  startRedis,
  startSentinel,
} from '@location-records/dev-kit/engines';
import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTalker } from '../shared/start-talker.ts';
import { startFakeRedis } from './fake-redis.ts';
import { failureOf } from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('a server that refuses', () => {
  let server: RedisServer;
  let tlsPort: number;
  beforeAll(async () => {
    tlsPort = await freePort();
    server = await startRedis({
      settings: {
        'tls-port': String(tlsPort),
        'tls-cert-file': selfSigned,
        'tls-key-file': selfSigned,
        'tls-ca-cert-file': selfSigned,
        'tls-auth-clients': 'no',
      },
    });
    await server.command('acl', 'setuser', 'reader', 'on', '>p@ss word', '~*', '+@all', '-set');
  });
  afterAll(() => server.stop());

  it.each([
    ['a password where there is none', ':p%40ss%20word@', '', 'the server has no password; leave it out'],
    ['a wrong user', 'other:p%40ss%20word@', '', 'the user or the password is wrong; correct it in the URL'],
    ['a user who may not write', 'reader:p%40ss%20word@', '', 'the user lacks permissions; grant it'],
    [
      'a database that it does not have',
      '',
      '/99',
      'correct the number in the URL, or raise its "databases"',
    ],
  ])('%s', async (_, access, path, advice) => {
    await expectFailure(`redis://${access}127.0.0.1:${server.port}${path}`, server.port, advice);
  });

  it('an authority', async () => {
    const advice = 'its certificate is not trusted; name its authority in';
    await expectFailure(`rediss://:p%40ss%20word@localhost:${tlsPort}`, tlsPort, advice);
  });

  const settings: readonly (readonly [string, string, string, string])[] = [
    ['requirepass', 'other', '', 'the server asks for a password; give one in the URL'],
    ['maxmemory', '1', '0', 'the server has no memory left; raise its maxmemory'],
    ['min-replicas-to-write', '1', '0', 'too few replicas are connected'],
  ];
  it.each(settings)('%s %s', async (name, value, usual, advice) => {
    await server.command('config', 'set', name, value);
    onTestFinished(async () => {
      const auth = name === 'requirepass' ? ['-a', value, '--no-auth-warning'] : [];
      await server.command(...auth, 'config', 'set', name, usual);
    });
    await expectFailure(server.url, server.port, advice, { timeout: 2000 });
  });

  it('is a replica', async () => {
    await server.command('replicaof', '127.0.0.1', '1');
    onTestFinished(async () => void (await server.command('replicaof', 'no', 'one')));
    await expectFailure(server.url, server.port, 'name its master in the URL', { timeout: 2000 });
    await server.command('config', 'set', 'replica-serve-stale-data', 'no');
    onTestFinished(async () => {
      await server.command('config', 'set', 'replica-serve-stale-data', 'yes');
    });
    await expectFailure(server.url, server.port, 'has lost its master; bring back', { timeout: 2000 });
  });

  it('has too many connections', async () => {
    const small = await startRedis({ settings: { maxclients: '1' } });
    onTestFinished(() => small.stop());
    const other = connect(small.port, '127.0.0.1');
    onTestFinished(() => void other.destroy());
    other.write('PING\r\n');
    await once(other, 'data');
    await expectFailure(small.url, small.port, 'close some, or raise its maxclients');
  });

  it.each([
    ['', 'is a Sentinel, which holds no records; name the master that it watches'],
    ['/2', 'leave out the number of the database, and name the master instead of a Sentinel'],
  ])('is a Sentinel, asked for the database "%s"', async (path, advice) => {
    const sentinel = await startSentinel();
    onTestFinished(() => sentinel.stop());
    await expectFailure(`redis://127.0.0.1:${sentinel.port}${path}`, sentinel.port, advice);
  });

  it.each([
    ['', 'does not belong to a cluster with slots: name another node'],
    ['/1', 'a cluster has no databases; leave out its number'],
  ])('is a node of a cluster without slots, asked for the database "%s"', async (path, advice) => {
    const node = await startRedis({
      settings: { 'cluster-enabled': 'yes', 'cluster-port': String(await freePort()) },
    });
    onTestFinished(() => node.stop());
    await expectFailure(`${node.url}${path}`, node.port, advice);
  });
});

describe('something else that listens there', () => {
  const other = 'what listens there does not respond as Redis does; correct the host and the port';
  it.each([
    ['HTTP', 'redis', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', other],
    [
      'HTTP, asked for TLS',
      'rediss',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      'write redis:// instead of rediss://',
    ],
    ['SSH', 'redis', 'SSH-2.0-OpenSSH_9.2\r\n', other],
    ['hangs up', 'redis', '', 'check the server and the network, and whether it speaks TLS'],
  ])('%s', async (_, scheme, reply, advice) => {
    const port = await startTalker((socket) => socket.once('data', () => socket.end(reply)));
    await expectFailure(`${scheme}://:p%40ss%20word@127.0.0.1:${port}`, port, advice);
  });

  it('says nothing', async () => {
    const port = await startTalker(() => {});
    await expectFailure(`redis://127.0.0.1:${port}`, port, 'check the server and the network', {
      timeout: 100,
    });
  });

  describeUnless(lacks({ ownServer: 'PostgreSQL' }))('is PostgreSQL', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres({ settings: { fsync: 'off' } });
    });
    afterAll(() => server.stop());
    it.each(['redis', 'rediss'])('by %s', async (scheme) => {
      const url = `${scheme}://:p%40ss%20word@127.0.0.1:${server.port}`;
      await expectFailure(url, server.port, 'check the server and the network, and whether it speaks TLS');
    });
  });
});

it.each([
  ['-LOADING Redis is loading the dataset in memory', 'wait until it has'],
  ['-MISCONF Redis is configured to save RDB snapshots', 'read its log, and free space on its disk'],
  ['-CLUSTERDOWN The cluster is down', 'bring back its missing nodes'],
  ['-DENIED Redis is running in protected mode', 'see its protected-mode'],
  ['-ERR what is this', 'the server says "ERR what is this"; check that it is Redis or Valkey'],
])('a server that says %s', async (reply, advice) => {
  const port = await startTalker((socket) => socket.on('data', () => socket.write(`${reply}\r\n`)));
  await expectFailure(`redis://127.0.0.1:${port}`, port, advice, { timeout: 2000 });
});

it('a server that says what is wrong, and then nothing more', async () => {
  let times = 0;
  const server = await startFakeRedis(([command]) => {
    if (command !== 'GET') return null;
    return times++ === 0 ? '-LOADING x\r\n' : undefined;
  });
  onTestFinished(() => server.stop());
  await expectFailure(server.url, server.port, 'wait until it has', { timeout: 1000 });
});

/** Opening fails with one line that names the place, never the password, and says what to do. */
async function expectFailure(
  url: string,
  port: number,
  advice: string,
  options: Partial<RedisStoreOptions> = {},
): Promise<void> {
  const failure = await failureOf(openRedisStore({ url, timeout: 10_000, ...options }));
  expect(failure.message).toMatch(/^Cannot open the Redis store "[^"]+": [^\n]+[;:,] [^\n]+\.$/);
  expect(failure.message).toContain(`:${port}`);
  expect(failure.message).toContain(advice);
  expect(inspect(failure, { depth: 9 })).not.toMatch(/p@ss|p%40ss/);
}
