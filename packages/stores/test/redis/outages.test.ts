import { describeUnless, lacks } from '@location-records/dev-kit';
import { type RedisServer, startProxy, startRedis } from '@location-records/dev-kit/engines';
import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { everywhere, readBox } from './area-steps.ts';
import { failureOf, listAll, putMany, sampleLocation, untilDone } from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('outages of Redis', { timeout: 60_000 }, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis({ settings: { appendonly: 'yes', appendfsync: 'always' } });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.command('flushall');
  });

  describe('a server that hangs', () => {
    it('makes every call reject in time, and is used again when it goes on', async () => {
      const store = await openAreas({ timeout: 1000 });
      await putMany(store, 1000);
      const list = store.list()[Symbol.asyncIterator]();
      await list.next();
      server.pause();
      const calls = [
        store.get('1'),
        store.put('1', sampleLocation(1)),
        store.replace('1', sampleLocation(1)),
        store.delete('absent'),
        store.within(everywhere, { limit: 10 }),
        listAll(store),
        ...Array.from({ length: 100 }, (_, number) => store.put(`more ${number}`, sampleLocation(number))),
      ];
      const failures = await Promise.all(calls.map(failureOf));
      expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['STORE_UNAVAILABLE']));
      for (const { message } of failures) expect(message).toMatch(/respond/);
      // As often as a service is asked meanwhile.
      for (let time = 0; time < 3; time++) await failureOf(store.get('1'));
      server.resume();
      await untilDone(() => store.put('1', sampleLocation(7)));
      expect(await store.get('1')).toEqual(sampleLocation(7));
      expect((await listAll(store)).length).toBeGreaterThanOrEqual(1000);
      expect((await readBox(store, everywhere, 1000)).length).toBeGreaterThanOrEqual(1000);
    });

    it('is not sent later what was not sent in time', async () => {
      const proxy = await startProxy(server.port);
      onTestFinished(() => proxy.stop());
      const store = await open({ url: `redis://127.0.0.1:${proxy.port}`, timeout: 1000 });
      await store.put('a', sampleLocation(1));
      proxy.hang();
      await failureOf(store.put('a', sampleLocation(2)));
      await failureOf(store.put('a', sampleLocation(3)));
      proxy.recover();
      await untilDone(() => store.put('b', sampleLocation(1)));
      expect(await store.get('a')).toEqual(sampleLocation(1));
    });
  });

  describe('a server that goes', () => {
    it('in the middle of traffic makes calls reject, and is used again when it is back', async () => {
      const store = await open({ timeout: 60_000 });
      const written = new Map<string, number>();
      let isOver = false;
      let failed = 0;
      const write = async (name: string) => {
        for (let time = 1; !isOver; time++) {
          await store.put(name, sampleLocation(time)).then(
            () => written.set(name, time),
            () => {
              failed++;
            },
          );
        }
      };
      const writers = Array.from({ length: 16 }, (_, number) => write(`writer ${number}`));
      await untilDone(() => store.put('a', sampleLocation(1)));
      await server.kill();
      await server.start();
      await untilDone(() => store.put('b', sampleLocation(1)));
      isOver = true;
      await Promise.all(writers);
      // With `appendfsync always` nothing that was acknowledged is lost.
      for (const [name, time] of written) {
        expect((await store.get(name))?.coordinates.latitude).toBeGreaterThanOrEqual(time);
      }
      expect(written.size).toBe(16);
      expect(failed).toBeGreaterThan(0);
    });

    it('and comes back in time makes calls wait that were not sent yet', async () => {
      const store = await open({ timeout: 60_000 });
      await server.kill();
      // A call that finds no server comes after the end of the connection.
      await failureOf(open());
      const calls = [store.put('a', sampleLocation(1)), store.get('a'), listAll(store)];
      const outcomes = Promise.all(calls);
      await server.start();
      await outcomes;
      expect(await store.get('a')).toEqual(sampleLocation(1));
    });

    it('for long makes calls reject with what is wrong', async () => {
      const store = await open({ timeout: 1000 });
      await server.kill();
      // The first may still be sent over the connection that is being lost.
      await failureOf(store.put('a', sampleLocation(1)));
      for (let time = 0; time < 3; time++) {
        const failure = await failureOf(store.put('a', sampleLocation(1)));
        expect(failure.message).toContain('nothing listens there; start the server');
      }
      await server.start();
      await untilDone(() => store.put('a', sampleLocation(2)));
      expect(await store.get('a')).toEqual(sampleLocation(2));
    });

    it('empty, and is back, is found by stores that were open and by new ones in the same buckets', async () => {
      const store = await open({ buckets: 32 });
      await store.put('a', sampleLocation(1));
      await server.command('flushall');
      await store.put('a', sampleLocation(2));
      const other = await open({ buckets: 32 });
      expect(await other.get('a')).toEqual(sampleLocation(2));
    });
  });

  it('closes while the server hangs', async () => {
    const store = await open({ timeout: 1000 });
    await store.put('a', sampleLocation(1));
    server.pause();
    const write = failureOf(store.put('a', sampleLocation(2)));
    const read = store.get('a').catch((error: unknown) => error);
    await store.close();
    server.resume();
    expect((await write).code).toBe('STORE_UNAVAILABLE');
    expect(await read).toMatchObject({ code: 'STORE_CLOSED' });
  });

  describe('a server that takes no more', () => {
    it('because its memory is full rejects puts, and goes on with reads and deletes', async () => {
      const store = await open();
      await store.put('a', sampleLocation(1));
      await server.command('config', 'set', 'maxmemory', '1');
      onTestFinished(async () => {
        await server.command('config', 'set', 'maxmemory', '0');
      });
      for (const write of [store.put('b', sampleLocation(1)), store.replace('a', sampleLocation(2))]) {
        const failure = await failureOf(write);
        expect(failure.code).toBe('STORE_UNAVAILABLE');
        expect(failure.message).toContain('no memory left; raise its maxmemory');
      }
      expect(await store.get('a')).toEqual(sampleLocation(1));
      await store.delete('a');
      await server.command('config', 'set', 'maxmemory', '0');
      await store.put('b', sampleLocation(1));
    });

    it('because it has become a replica says so', async () => {
      const store = await open({ timeout: 1000 });
      await server.command('replicaof', '127.0.0.1', '1');
      onTestFinished(async () => {
        await server.command('replicaof', 'no', 'one');
      });
      const failure = await failureOf(store.put('a', sampleLocation(1)));
      expect(failure.message).toContain('a replica, which takes no writes; name its master');
      await server.command('replicaof', 'no', 'one');
      await untilDone(() => store.put('a', sampleLocation(1)));
    });

    it('because its replicas are gone says how many have confirmed', async () => {
      const failure = await failureOf(open({ replicas: 1, timeout: 1000 }));
      expect(failure.message).toContain('Cannot open the Redis store');
      expect(failure.message).toContain('0 of 1 replicas have confirmed the write');
    });
  });

  async function openAreas(options: Partial<RedisStoreOptions>) {
    const store = await openRedisStore({ url: server.url, ...options, areas: true });
    onTestFinished(() => store.close());
    return store;
  }

  async function open(options: Partial<RedisStoreOptions> = {}) {
    const store = await openRedisStore({ url: server.url, ...options });
    onTestFinished(() => store.close());
    return store;
  }
});
