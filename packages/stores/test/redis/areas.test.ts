import type { LocationRecord } from '@location-records/core';
import { type AreaStore, type Box, compareByStripe, isAreaStore } from '@location-records/core/areas';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { type RedisServer, startRedis } from '@location-records/dev-kit/engines';
import { openRedisStore } from '@location-records/stores/redis';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Buckets, placesKey } from '../../src/redis/stored-records.ts';
import { boxes, degrees } from './any-place.ts';
import { areaCases } from './area-cases.ts';
import { everywhere, readBox } from './area-steps.ts';
import { startFakeRedis } from './fake-redis.ts';
import { failureOf, sampleLocation } from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('area queries in Redis', { timeout: 60_000 }, () => {
  let server: RedisServer;
  let number = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  it.each(areaCases)('$id: $title', ({ run }) => run(openRedisStore, server));

  it('find what a look at every record finds, after any writes and in pages of any size', async () => {
    const ids = fc.constantFrom(
      'a',
      'b',
      'B',
      'é',
      '\0',
      '\u{10ffff}',
      'a"}}',
      '"latitude":1,"longitude":2}}',
    );
    const writes = fc.record({
      method: fc.constantFrom('put', 'put', 'replace', 'delete'),
      id: fc.oneof(ids, fc.string({ unit: 'binary', minLength: 1, maxLength: 3 })),
      latitude: degrees,
      longitude: degrees,
      description: fc.option(fc.constantFrom('', '"latitude":1,"longitude":2}}', '"}}'), { nil: undefined }),
    });
    const queries = fc.tuple(boxes, fc.integer({ min: 1, max: 5 }));
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
          for (const [box, limit] of asked) {
            const found = await readBox(store, box, limit);
            expect(found.sort(byId)).toEqual([...model.values()].filter(isIn(box)).sort(byId));
          }
          expect(await countPlaces(prefix, buckets)).toBe(model.size);
          await store.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keep the place of each record as the README says, and remove it with the record', async () => {
    const { store, prefix } = await open({ buckets: 1 });
    const key = new Buckets(prefix, 1).key(0);
    await store.put('Ω', { coordinates: { latitude: 48.5, longitude: -1.25 } });
    await store.put('Ω', { description: 'x', coordinates: { latitude: -48.5, longitude: 16.25 } });
    expect((await server.command('keys', `${prefix}*`)).split('\n').sort()).toEqual([
      `${prefix}:format`,
      key,
      `${key}:area`,
    ]);
    expect(await server.command('get', `${prefix}:format`)).toBe('{"format":2,"buckets":1}');
    const script = `local member = redis.call('zrange', KEYS[1], 0, -1)[1]
      return (string.gsub(member, '.', function(byte) return string.format('%02x', string.byte(byte)) end))`;
    // The stripe, -48.5 with all bits flipped, 16.25 with its first bit flipped, and Ω.
    const member = '008c3fb7bfffffffffffc030400000000000cea9';
    expect(await server.command('eval', script, '1', `${key}:area`)).toBe(member);
    await store.delete('Ω');
    expect(await server.command('exists', key, `${key}:area`)).toBe('0');
  });

  it('go bucket by bucket, and by stripe, latitude, longitude and identifier in each', async () => {
    const { store, prefix } = await open({ buckets: 4 });
    const records = Array.from({ length: 60 }, (_, index): LocationRecord => {
      const coordinates = { latitude: (index * 7) % 5, longitude: ((index * 11) % 4) / 2 };
      return [`record ${index}`, { coordinates }];
    });
    await Promise.all(records.map(([id, location]) => store.put(id, location)));
    const buckets = new Buckets(prefix, 4);
    const expected = [...records].sort(
      (a, b) => buckets.keyOf(a[0]).localeCompare(buckets.keyOf(b[0])) || compareByStripe(a, b),
    );
    expect(await readBox(store, everywhere, 7)).toEqual(expected);
  });

  describe('a prefix with places', () => {
    it('offers area queries without the option, and keeps the places also where it is false', async () => {
      const { store, prefix } = await open({ buckets: 3 });
      await store.put('a', sampleLocation(1));
      const found = await openRedisStore({ url: server.url, prefix });
      const without = await openRedisStore({ url: server.url, prefix, areas: false });
      onTestFinished(async () => {
        await found.close();
        await without.close();
      });
      expect([isAreaStore(found), isAreaStore(without)]).toEqual([true, false]);
      expect(without.guarantees).toEqual({
        durable: false,
        shared: true,
        listOrder: 'none',
      });
      await without.put('a', sampleLocation(2));
      await without.put('b', sampleLocation(3));
      await without.delete('a');
      expect(await readBox(found as AreaStore, everywhere, 10)).toEqual([['b', sampleLocation(3)]]);
    });

    it('is found again when the key of the format is lost, and the buckets are named', async () => {
      const { store, prefix } = await open({ buckets: 3 });
      await store.put('a', sampleLocation(1));
      await server.command('del', `${prefix}:format`);
      const again = await openRedisStore({ url: server.url, prefix, buckets: 3 });
      onTestFinished(() => again.close());
      expect(await readBox(again as AreaStore, everywhere, 10)).toEqual([['a', sampleLocation(1)]]);
      expect(await server.command('get', `${prefix}:format`)).toBe('{"format":2,"buckets":3}');
    });
  });

  describe('a prefix without places', () => {
    it('offers no area queries, and is refused with the option', async () => {
      const prefix = `areas ${number++}`;
      const plain = await openRedisStore({ url: server.url, prefix, buckets: 3 });
      onTestFinished(() => plain.close());
      expect([isAreaStore(plain), 'areaOrder' in plain.guarantees]).toEqual([false, false]);
      await plain.put('a', sampleLocation(1));
      const failure = await failureOf(openRedisStore({ url: server.url, prefix, areas: true }));
      expect(failure.code).toBe('STORE_UNSUITABLE');
      expect(failure.message).toContain(
        'the prefix was first used without "areas", so its records have no index; copy them to a new prefix with "location-records copy"',
      );
      expect(await server.command('keys', `${prefix}*area`)).toBe('');
    });

    it('is refused with the option also when the key of the format is lost', async () => {
      const prefix = `areas ${number++}`;
      const plain = await openRedisStore({ url: server.url, prefix, buckets: 3 });
      onTestFinished(() => plain.close());
      await plain.put('a', sampleLocation(1));
      await server.command('del', `${prefix}:format`);
      const opened = openRedisStore({ url: server.url, prefix, buckets: 3, areas: true });
      expect((await failureOf(opened)).message).toContain('they have no index; leave out the option "areas"');
      expect(await server.command('exists', `${prefix}:format`)).toBe('0');
    });
  });

  describe('a write that the server refuses', () => {
    it('because its memory is full changes neither the record nor its place', async () => {
      const { store } = await open({ buckets: 1 });
      await store.put('a', sampleLocation(1));
      await server.command('config', 'set', 'maxmemory', '1');
      onTestFinished(async () => {
        await server.command('config', 'set', 'maxmemory', '0');
      });
      for (const write of [store.put('a', sampleLocation(2)), store.replace('a', sampleLocation(2))]) {
        expect((await failureOf(write)).message).toContain('the server has no memory left');
      }
      expect(await readBox(store, everywhere, 10)).toEqual([['a', sampleLocation(1)]]);
      await store.delete('a');
      expect(await readBox(store, everywhere, 10)).toEqual([]);
    });

    it("because the key of the places is another program's is not done", async () => {
      const { store, prefix } = await open({ buckets: 1 });
      await server.command('set', `${prefix}:{0}:area`, 'text');
      expect((await failureOf(store.put('a', sampleLocation(1)))).code).toBe('STORE_UNSUITABLE');
      expect(await store.get('a')).toBeUndefined();
      expect((await failureOf(store.within(everywhere, { limit: 1 }))).code).toBe('STORE_UNSUITABLE');
    });
  });

  it('do not show what another program has written without its place, until the store writes it', async () => {
    const { store, prefix } = await open({ buckets: 1 });
    const value = '{"coordinates":{"longitude":1,"latitude":1}}';
    await server.command('hset', `${prefix}:{0}`, 'a', value);
    expect(await readBox(store, everywhere, 10)).toEqual([]);
    await store.replace('a', sampleLocation(1));
    expect(await readBox(store, everywhere, 10)).toEqual([['a', sampleLocation(1)]]);
    await server.command('hset', `${prefix}:{0}`, 'a', value);
    expect(await readBox(store, everywhere, 10)).toEqual([]);
    await store.delete('a');
    expect(await readBox(store, everywhere, 10)).toEqual([]);
  });

  it('are sent again when the connection breaks, and reject when the server does not reply in time', async () => {
    let asked = 0;
    const fake = await startFakeRedis(([command], socket) => {
      if (command === 'GET') return '$-1\r\n';
      if (command !== 'ZRANGE') return null;
      if (++asked === 1) socket.destroy();
      return asked === 1 || asked > 4 ? undefined : '*0\r\n';
    });
    onTestFinished(() => fake.stop());
    const store = await openRedisStore({ url: fake.url, buckets: 3, areas: true, timeout: 1000 });
    onTestFinished(() => store.close());
    expect(await store.within(everywhere, { limit: 1 })).toEqual({ records: [], next: undefined });
    const failure = await failureOf(store.within(everywhere, { limit: 1 }));
    expect(failure.code).toBe('STORE_UNAVAILABLE');
    expect(failure.message).toContain('the server did not respond within 1000 ms');
    expect(failure.message).toContain('Cannot read from');
  });

  /** A store with area queries under a prefix of its own, closed after the test. */
  async function open({ buckets }: { readonly buckets: number }) {
    const prefix = `areas ${number++}`;
    const store = await openRedisStore({ url: server.url, prefix, buckets, areas: true });
    onTestFinished(() => store.close());
    return { store, prefix };
  }

  async function countPlaces(prefix: string, count: number): Promise<number> {
    const buckets = new Buckets(prefix, count);
    const keys = Array.from({ length: count }, (_, bucket) => placesKey(buckets.key(bucket)));
    const script =
      "local sum = 0 for _, key in ipairs(KEYS) do sum = sum + redis.call('zcard', key) end return sum";
    return Number(await server.command('eval', script, String(count), ...keys));
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
