import { once } from 'node:events';
import { connect } from 'node:net';
import { inspect } from 'node:util';
import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import { freePort, type RedisServer, startRedis, startSentinel } from '@location-records/workspace/engines';
import { describeUnless, lacks, selfSigned } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTalker } from '../shared/start-talker.ts';
import { startFakeRedis } from './fake-redis.ts';
import { failureOf, listAll, sampleLocation } from './store-steps.ts';

it('an error about the option url of openRedisStore shows no password', async () => {
  const opened = openRedisStore({ url: 'redis://me:secret@localhost/x' });
  await expect(opened).rejects.toThrow(expect.not.stringContaining('secret'));
});

describeUnless(lacks({ ownServer: 'Redis' }))('opening a Redis store', () => {
  let server: RedisServer;
  let tlsPort: number;
  let number = 0;
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

  it('openRedisStore with create: false refuses a prefix without records, and stores nothing', async () => {
    const prefix = `opening ${number++}`;
    for (let attempt = 0; attempt < 2; attempt++) {
      const failure = await failureOf(open({ prefix, create: false }));
      expect(failure.code).toBe('STORE_UNSUITABLE');
      expect(failure.message).toContain(`nothing is stored under the prefix "${prefix}"`);
    }
    await open({ prefix });
    await open({ prefix, create: false });
  });

  it('openRedisStore takes the stored number of buckets, and refuses another', async () => {
    const prefix = `opening ${number++}`;
    const first = await open({ prefix, buckets: 16 });
    await first.put('a', sampleLocation(1));
    expect(await listAll(await open({ prefix }))).toEqual([['a', sampleLocation(1)]]);
    const failure = await failureOf(open({ prefix, buckets: 32 }));
    expect(failure.code).toBe('STORE_UNSUITABLE');
    expect(failure.message).toContain('in 16 buckets, not in 32; leave out the option "buckets"');
  });

  it('Redis stores that open at once agree on one number of buckets', async () => {
    const prefix = `opening ${number++}`;
    const sizes = [8, 16, 32, 64, 128, 256];
    const outcomes = await Promise.allSettled(sizes.map((buckets) => open({ prefix, buckets })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('openRedisStore uses the database of the URL', async () => {
    const prefix = `opening ${number++}`;
    await open({ prefix, url: `${server.url}/5` });
    expect(await server.command('-n', '5', 'exists', `${prefix}:format`)).toBe('1');
    expect(await server.command('exists', `${prefix}:format`)).toBe('0');
  });

  describe('rejects with one line that names the place, the problem and the remedy, but no password:', () => {
    it.each([
      [
        'a password for a server without one',
        ':p%40ss%20word@',
        '',
        'the server has no password; leave it out',
      ],
      [
        'a wrong user',
        'other:p%40ss%20word@',
        '',
        'the user or the password is wrong; correct it in the URL',
      ],
      ['a user who may not write', 'reader:p%40ss%20word@', '', 'the user lacks permissions; grant it'],
      ['a missing database', '', '/99', 'so many databases; correct the number in the URL'],
    ])('openRedisStore fails with the remedy for %s', async (_, access, path, advice) => {
      await expectFailure(`redis://${access}127.0.0.1:${server.port}${path}`, server.port, advice);
    });

    it('openRedisStore fails with the remedy for an untrusted authority', async () => {
      const advice = 'its certificate is not trusted; name its authority in';
      await expectFailure(`rediss://:p%40ss%20word@localhost:${tlsPort}`, tlsPort, advice);
    });

    it.each([
      ['requirepass', 'other', '', 'the server asks for a password; give one in the URL'],
      ['maxmemory', '1', '0', 'the server has no memory left; raise its maxmemory'],
      ['min-replicas-to-write', '1', '0', 'too few replicas are connected'],
      ['maxmemory-policy', 'allkeys-lru', 'noeviction', 'drops records when its memory is full; set it to'],
    ])('openRedisStore fails with the remedy for a server with %s %s', async (name, value, usual, advice) => {
      await server.command('config', 'set', name, value);
      onTestFinished(async () => {
        const auth = name === 'requirepass' ? ['-a', value, '--no-auth-warning'] : [];
        await server.command(...auth, 'config', 'set', name, usual);
      });
      await expectFailure(server.url, server.port, advice, { timeout: 5000 });
    });

    it('openRedisStore fails with the remedy for a replica', async () => {
      await server.command('replicaof', '127.0.0.1', '1');
      onTestFinished(async () => void (await server.command('replicaof', 'no', 'one')));
      await expectFailure(server.url, server.port, 'name its master in the URL', { timeout: 5000 });
    });

    it('openRedisStore fails with the reply of a server with too many connections', async () => {
      const small = await startRedis({ settings: { maxclients: '1' } });
      onTestFinished(() => small.stop());
      const other = connect(small.port, '127.0.0.1');
      onTestFinished(() => void other.destroy());
      other.write('PING\r\n');
      await once(other, 'data');
      await expectFailure(small.url, small.port, 'the server says "ERR max number of clients reached"');
    });

    it('openRedisStore fails with the remedy for a Sentinel', async () => {
      const sentinel = await startSentinel();
      onTestFinished(() => sentinel.stop());
      const advice = 'is a Sentinel, which holds no records; name the master that it watches';
      await expectFailure(`redis://127.0.0.1:${sentinel.port}`, sentinel.port, advice);
    });

    it.each([
      ['', 'does not belong to a cluster with slots: name another node'],
      ['/1', 'a cluster has no databases; leave out its number'],
    ])(
      'openRedisStore fails with the remedy for a cluster node without slots, with the path "%s"',
      async (path, advice) => {
        const settings = { 'cluster-enabled': 'yes', 'cluster-port': String(await freePort()) };
        const node = await startRedis({ settings });
        onTestFinished(() => node.stop());
        await expectFailure(`${node.url}${path}`, node.port, advice);
      },
    );

    it('openRedisStore fails with the remedy for several servers that are no cluster', async () => {
      const failure = await failureOf(openRedisStore({ url: [server.url, server.url] }));
      expect(failure.message).toContain('is not a node of a cluster; give one URL only');
    });

    it('openRedisStore fails with the remedy if nothing listens on the port', async () => {
      const port = await freePort();
      await expectFailure(
        `redis://:p%40ss@127.0.0.1:${port}/3`,
        port,
        'nothing listens there; start the server',
      );
    });

    it('openRedisStore names a host that does not exist', async () => {
      const failure = await failureOf(openRedisStore({ url: 'redis://nowhere.invalid', timeout: 30_000 }));
      expect(failure.message).toMatch(/"nowhere.invalid:6379": .*host/);
    });

    it('openRedisStore fails with the remedy for a server that is still loading', async () => {
      const port = await startTalker((socket) => {
        socket.on('data', () => socket.write('-LOADING Redis is loading the dataset in memory\r\n'));
      });
      await expectFailure(`redis://127.0.0.1:${port}`, port, 'wait until it has');
    });

    const other = 'what listens there does not respond as Redis does; correct the host and the port';
    it.each([
      ['HTTP', 'redis', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', other],
      ['HTTP, asked for TLS', 'rediss', 'HTTP/1.1 400\r\n\r\n', 'write redis:// instead of rediss://'],
      ['SSH', 'redis', 'SSH-2.0-OpenSSH_9.2\r\n', other],
      ['something that hangs up', 'redis', '', 'check the server and the network, and whether it speaks TLS'],
    ])('openRedisStore fails with the remedy for %s', async (_, scheme, reply, advice) => {
      const port = await startTalker((socket) => socket.once('data', () => socket.end(reply)));
      await expectFailure(`${scheme}://:p%40ss%20word@127.0.0.1:${port}`, port, advice);
    });

    it('openRedisStore fails with the remedy for a server that says nothing', async () => {
      const port = await startTalker(() => {});
      await expectFailure(`redis://127.0.0.1:${port}`, port, 'check the server and the network', {
        timeout: 100,
      });
    });
  });

  it('openRedisStore rejects with the reason of an aborted signal', async () => {
    const reason = new Error('enough');
    await expect(open({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it.each(['INFO', 'SET'])(
    'openRedisStore rejects if its signal is aborted while %s has no reply',
    async (silent) => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const fake = await startFakeRedis(([command]) => {
        if (command !== silent) return null;
        controller.abort(reason);
        return undefined;
      });
      onTestFinished(() => fake.stop());
      const opening = openRedisStore({ url: fake.url, timeout: 600_000, signal: controller.signal });
      await expect(opening).rejects.toBe(reason);
    },
  );

  it('a Redis store ignores its signal once it is open', async () => {
    const controller = new AbortController();
    const store = await open({ signal: controller.signal });
    controller.abort();
    expect(await store.get('a')).toBeUndefined();
  });

  /** Opens a store under a new prefix, closed after the test. */
  async function open(options: Partial<RedisStoreOptions> = {}) {
    const store = await openRedisStore({ url: server.url, prefix: `opening ${number++}`, ...options });
    onTestFinished(() => store.close());
    return store;
  }
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
