import { createHash } from 'node:crypto';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { type RedisServer, startRedis } from '@location-records/dev-kit/engines';
import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Buckets } from '../../src/redis/stored-records.ts';
import { failureOf, listAll, putMany, sampleLocation } from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('keys in Redis', { timeout: 60_000 }, () => {
  let server: RedisServer;
  let number = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  describe('the keys of a service', () => {
    it('are as the README says', async () => {
      const prefix = `keys ${number++}`;
      const store = await open({ prefix, buckets: 10 });
      await store.put('Ω', { description: 'a "b"', coordinates: { latitude: -0, longitude: 5e-324 } });
      const bucket = createHash('sha256').update('Ω').digest().readUInt32BE(0) % 10;
      const keys = (await server.command('keys', `${prefix}*`)).split('\n').sort();
      expect(keys).toEqual([`${prefix}:format`, `${prefix}:{${bucket}}`]);
      expect(await server.command('get', `${prefix}:format`)).toBe('{"format":1,"buckets":10}');
      const value = '{"description":"a \\"b\\"","coordinates":{"latitude":0,"longitude":5e-324}}';
      expect(await server.command('hget', `${prefix}:{${bucket}}`, 'Ω')).toBe(value);
    });

    it('are not read in another number of buckets when that number is lost', async () => {
      const prefix = `keys ${number++}`;
      const store = await open({ prefix, buckets: 7 });
      await store.put('a', sampleLocation(1));
      await server.command('del', `${prefix}:format`);
      const failure = await failureOf(open({ prefix }));
      expect(failure).toMatchObject({ code: 'STORE_UNSUITABLE' });
      expect(failure.message).toContain(`the key "${prefix}:format" is not; name the number of "buckets"`);
      expect(await server.command('exists', `${prefix}:format`)).toBe('0');
      const again = await open({ prefix, buckets: 7 });
      expect(await listAll(again)).toEqual([['a', sampleLocation(1)]]);
      expect(await listAll(await open({ prefix }))).toEqual([['a', sampleLocation(1)]]);
    });

    it('are separate from the keys of other prefixes', async () => {
      const prefixes = ['a', 'a:', 'a:{1}', 'a%', 'a%7B1%7D', 'a:format', 'A', 'ä', ' ', 'a\0b', 'a\n'];
      const stores = await Promise.all(prefixes.map((prefix) => open({ prefix, buckets: 4 })));
      await Promise.all(stores.map((store, index) => store.put('same', sampleLocation(index + 1))));
      for (const [index, store] of stores.entries()) {
        expect(await listAll(store)).toEqual([['same', sampleLocation(index + 1)]]);
      }
      await stores[0]?.delete('same');
      expect(await stores[1]?.get('same')).toEqual(sampleLocation(2));
    });

    it('hold as many records as chance has it', async () => {
      const store = await open({ prefix: `keys ${number}`, buckets: 16 });
      await putMany(store, 4000);
      const buckets = new Buckets(`keys ${number++}`, 16);
      for (let bucket = 0; bucket < 16; bucket++) {
        const length = Number(await server.command('hlen', buckets.key(bucket)));
        expect(Math.abs(length - 250)).toBeLessThan(100);
      }
    });
  });

  describe('what other programs have written', () => {
    const wrong = [
      ['text', 'hello'],
      ['other JSON', '{"latitude":1}'],
      ['a number that is none', '{"coordinates":{"latitude":1e999,"longitude":1}}'],
      ['a description that is none', '{"description":1,"coordinates":{"latitude":1,"longitude":1}}'],
      ['a lone surrogate', '{"description":"\\ud800","coordinates":{"latitude":1,"longitude":1}}'],
      ['null', 'null'],
      ['nothing', ''],
    ] as const;

    it.each(wrong)('as a value is not taken for a Location: %s', async (_, value) => {
      const { store, key } = await openOneBucket();
      await server.command('hset', key, 'a', value);
      for (const failure of [await failureOf(store.get('a')), await failureOf(listAll(store))]) {
        expect(failure.code).toBe('STORE_UNSUITABLE');
        expect(failure.message).toContain(
          `the value of "a" in the hash ${JSON.stringify(key)} is not a Location`,
        );
      }
      await store.put('a', sampleLocation(1));
      expect(await listAll(store)).toEqual([['a', sampleLocation(1)]]);
    });

    it('as a Location is taken as this service would have written it', async () => {
      const { store, key } = await openOneBucket();
      await server.command(
        'hset',
        key,
        'a',
        '{ "coordinates": {"longitude":2,"latitude":-0,"z":1}, "more": [] }',
      );
      const location = { coordinates: { latitude: 0, longitude: 2 } };
      const found = await store.get('a');
      expect(found).toEqual(location);
      expect(Object.is(found?.coordinates.latitude, 0)).toBe(true);
      expect(await listAll(store)).toEqual([['a', location]]);
    });

    it.each([
      ['not UTF-8', "return redis.call('HSET',KEYS[1],'\\255','{}')", 'the field 0xff'],
      ['empty', "return redis.call('HSET',KEYS[1],'','{}')", 'the empty field'],
    ])('as an identifier that is %s is not listed', async (_, script, name) => {
      const { store, key } = await openOneBucket();
      await server.command('eval', script, '1', key);
      const failure = await failureOf(listAll(store));
      expect(failure.code).toBe('STORE_UNSUITABLE');
      expect(failure.message).toContain(`${name} of the hash ${JSON.stringify(key)} is not an identifier`);
    });

    it('as a value that is not UTF-8 is not taken for a Location', async () => {
      const { store, key } = await openOneBucket();
      const value = '{"description":"\\255","coordinates":{"latitude":1,"longitude":1}}';
      await server.command('eval', `return redis.call('HSET',KEYS[1],'a','${value}')`, '1', key);
      expect((await failureOf(store.get('a'))).code).toBe('STORE_UNSUITABLE');
    });

    it('in the place of a bucket is left as it is', async () => {
      const { store, key } = await openOneBucket();
      await server.command('set', key, 'theirs');
      const calls = [
        () => store.get('a'),
        () => store.put('a', sampleLocation(1)),
        () => store.replace('a', sampleLocation(1)),
        () => store.delete('a'),
        () => listAll(store),
      ];
      for (const call of calls) {
        const failure = await failureOf(call());
        expect(failure.code).toBe('STORE_UNSUITABLE');
        expect(failure.message).toContain(`the key ${JSON.stringify(key)} is another program's`);
      }
      expect(await server.command('get', key)).toBe('theirs');
    });
  });

  async function openOneBucket() {
    const prefix = `keys ${number++}`;
    return { store: await open({ prefix, buckets: 1 }), key: new Buckets(prefix, 1).key(0) };
  }

  async function open(options: Partial<RedisStoreOptions>) {
    const store = await openRedisStore({ url: server.url, ...options });
    onTestFinished(() => store.close());
    return store;
  }
});
