import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import { startRedis } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeRedis, startFakeRedis, text, wholeMap } from './fake-redis.ts';
import { failureOf, sampleLocation } from './store-steps.ts';

type Reply = Parameters<typeof startFakeRedis>[0];

describe('a write that replicas confirm', () => {
  it('the writes of a moment share one WAIT on their connection', async () => {
    const server = await start(() => null);
    const store = await open(server);
    const before = server.received.length;
    await Promise.all([
      store.put('a', sampleLocation(1)),
      store.replace('b', sampleLocation(2)),
      store.delete('c'),
    ]);
    const sent = server.received.slice(before);
    expect(sent.map(([, command]) => command)).toEqual(['HSET', 'EVALSHA', 'HDEL', 'WAIT']);
    expect(new Set(sent.map(([connection]) => connection)).size).toBe(1);
    const [, , replicas, milliseconds] = sent.at(-1) as readonly [number, ...string[]];
    expect(replicas).toBe('1');
    expect(Number(milliseconds)).toBeLessThan(30_000);
  });

  it('a write during WAIT shares the next WAIT', async () => {
    let finishFirst: (() => void) | undefined;
    let waits = 0;
    const server = await start(([command], socket) => {
      if (command !== 'WAIT' || ++waits !== 2) return null;
      finishFirst = () => socket.write(':1\r\n');
      for (const id of ['b', 'c']) later.push(store.put(id, sampleLocation(2)));
      setImmediate(() => finishFirst?.());
      return undefined;
    });
    const later: Promise<void>[] = [];
    const store = await open(server);
    const before = server.received.length;
    await store.put('a', sampleLocation(1));
    await Promise.all(later);
    const sent = server.received.slice(before).map(([, command]) => command);
    expect(sent).toEqual(['HSET', 'WAIT', 'HSET', 'HSET', 'WAIT']);
  });

  it('reads do not wait behind WAIT', async () => {
    const server = await start(() => null);
    const store = await open(server);
    await Promise.all([store.put('a', sampleLocation(1)), store.get('a')]);
    const connectionOf = (name: string) => server.received.findLast(([, command]) => command === name)?.[0];
    expect(connectionOf('HGET')).not.toBe(connectionOf('HSET'));
  });

  it('a write that too few replicas confirm rejects with the number of confirmations', async () => {
    let confirmed = 3;
    const server = await start(([command]) => (command === 'WAIT' ? `:${confirmed}\r\n` : null));
    const store = await open(server, { replicas: 2 });
    await store.put('a', sampleLocation(1));
    confirmed = 1;
    const writes = [
      store.put('a', sampleLocation(1)),
      store.replace('a', sampleLocation(1)),
      store.delete('a'),
    ];
    for (const write of writes) {
      const failure = await failureOf(write);
      expect(failure.code).toBe('STORE_UNAVAILABLE');
      expect(failure.message).toContain('1 of 2 replicas have confirmed the write');
    }
  });

  it('a write rejects if its server refuses WAIT as a replica', async () => {
    const refusal = '-UNBLOCKED force unblock from blocking operation, instance state changed\r\n';
    let isMaster = true;
    const server = await start(([command]) => (command === 'WAIT' && !isMaster ? refusal : null));
    const store = await open(server);
    isMaster = false;
    const failure = await failureOf(store.put('a', sampleLocation(1)));
    expect(failure.message).toContain('could not wait for its replicas');
  });

  it('a write rejects if the connection breaks during WAIT, and is not sent again', async () => {
    let isBroken = false;
    const server = await start(([command], socket) => {
      if (command !== 'WAIT' || !isBroken) return null;
      socket.destroy();
      return undefined;
    });
    const store = await open(server);
    isBroken = true;
    const before = server.received.length;
    await failureOf(store.put('a', sampleLocation(1)));
    expect(server.received.slice(before).map(([, command]) => command)).toEqual(['HSET', 'WAIT']);
    isBroken = false;
    await store.put('a', sampleLocation(2));
  });

  it('a write sent again after MOVED is confirmed by its new node alone', async () => {
    let isMoved = false;
    const nodeReply: (own: () => FakeRedis, confirmed: number) => Reply =
      (own, confirmed) =>
      ([command]) => {
        const owner = isMoved ? right : left;
        if (command === 'INFO') return text('cluster_enabled:1\r\n');
        if (command === 'CLUSTER') return wholeMap(owner.port);
        if (command === 'WAIT') return `:${confirmed}\r\n`;
        const isData = command === 'HSET' || command === 'HGET';
        return isData && own() !== owner ? `-MOVED 0 127.0.0.1:${owner.port}\r\n` : null;
      };
    const left = await start(nodeReply(() => left, 1));
    const right = await start(nodeReply(() => right, 0));
    const store = await open(left);
    await store.put('a', sampleLocation(1));
    isMoved = true;
    const failure = await failureOf(store.put('a', sampleLocation(2)));
    expect(failure.message).toContain('0 of 1 replicas');
    const writes = right.received.filter(([, command]) => command === 'HSET' || command === 'WAIT');
    expect(writes.map(([, command]) => command)).toEqual(['HSET', 'WAIT']);
  });

  describeUnless(lacks({ ownServer: 'Redis' }))('by a real replica', () => {
    it('a confirmed write is in the replica, and rejects if the replica is away', async () => {
      const master = await startRedis();
      onTestFinished(() => master.stop());
      const replica = await startRedis({ settings: { replicaof: `127.0.0.1 ${master.port}` } });
      onTestFinished(() => replica.stop());
      const store = await openRedisStore({ url: master.url, replicas: 1, timeout: 20_000, buckets: 1 });
      onTestFinished(() => store.close());
      await store.put('a', sampleLocation(1));
      expect(await replica.command('hlen', 'location-records:{0}')).toBe('1');
      await replica.kill();
      const failure = await failureOf(store.put('a', sampleLocation(2)));
      expect(failure.message).toContain(
        '0 of 1 replicas have confirmed the write, so a failover may lose it',
      );
    });

    it('openRedisStore with replicas is refused by a server without replicas', async () => {
      const master = await startRedis();
      onTestFinished(() => master.stop());
      const failure = await failureOf(openRedisStore({ url: master.url, replicas: 1, timeout: 1000 }));
      expect(failure.message).toContain('Cannot open the Redis store');
      expect(failure.message).toContain('0 of 1 replicas have confirmed the write');
    });
  });
});

/** Starts a server that replies as `reply` says, for the duration of the test. */
async function start(reply: Reply): Promise<FakeRedis> {
  const server = await startFakeRedis(reply);
  onTestFinished(() => server.stop());
  return server;
}

/** Opens a store on the server, for the duration of the test. */
async function open({ url }: FakeRedis, options: Pick<RedisStoreOptions, 'replicas'> = {}) {
  const store = await openRedisStore({ url, timeout: 60_000, replicas: 1, ...options });
  onTestFinished(() => store.close());
  return store;
}
