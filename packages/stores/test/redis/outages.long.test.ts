import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import { type RedisServer, startProxy, startRedis } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startFakeRedis } from './fake-redis.ts';
import {
  everywhere,
  failureOf,
  listAll,
  putMany,
  readBox,
  sampleLocation,
  untilDone,
} from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('outages of Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis({ settings: { appendonly: 'yes', appendfsync: 'always' } });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.command('flushall');
  });

  describe('a server that hangs', () => {
    it('calls reject in time while Redis hangs, and work when it goes on', async () => {
      const options = { url: server.url, areas: true } as const;
      const before = await openRedisStore({ ...options, timeout: 60_000 });
      await putMany(before, 1000);
      await before.close();
      const store = await openRedisStore({ ...options, timeout: 2000 });
      onTestFinished(() => store.close());
      const list = store.list()[Symbol.asyncIterator]();
      await list.next();
      server.pause();
      onTestFinished(() => server.resume());
      const calls = [
        store.get('1'),
        store.put('1', sampleLocation(1)),
        store.replace('1', sampleLocation(1)),
        store.delete('absent'),
        store.within(everywhere, { limit: 10 }),
        listAll(store),
        ...Array.from({ length: 100 }, (_, number) => store.put(`more ${number}`, sampleLocation(number))),
      ];
      for (const { code, message } of await Promise.all(calls.map(failureOf))) {
        expect(code).toBe('STORE_UNAVAILABLE');
        expect(message).toContain('the server did not respond within 2000 ms');
      }
      // As often as a service is called.
      for (let time = 0; time < 3; time++) await failureOf(store.get('1'));
      server.resume();
      await untilDone(() => store.put('1', sampleLocation(7)));
      expect(await store.get('1')).toEqual(sampleLocation(7));
      expect((await listAll(store)).length).toBeGreaterThanOrEqual(1000);
      expect((await readBox(store, everywhere, 1000)).length).toBeGreaterThanOrEqual(1000);
    });

    it('a call that timed out is not sent to Redis later', async () => {
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

    it('a store closes while Redis hangs', async () => {
      const store = await open({ timeout: 1000 });
      await store.put('a', sampleLocation(1));
      server.pause();
      onTestFinished(() => server.resume());
      const write = failureOf(store.put('a', sampleLocation(2)));
      const read = failureOf(store.get('a'));
      await store.close();
      expect((await write).code).toBe('STORE_UNAVAILABLE');
      expect((await read).code).toBe('STORE_CLOSED');
    });
  });

  describe('a server that ends', () => {
    it('a Redis that ends under load loses nothing, and is used again when it is back', async () => {
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

    it('calls that were not sent wait for a Redis that comes back in time', async () => {
      const store = await open({ timeout: 60_000 });
      await server.kill();
      // A call that finds no server comes after the end of the connection.
      await failureOf(open());
      const outcomes = Promise.all([store.put('a', sampleLocation(1)), store.get('a'), listAll(store)]);
      await server.start();
      await outcomes;
      expect(await store.get('a')).toEqual(sampleLocation(1));
    });

    it('calls to a Redis that is down for long reject with the reason', async () => {
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

    it('scripts are sent again to a restarted Redis', async () => {
      const store = await open();
      await store.put('a', sampleLocation(1));
      expect(await store.replace('a', sampleLocation(2))).toBe(true);
      await server.command('script', 'flush');
      expect(await store.replace('a', sampleLocation(3))).toBe(true);
      expect(await store.get('a')).toEqual(sampleLocation(3));
    });
  });

  describe('a server that takes no more', () => {
    it('a Redis without memory refuses puts, and goes on with reads and deletes', async () => {
      const store = await open();
      await store.put('a', sampleLocation(1));
      await server.command('config', 'set', 'maxmemory', '1');
      onTestFinished(async () => void (await server.command('config', 'set', 'maxmemory', '0')));
      const writes = [store.put('b', sampleLocation(1)), store.replace('a', sampleLocation(2))];
      const read = store.get('a');
      for (const { message } of await Promise.all(writes.map(failureOf))) {
        expect(message).toContain('no memory left; raise its maxmemory');
      }
      expect(await read).toEqual(sampleLocation(1));
      await store.delete('a');
    });

    it('a Redis that becomes a replica refuses writes with the reason, and takes them as a master again', async () => {
      const store = await open({ timeout: 3000 });
      await server.command('replicaof', '127.0.0.1', '1');
      onTestFinished(async () => void (await server.command('replicaof', 'no', 'one')));
      const failure = await failureOf(store.put('a', sampleLocation(1)));
      expect(failure.message).toContain('a replica, which takes no writes; name its master');
      await server.command('replicaof', 'no', 'one');
      await untilDone(() => store.put('a', sampleLocation(1)));
    });
  });

  async function open(options: Partial<RedisStoreOptions> = {}) {
    const store = await openRedisStore({ url: server.url, ...options });
    onTestFinished(() => store.close());
    return store;
  }
});

it('a write is not sent again if the connection breaks before its reply', async () => {
  const { store, received } = await openFake(([command], socket) => {
    if (command !== 'HSET') return null;
    socket.destroy();
    return undefined;
  });
  const failure = await failureOf(store.put('a', sampleLocation(1)));
  expect(failure.message).toContain('whether the write took effect is not known');
  await store.delete('a');
  expect(received.filter(([, command]) => command === 'HSET')).toHaveLength(1);
});

it('a read is sent again if the connection breaks before its reply', async () => {
  let times = 0;
  const { store } = await openFake(([command], socket) => {
    if (command !== 'HGET' || times++ > 0) return null;
    socket.destroy();
    return undefined;
  });
  expect(await store.get('a')).toBeUndefined();
  expect(times).toBe(2);
});

it('reads and lists leave a server that has become a replica', async () => {
  let times = 0;
  const { store, received } = await openFake(([command]) =>
    command === 'HSET' && times++ === 0 ? '-READONLY x\r\n' : null,
  );
  const callAll = async () => {
    await store.get('a');
    await listAll(store);
  };
  await callAll();
  await store.put('a', sampleLocation(1));
  await callAll();
  for (const name of ['HGET', 'HGETALL']) {
    const connections = received.filter(([, command]) => command === name).map(([number]) => number);
    expect(connections.at(-1)).not.toBe(connections[0]);
  }
});

it.each(['LOADING', 'CLUSTERDOWN', 'MASTERDOWN', 'TRYAGAIN', 'READONLY', 'BUSY', 'NOREPLICAS'])(
  'a call is sent again while the server says %s',
  async (word) => {
    let times = 0;
    const { store } = await openFake(([command]) =>
      command === 'HSET' && times++ < 2 ? `-${word} x\r\n` : null,
    );
    await store.put('a', sampleLocation(1));
    expect(times).toBe(3);
  },
);

it.each([
  ['LOADING Redis is loading the dataset in memory', 'still loading'],
  ["READONLY You can't write against a read only replica.", 'name its master'],
  ['MISCONF Redis is configured to save RDB snapshots, but …', 'free space on its disk'],
  ["OOM command not allowed when used memory > 'maxmemory'.", 'raise its maxmemory'],
  ["NOPERM User x has no permissions to run the 'hset' command", 'lacks permissions'],
  ['ERR Error running script (call to f_0): @user_script:1: -OOM command not allowed', 'raise its maxmemory'],
  ['ERR something unknown', 'says "ERR something unknown"'],
])('the reply "%s" becomes an error with the remedy', async (reply, advice) => {
  const isData = (command: string | undefined) => command === 'HSET' || command === 'HGET';
  const { store, port } = await openFake(([command]) => (isData(command) ? `-${reply}\r\n` : null), 5000);
  const written = await failureOf(store.put('a', sampleLocation(1)));
  expect(written.code).toBe('STORE_UNAVAILABLE');
  expect(written.message).toContain(`Cannot write to the Redis store "127.0.0.1:${port}"`);
  expect(written.message).toContain(advice);
  const read = await failureOf(store.get('a'));
  expect(read.message).toContain(`Cannot read from the Redis store "127.0.0.1:${port}"`);
  expect(read.message).toContain(advice);
});

/** A store on a server that replies as `reply` says. */
async function openFake(reply: Parameters<typeof startFakeRedis>[0], timeout = 60_000) {
  const { url, port, received, stop } = await startFakeRedis(reply);
  const store = await openRedisStore({ url, timeout });
  onTestFinished(async () => {
    await store.close();
    await stop();
  });
  return { store, port, received };
}
