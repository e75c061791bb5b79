import { crc32 } from 'node:zlib';
import { type AreaStore, isAreaStore } from '@location-records/core/areas';
import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import { type RedisServer, startRedis } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { everywhere, failureOf, listAll, listIds, putMany, readBox, sampleLocation } from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('keys in Redis', () => {
  let server: RedisServer;
  let number = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  it('the keys in Redis are those of the README', async () => {
    const prefix = `keys ${number++}`;
    const store = await open({ prefix, buckets: 10 });
    await store.put('Ω', { description: 'a "b"', coordinates: { latitude: -0, longitude: 5e-324 } });
    const bucket = crc32(Buffer.from('Ω')) % 10;
    const keys = (await server.command('keys', `${prefix}*`)).split('\n').sort();
    expect(keys).toEqual([`${prefix}:format`, `${prefix}:{${bucket}}`]);
    expect(await server.command('get', `${prefix}:format`)).toBe('{"buckets":10,"areas":false}');
    const value = '{"description":"a \\"b\\"","coordinates":{"latitude":0,"longitude":5e-324}}';
    expect(await server.command('hget', `${prefix}:{${bucket}}`, 'Ω')).toBe(value);
  });

  it('Redis prefixes do not share records', async () => {
    const prefixes = ['a', 'a:', 'a:{1}', 'a%', 'a%7B1%7D', 'a:format', 'A', 'ä', ' ', 'a\0b', 'a\n'];
    const stores = await Promise.all(prefixes.map((prefix) => open({ prefix, buckets: 4 })));
    await Promise.all(stores.map((store, index) => store.put('same', sampleLocation(index + 1))));
    for (const [index, store] of stores.entries()) {
      expect(await listAll(store)).toEqual([['same', sampleLocation(index + 1)]]);
    }
    await stores[0]?.delete('same');
    expect(await stores[1]?.get('same')).toEqual(sampleLocation(2));
  });

  it('similar identifiers spread evenly over the buckets in Redis', async () => {
    const prefix = `keys ${number++}`;
    await putMany(await open({ prefix, buckets: 16 }), 4000);
    for (let bucket = 0; bucket < 16; bucket++) {
      const length = Number(await server.command('hlen', `${prefix}:{${bucket}}`));
      expect(Math.abs(length - 250)).toBeLessThan(100);
    }
  });

  it('after FLUSHALL a Redis store goes on, and the next one finds its records', async () => {
    const prefix = `keys ${number++}`;
    const store = await open({ prefix, buckets: 32 });
    await putMany(store, 100);
    await server.command('flushall');
    expect(await store.get('7')).toBeUndefined();
    expect(await store.replace('7', sampleLocation(1))).toBe(false);
    expect(await listIds(store)).toEqual([]);
    await putMany(store, 50);
    await store.close();
    const next = await open({ prefix });
    expect(await listIds(next)).toHaveLength(50);
    expect(await next.get('7')).toEqual(sampleLocation(7));
  });

  it('after FLUSHALL a Redis store with areas goes on, and the next one has areas', async () => {
    const prefix = `keys ${number++}`;
    const store = await openRedisStore({ url: server.url, prefix, areas: true });
    await store.put('a', sampleLocation(1));
    await server.command('flushall');
    await store.put('b', sampleLocation(2));
    expect(await readBox(store, everywhere, 10)).toEqual([['b', sampleLocation(2)]]);
    await store.close();
    const next = await open({ prefix });
    expect(isAreaStore(next)).toBe(true);
    expect(await readBox(next as AreaStore & AsyncDisposable, everywhere, 10)).toEqual([
      ['b', sampleLocation(2)],
    ]);
  });

  it.each([
    ['text', 'hello'],
    ['another object', '{"latitude":1}'],
    ['a number that is none', '{"coordinates":{"latitude":1e999,"longitude":1}}'],
    ['a description that is none', '{"description":1,"coordinates":{"latitude":1,"longitude":1}}'],
    ['a lone surrogate', '{"description":"\\ud800","coordinates":{"latitude":1,"longitude":1}}'],
    ['null', 'null'],
  ])('a value in Redis that is %s is refused until the store writes it', async (_, value) => {
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

  it('a Location that another program wrote to Redis is read', async () => {
    const { store, key } = await openOneBucket();
    await server.command(
      'hset',
      key,
      'a',
      '{ "coordinates": {"longitude":2,"latitude":1,"z":1}, "more": [] }',
    );
    expect(await store.get('a')).toEqual({ coordinates: { latitude: 1, longitude: 2 } });
    expect(await listAll(store)).toEqual([['a', { coordinates: { latitude: 1, longitude: 2 } }]]);
  });

  it("another program's key in the place of a bucket is left as it is", async () => {
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

  it.each([
    ['text', 'hello'],
    ['a number', '1'],
    ['other JSON', '{"buckets":"a"}'],
    ['no buckets', '{"buckets":0,"areas":false}'],
    ['more buckets than there can be', '{"buckets":65537,"areas":false}'],
  ])('openRedisStore refuses a key of the format with %s', async (_, value) => {
    const prefix = `keys ${number++}`;
    await server.command('set', `${prefix}:format`, value);
    const failure = await failureOf(open({ prefix }));
    expect(failure.code).toBe('STORE_UNSUITABLE');
    expect(failure.message).toContain(`the key "${prefix}:format" is another program's`);
  });

  async function openOneBucket() {
    const prefix = `keys ${number++}`;
    return { store: await open({ prefix, buckets: 1 }), key: `${prefix}:{0}` };
  }

  async function open(options: Partial<RedisStoreOptions>) {
    const store = await openRedisStore({ url: server.url, ...options });
    onTestFinished(() => store.close());
    return store;
  }
});
