import { once } from 'node:events';
import type { Socket } from 'node:net';
import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeRedis, text, wholeMap } from './fake-redis.ts';
import { failureOf, sampleLocation } from './store-steps.ts';

describe('a node that is in the cluster no more', () => {
  it('and knows no slots is passed over when a store is opened', async () => {
    const left = await startNode(() => '*0\r\n');
    const right = await startNode((port) => wholeMap(port));
    const store = await open({ url: [left.url, right.url] });
    await store.put('a', sampleLocation(1));
    expect(left.received.some(([, command]) => command === 'HSET')).toBe(false);
  });

  it('and knows no slots is named when it is the only one', async () => {
    const left = await startNode(() => '*0\r\n');
    const failure = await failureOf(open({ url: left.url }));
    expect(failure.message).toContain(`127.0.0.1:${left.port} does not belong to a cluster with slots`);
  });

  it('keeps no connection that was being made when it went', async () => {
    let isOut = false;
    const connecting: Socket[] = [];
    const left = await startNode(
      (port) => wholeMap(isOut ? right.port : port),
      ([command], socket) => {
        if (!isOut) return null;
        if (command === 'PING') connecting.push(socket);
        if (command === 'HSET') socket.destroy();
        return undefined;
      },
    );
    const right = await startNode((port) => wholeMap(port));
    const store = await open({ url: [left.url, right.url], timeout: 60_000 });
    await store.put('a', sampleLocation(1));
    isOut = true;
    await failureOf(store.put('a', sampleLocation(2)));
    await store.put('a', sampleLocation(3));
    const [socket] = connecting as [Socket];
    const closed = once(socket, 'close');
    socket.write('+PONG\r\n');
    await closed;
  });
});

/** A node of a cluster that knows the map that `map` gives for its port. */
async function startNode(
  map: (port: number) => string,
  reply: Parameters<typeof startFakeRedis>[0] = () => null,
) {
  const node = await startFakeRedis((args, socket) => {
    const own = reply(args, socket);
    if (own !== null) return own;
    if (args[0] === 'INFO') return text('cluster_enabled:1\r\n');
    return args[0] === 'CLUSTER' ? map(node.port) : null;
  });
  onTestFinished(() => node.stop());
  return node;
}

async function open(options: RedisStoreOptions) {
  const store = await openRedisStore(options);
  onTestFinished(() => store.close());
  return store;
}
