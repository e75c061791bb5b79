import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { freePort, type RedisServer, startRedis } from '@location-records/dev-kit/engines';
import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadClientPackage } from '../../src/redis/client.ts';
import { startFakeRedis, text } from './fake-redis.ts';
import { failureOf, listAll, sampleLocation } from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('opening a Redis store', { timeout: 60_000 }, () => {
  let server: RedisServer;
  let number = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  it('refuses a prefix under which nothing is stored with create: false, and stores nothing', async () => {
    const options = { url: server.url, prefix: `unused-${number++}` };
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(openRedisStore({ ...options, create: false })).rejects.toMatchObject({
        code: 'STORE_UNSUITABLE',
        message: expect.stringContaining(`nothing is stored under the prefix "${options.prefix}"`),
      });
    }
    await (await openRedisStore(options)).close();
    await (await openRedisStore({ ...options, create: false })).close();
  });

  describe('options that cannot work', () => {
    it.each([
      ['url', {}],
      ['url', { url: '' }],
      ['url', { url: [] }],
      ['url', { url: 'localhost:6379' }],
      ['url', { url: 'http://localhost' }],
      ['url', { url: 'redis://' }],
      ['url', { url: 'redis://localhost/a' }],
      ['url', { url: 'redis://localhost/1/2' }],
      ['url', { url: 'redis://localhost?db=1' }],
      ['url', { url: 'redis://localhost#1' }],
      ['url', { url: 'redis://:%zz@localhost' }],
      ['url', { url: ['redis://a', 'rediss://b'] }],
      ['url', { url: ['redis://:x@a', 'redis://:y@b'] }],
      ['url', { url: ['redis://a/1', 'redis://b/1'] }],
      ['url', { url: ['redis://a', 7] }],
      ['prefix', { url: 'redis://a', prefix: '' }],
      ['prefix', { url: 'redis://a', prefix: '\ud800' }],
      ['buckets', { url: 'redis://a', buckets: 0 }],
      ['buckets', { url: 'redis://a', buckets: 65_537 }],
      ['areas', { url: 'redis://a', areas: 'yes' }],
      ['create', { url: 'redis://a', create: 'no' }],
      ['url', { url: 'redis://a?areas=true' }],
      ['replicas', { url: 'redis://a', replicas: -1 }],
      ['timeout', { url: 'redis://a', timeout: 0 }],
      ['timeout', { url: 'redis://a', timeout: 1.5 }],
      ['timeOut', { url: 'redis://a', timeOut: 1 }],
      ['signal', { url: 'redis://a', signal: new AbortController() }],
    ])('%s of %j', async (option, options) => {
      await expect(openRedisStore(options as RedisStoreOptions)).rejects.toMatchObject({
        code: 'INVALID_OPTION',
        option,
      });
    });

    it('null instead of them', async () => {
      const refused = { code: 'INVALID_ARGUMENT', argument: 'options' };
      await expect(openRedisStore(null as never)).rejects.toMatchObject(refused);
    });

    it('shows no password', async () => {
      const opened = openRedisStore({ url: 'redis://me:secret@localhost/x' });
      await expect(opened).rejects.toThrow(expect.not.stringContaining('secret'));
    });
  });

  describe('opening is refused with one line that names the place', () => {
    it('when no server listens there', async () => {
      const port = await freePort();
      const failure = await failureOf(openRedisStore({ url: `redis://:secret@127.0.0.1:${port}/3` }));
      expect(failure.code).toBe('STORE_UNAVAILABLE');
      expect(failure.message).toContain(`Cannot open the Redis store "127.0.0.1:${port}/3": `);
      expect(failure.message).toContain('nothing listens there; start the server, or correct the URL');
      expect(failure.message).not.toContain('secret');
    });

    it('when the host does not exist', async () => {
      const failure = await failureOf(openRedisStore({ url: 'redis://nowhere.invalid', timeout: 30_000 }));
      expect(failure.message).toMatch(/"nowhere.invalid:6379": .*host/);
    });

    it('when no server replies in time', async () => {
      const mute = createServer(() => {});
      onTestFinished(() => void mute.close());
      await once(mute.listen(0, '127.0.0.1'), 'listening');
      const { port } = mute.address() as AddressInfo;
      const failure = await failureOf(openRedisStore({ url: `redis://127.0.0.1:${port}`, timeout: 50 }));
      expect(failure.code).toBe('STORE_UNAVAILABLE');
      expect(failure.message).toMatch(/respond/);
    });

    it('when the package redis is missing', async () => {
      const missing = () => Promise.reject(new Error("Cannot find package 'redis'"));
      const failure = await failureOf(loadClientPackage(missing));
      expect(failure.code).toBe('STORE_UNAVAILABLE');
      expect(failure.message).toContain('run "npm install redis"');
    });

    it.each(['allkeys-lru', 'allkeys-lfu', 'allkeys-random'])(
      'when the server drops records to make room: %s',
      async (policy) => {
        await server.command('config', 'set', 'maxmemory-policy', policy);
        onTestFinished(async () => {
          await server.command('config', 'set', 'maxmemory-policy', 'noeviction');
        });
        const failure = await failureOf(open());
        expect(failure.code).toBe('STORE_UNSUITABLE');
        expect(failure.message).toContain(`the maxmemory-policy ${policy} of`);
      },
    );

    it('when several URLs do not name nodes of a cluster', async () => {
      const failure = await failureOf(openRedisStore({ url: [server.url, server.url] }));
      expect(failure.code).toBe('STORE_UNSUITABLE');
      expect(failure.message).toContain('is not a node of a cluster; give one URL only');
    });

    it('when a database of a cluster is named', async () => {
      const fake = await startFakeRedis(([command]) =>
        command === 'INFO' ? text('cluster_enabled:1\n') : '+OK\r\n',
      );
      onTestFinished(() => fake.stop());
      const failure = await failureOf(openRedisStore({ url: `${fake.url}/2` }));
      expect(failure.code).toBe('STORE_UNSUITABLE');
      expect(failure.message).toContain('a cluster has no databases');
    });

    it.each([
      ['text', 'hello'],
      ['a number', '1'],
      ['other JSON', '{"format":"a","buckets":1024}'],
      ['JSON without buckets', '{"format":1}'],
      ['no buckets', '{"format":1,"buckets":0}'],
      ['more buckets than there can be', '{"format":1,"buckets":65537}'],
    ])("when the key of the format is another program's: %s", async (_, value) => {
      const prefix = `opening ${number++}`;
      await server.command('set', `${prefix}:format`, value);
      const failure = await failureOf(open({ prefix }));
      expect(failure.code).toBe('STORE_UNSUITABLE');
      expect(failure.message).toContain(
        `the key "${prefix}:format" is another program's; choose another prefix`,
      );
    });

    it('when the key of the format has another type', async () => {
      const prefix = `opening ${number++}`;
      await server.command('rpush', `${prefix}:format`, 'a');
      const failure = await failureOf(open({ prefix }));
      expect(failure.code).toBe('STORE_UNSUITABLE');
      expect(failure.message).toContain('another prefix');
    });

    it('when the format is newer', async () => {
      const prefix = `opening ${number++}`;
      await server.command('set', `${prefix}:format`, '{"format":3,"buckets":1024,"more":1}');
      const failure = await failureOf(open({ prefix }));
      expect(failure.code).toBe('STORE_UNSUITABLE');
      expect(failure.message).toContain('format 3, made by a newer version');
    });

    it('when the number of buckets is another', async () => {
      const prefix = `opening ${number++}`;
      await (await open({ prefix, buckets: 16 })).close();
      const failure = await failureOf(open({ prefix, buckets: 32 }));
      expect(failure.code).toBe('STORE_UNSUITABLE');
      expect(failure.message).toContain('in 16 buckets, not in 32; leave out the option "buckets"');
    });
  });

  it('takes the number of buckets that is stored', async () => {
    const prefix = `opening ${number++}`;
    const first = await open({ prefix, buckets: 16 });
    await first.put('a', sampleLocation(1));
    const second = await open({ prefix });
    expect(await second.get('a')).toEqual(sampleLocation(1));
    expect(await listAll(second)).toEqual([['a', sampleLocation(1)]]);
  });

  it('agrees on one number of buckets, however many open it first', async () => {
    const prefix = `opening ${number++}`;
    const sizes = [8, 16, 32, 64, 128, 256];
    const outcomes = await Promise.allSettled(sizes.map((buckets) => open({ prefix, buckets })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('uses the database of the URL', async () => {
    const prefix = `opening ${number++}`;
    const store = await open({ prefix, url: `${server.url}/5` });
    await store.put('a', sampleLocation(1));
    expect(await server.command('-n', '5', 'exists', `${prefix}:format`)).toBe('1');
    expect(await server.command('exists', `${prefix}:format`)).toBe('0');
  });

  describe('the signal', () => {
    it('that is aborted already keeps it from opening', async () => {
      const reason = new Error('enough');
      await expect(open({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    it('stops waiting for a server that does not respond', async () => {
      const fake = await startFakeRedis(() => undefined);
      onTestFinished(() => fake.stop());
      const controller = new AbortController();
      const opening = openRedisStore({ url: fake.url, timeout: 600_000, signal: controller.signal });
      const reason = new Error('enough');
      controller.abort(reason);
      await expect(opening).rejects.toBe(reason);
    });

    it('stops waiting for the connections that only later calls need', async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const early = new Set<Socket>();
      let isStored = false;
      const fake = await startFakeRedis(([name], socket) => {
        if (isStored && !early.has(socket)) {
          controller.abort(reason);
          return undefined;
        }
        early.add(socket);
        isStored ||= name === 'SET';
        return null;
      });
      onTestFinished(() => fake.stop());
      const options = { url: fake.url, areas: true, buckets: 1, timeout: 20_000 } as const;
      await expect(openRedisStore({ ...options, signal: controller.signal })).rejects.toBe(reason);
    });

    it('changes nothing once the store is open', async () => {
      const controller = new AbortController();
      const store = await open({ signal: controller.signal });
      controller.abort();
      expect(await store.get('a')).toBeUndefined();
    });
  });

  /** A store under a prefix of its own, closed after the test. */
  async function open(options: Partial<RedisStoreOptions> = {}) {
    const store = await openRedisStore({ url: server.url, prefix: `opening ${number++}`, ...options });
    onTestFinished(() => store.close());
    return store;
  }
});
