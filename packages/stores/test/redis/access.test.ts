import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { openRedisStore } from '@location-records/stores/redis';
import { freePort, type RedisServer, startRedis } from '@location-records/workspace/engines';
import { describeUnless, lacks, selfSigned } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { failureOf, listAll, sampleLocation } from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('access to Redis', () => {
  /** What the README says that a user needs. */
  const permissions = [
    '~location-records:*',
    '+@connection',
    '+info',
    '+cluster|slots',
    '+wait',
    '+asking',
  ].concat(
    ['get', 'set', 'hget', 'hset', 'hdel', 'hexists', 'hgetall', 'eval', 'evalsha'].map(
      (command) => `+${command}`,
    ),
  );

  /** What it needs besides under a prefix with area queries. */
  const areaPermissions = ['zadd', 'zrem', 'zrange', 'hmget'].map((command) => `+${command}`);

  describe('a server with a password', () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedis();
      await server.command('acl', 'setuser', 'service', 'on', '>s3:cr/t', ...permissions);
      await server.command(
        'acl',
        'setuser',
        'finder',
        'on',
        '>x',
        ...permissions.filter((text) => text !== '+hexists'),
        ...areaPermissions,
      );
      await server.command('acl', 'setuser', 'reader', 'on', '>x', '~*', '+@all', '-hset');
      await server.command('config', 'set', 'requirepass', 'pass word');
    });
    afterAll(() => server.stop());

    it('Redis: the password of the URL is used', async () => {
      const store = await openRedisStore({ url: urlWith(':pass%20word') });
      onTestFinished(() => store.close());
      await store.put('a', sampleLocation(1));
      expect(await listAll(store)).toEqual([['a', sampleLocation(1)]]);
    });

    it.each([false, true])('a printed Redis store shows no password, areas: %s', async (areas) => {
      const prefix = `printed ${areas}`;
      const store = await openRedisStore({ url: urlWith(':pass%20word'), prefix, areas });
      onTestFinished(() => store.close());
      expect(inspect(store, { depth: 20 })).toMatch(/RedisStore/);
      expect(inspect(store, { depth: 20 })).not.toContain('pass');
    });

    it('Redis: a user needs no permissions beyond those of the README', async () => {
      const store = await openRedisStore({ url: urlWith('service:s3%3Acr%2Ft') });
      onTestFinished(() => store.close());
      await store.put('a', sampleLocation(1));
      expect(await store.replace('a', sampleLocation(2))).toBe(true);
      expect(await store.get('a')).toEqual(sampleLocation(2));
      expect(await listAll(store)).toEqual([['a', sampleLocation(2)]]);
      await store.delete('a');
    });

    it('Redis: area queries need no permissions beyond those of the README', async () => {
      const prefix = 'location-records:areas';
      const store = await openRedisStore({ url: urlWith('finder:x'), prefix, areas: true });
      onTestFinished(() => store.close());
      await store.put('a', sampleLocation(1));
      expect(await store.replace('a', sampleLocation(2))).toBe(true);
      const box = { west: -2, south: 2, east: -2, north: 2 };
      expect((await store.within(box, { limit: 1 })).records).toEqual([['a', sampleLocation(2)]]);
      await store.delete('a');
    });

    it('Redis: a user with too few permissions is refused', async () => {
      const store = await openRedisStore({ url: urlWith('reader:x') });
      onTestFinished(() => store.close());
      const failure = await failureOf(store.put('a', sampleLocation(1)));
      expect(failure.message).toContain('the user lacks permissions');
    });

    it('Redis: a user of another prefix is refused', async () => {
      const opened = openRedisStore({ url: urlWith('service:s3%3Acr%2Ft'), prefix: 'other' });
      expect((await failureOf(opened)).message).toContain('the user lacks permissions');
    });

    function urlWith(access: string): string {
      return `redis://${access && `${access}@`}127.0.0.1:${server.port}`;
    }
  });

  describe('a server with TLS', () => {
    let server: RedisServer;
    let port: number;
    beforeAll(async () => {
      port = await freePort();
      server = await startRedis({
        settings: {
          'tls-port': String(port),
          'tls-cert-file': selfSigned,
          'tls-key-file': selfSigned,
          'tls-ca-cert-file': selfSigned,
          'tls-auth-clients': 'no',
        },
      });
    });
    afterAll(() => server.stop());

    it('Redis over TLS works for a process that trusts the certificate', async () => {
      const program = `
      const { openRedisStore } = await import(${JSON.stringify(import.meta.resolve('../../src/redis/index.ts'))});
      const store = await openRedisStore({ url: 'rediss://localhost:${port}' });
      await store.put('a', { coordinates: { latitude: 1, longitude: 2 } });
      console.log(JSON.stringify(await store.get('a')));
      await store.close();
    `;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...process.execArgv, '--input-type=module', '--eval', program],
        { env: { ...process.env, NODE_EXTRA_CA_CERTS: selfSigned } },
      );
      expect(JSON.parse(stdout)).toEqual({ coordinates: { latitude: 1, longitude: 2 } });
    });

    it('a rediss server is not reached with a redis URL', async () => {
      const failure = await failureOf(openRedisStore({ url: `redis://localhost:${port}` }));
      expect(failure.code).toBe('STORE_UNAVAILABLE');
      expect(failure.message).toContain('whether it speaks TLS (rediss://) or not (redis://)');
    });

    it('a rediss URL fails on a port without TLS', async () => {
      const opened = openRedisStore({ url: `rediss://localhost:${server.port}`, timeout: 200 });
      const { message } = await failureOf(opened);
      expect(message).toContain('whether it speaks TLS (rediss://) or not (redis://)');
    });
  });
});
