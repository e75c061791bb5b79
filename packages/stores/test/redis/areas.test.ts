import type { LocationRecord } from '@location-records/core';
import { type AreaStore, type Box, compareByStripe, isAreaStore } from '@location-records/core/areas';
import { openRedisStore } from '@location-records/stores/redis';
import { type RedisServer, startRedis } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { everywhere, failureOf, readBox, sampleLocation } from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('area queries in Redis', () => {
  let server: RedisServer;
  let number = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  it('area queries of Redis find what a full scan finds, after any writes and in pages of any size', async () => {
    const identifiers = ['a', 'b', 'B', 'é', '\0', '\u{10ffff}', 'a"}}', '"latitude":1,"longitude":2}}'];
    const extremes = [0, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, 180, -180, -180.5, 1.40625];
    const degrees = fc
      .oneof(
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom(...extremes),
        fc.double({ min: -200, max: 200, noNaN: true }),
      )
      .map((value) => value + 0);
    const writes = fc.record({
      method: fc.constantFrom('put', 'put', 'replace', 'delete'),
      id: fc.oneof(
        fc.constantFrom(...identifiers),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
      ),
      latitude: degrees,
      longitude: degrees,
      description: fc.option(fc.constantFrom('', '"latitude":1,"longitude":2}}', '"}}'), { nil: undefined }),
    });
    const queries = fc.tuple(degrees, degrees, degrees, degrees, fc.integer({ min: 1, max: 5 }));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(writes, { maxLength: 30 }),
        fc.array(queries, { minLength: 10, maxLength: 10 }),
        async (buckets, steps, asked) => {
          const { store, prefix } = await open({ buckets });
          const model = new Map<string, LocationRecord>();
          for (const { method, id, latitude, longitude, description } of steps) {
            const coordinates = { latitude, longitude };
            const location = description === undefined ? { coordinates } : { description, coordinates };
            if (method === 'delete') await store.delete(id);
            else await store[method === 'put' ? 'put' : 'replace'](id, location);
            if (method === 'delete') model.delete(id);
            else if (method === 'put' || model.has(id)) model.set(id, [id, location]);
          }
          for (const [a, b, c, d, limit] of asked) {
            const [west, east] = [Math.min(a, b), Math.max(a, b)];
            const box = { west, east, south: Math.min(c, d), north: Math.max(c, d) };
            const found = await readBox(store, box, limit);
            expect(found.sort(byId)).toEqual([...model.values()].filter(isIn(box)).sort(byId));
          }
          expect(await countPlaces(prefix, buckets)).toBe(model.size);
          await store.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('Redis keeps the place of a record as the README says, and removes it with the record', async () => {
    const { store, prefix } = await open({ buckets: 1 });
    const key = `${prefix}:{0}`;
    await store.put('Ω', { coordinates: { latitude: 48.5, longitude: -1.25 } });
    await store.put('Ω', { description: 'x', coordinates: { latitude: -48.5, longitude: 16.25 } });
    const keys = (await server.command('keys', `${prefix}*`)).split('\n').sort();
    expect(keys).toEqual([`${prefix}:format`, key, `${key}:area`]);
    expect(await server.command('get', `${prefix}:format`)).toBe('{"buckets":1,"areas":true}');
    const script = `local member = redis.call('zrange', KEYS[1], 0, -1)[1]
      return (string.gsub(member, '.', function(byte) return string.format('%02x', string.byte(byte)) end))`;
    // The stripe, -48.5 with all bits flipped, 16.25 with its first bit flipped, and Ω.
    const member = '008c3fb7bfffffffffffc030400000000000cea9';
    expect(await server.command('eval', script, '1', `${key}:area`)).toBe(member);
    await store.delete('Ω');
    expect(await server.command('exists', key, `${key}:area`)).toBe('0');
  });

  it('area queries of Redis go by stripe, latitude, longitude and identifier in each bucket', async () => {
    const { store } = await open({ buckets: 1 });
    const records = Array.from({ length: 60 }, (_, index): LocationRecord => {
      const coordinates = { latitude: (index * 7) % 5, longitude: ((index * 11) % 4) / 2 };
      return [`record ${index}`, { coordinates }];
    });
    await Promise.all(records.map(([id, location]) => store.put(id, location)));
    expect(await readBox(store, everywhere, 7)).toEqual([...records].sort(compareByStripe));
  });

  it('a Redis prefix with places offers area queries by default, and areas: false keeps the places', async () => {
    const { store, prefix } = await open({ buckets: 3 });
    await store.put('a', sampleLocation(1));
    const found = await openRedisStore({ url: server.url, prefix });
    const without = await openRedisStore({ url: server.url, prefix, areas: false });
    onTestFinished(async () => {
      await found.close();
      await without.close();
    });
    expect([isAreaStore(found), isAreaStore(without)]).toEqual([true, false]);
    await without.put('a', sampleLocation(2));
    await without.put('b', sampleLocation(3));
    await without.delete('a');
    expect(await readBox(found as AreaStore & AsyncDisposable, everywhere, 10)).toEqual([
      ['b', sampleLocation(3)],
    ]);
  });

  it('areas: true is refused under a Redis prefix first used without places', async () => {
    const prefix = `areas ${number++}`;
    const plain = await openRedisStore({ url: server.url, prefix });
    onTestFinished(() => plain.close());
    expect(isAreaStore(plain)).toBe(false);
    const failure = await failureOf(openRedisStore({ url: server.url, prefix, areas: true }));
    expect(failure.code).toBe('STORE_UNSUITABLE');
    expect(failure.message).toContain('copy them to a new prefix with "location-records copy"');
  });

  it.each(['zadd', 'hset', 'zrem'])(
    'a write refused by Redis at %s leaves no record without its place',
    async (command) => {
      const { store, prefix } = await open({ buckets: 1 });
      await store.put('a', sampleLocation(1));
      await server.command('acl', 'setuser', 'limited', 'reset');
      await server.command('acl', 'setuser', 'limited', 'on', '>x', '~*', '+@all', `-${command}`);
      const limited = await openRedisStore({ url: server.url.replace('//', '//limited:x@'), prefix });
      onTestFinished(() => limited.close());
      expect((await failureOf(limited.put('a', sampleLocation(2)))).message).toContain(
        'the user lacks permissions',
      );
      expect(await readBox(store, everywhere, 10)).toEqual([['a', await store.get('a')]]);
    },
  );

  it("a write to Redis does nothing if the key of the places is another program's", async () => {
    const { store, prefix } = await open({ buckets: 1 });
    await server.command('set', `${prefix}:{0}:area`, 'text');
    expect((await failureOf(store.put('a', sampleLocation(1)))).code).toBe('STORE_UNSUITABLE');
    expect(await store.get('a')).toBeUndefined();
    expect((await failureOf(store.within(everywhere, { limit: 1 }))).code).toBe('STORE_UNSUITABLE');
  });

  it('area queries of Redis show a record written without its place once the store writes it', async () => {
    const { store, prefix } = await open({ buckets: 1 });
    await server.command('hset', `${prefix}:{0}`, 'a', '{"coordinates":{"longitude":1,"latitude":1}}');
    await server.command('hset', `${prefix}:{0}`, 'b', 'no JSON');
    expect(await readBox(store, everywhere, 10)).toEqual([]);
    await store.replace('a', sampleLocation(1));
    await store.replace('b', sampleLocation(2));
    expect((await readBox(store, everywhere, 10)).sort(byId)).toEqual([
      ['a', sampleLocation(1)],
      ['b', sampleLocation(2)],
    ]);
  });

  /** Opens a store with area queries under a new prefix, closed after the test. */
  async function open({ buckets }: { readonly buckets: number }) {
    const prefix = `areas ${number++}`;
    const store = await openRedisStore({ url: server.url, prefix, buckets, areas: true });
    onTestFinished(() => store.close());
    return { store, prefix };
  }

  async function countPlaces(prefix: string, buckets: number): Promise<number> {
    const keys = Array.from({ length: buckets }, (_, bucket) => `${prefix}:{${bucket}}:area`);
    const script =
      "local sum = 0 for _, key in ipairs(KEYS) do sum = sum + redis.call('zcard', key) end return sum";
    return Number(await server.command('eval', script, String(buckets), ...keys));
  }
});

function isIn({ west, south, east, north }: Box) {
  return ([, { coordinates }]: LocationRecord) => {
    const { latitude, longitude } = coordinates;
    return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
  };
}

function byId([left]: LocationRecord, [right]: LocationRecord): number {
  return left < right ? -1 : 1;
}
