import type { LocationStore } from '@location-records/core';
import type { RedisStoreOptions } from '@location-records/stores/redis';
import { expect, onTestFinished } from 'vitest';
import { type FakeRedis, startFakeRedis, text, wholeMap } from './fake-redis.ts';
import { failureOf, listAll, sampleLocation } from './store-steps.ts';

type Open = (options: RedisStoreOptions) => Promise<LocationStore>;
type Reply = Parameters<typeof startFakeRedis>[0];

/** One thing that the Redis store must do, beyond the store contract. */
interface RedisCase {
  readonly id: string;
  /** The rule as one sentence. */
  readonly title: string;
  /** Rejects when a store that is opened by `open` breaks the rule. */
  run(open: Open): Promise<void>;
}

/** What the Redis store must do, beyond the store contract. */
export const redisCases: readonly RedisCase[] = [
  {
    id: 'write-is-not-sent-twice',
    title: 'A write whose connection breaks before the reply rejects, and is not sent again.',
    async run(open) {
      const server = await start(([command], socket) => {
        if (command !== 'HSET') return null;
        socket.destroy();
        return undefined;
      });
      const store = await openOn(open, server);
      const failure = await failureOf(store.put('a', sampleLocation(1)));
      expect(failure.message).toContain('whether the write took effect is not known');
      await store.delete('a');
      expect(server.received.filter(([, command]) => command === 'HSET')).toHaveLength(1);
    },
  },
  {
    id: 'read-is-sent-again',
    title: 'A read whose connection breaks before the reply is sent again.',
    async run(open) {
      let times = 0;
      const server = await start(([command], socket) => {
        if (command !== 'HGET') return null;
        if (times++ > 0) return text(JSON.stringify(sampleLocation(1)));
        socket.destroy();
        return undefined;
      });
      const store = await openOn(open, server);
      expect(await store.get('a')).toEqual(sampleLocation(1));
    },
  },
  {
    id: 'list-gives-each-once',
    title: 'A list holds a record once where HSCAN gives it twice, as it may.',
    async run(open) {
      const record = `${text('a')}${text(JSON.stringify(sampleLocation(1)))}`;
      const server = await start(([command, key]) => {
        const isFirst = key?.endsWith(':{0}');
        if (command === 'HGETALL') return isFirst ? `*2\r\n${record}` : '*0\r\n';
        if (command !== 'HSCAN') return null;
        return `*2\r\n${text('0')}${isFirst ? `*4\r\n${record}${record}` : '*0\r\n'}`;
      });
      const store = await openOn(open, server);
      expect(await listAll(store)).toEqual([['a', sampleLocation(1)]]);
    },
  },
  {
    id: 'prefixes-apart',
    title: 'Every key that a store uses begins with its prefix.',
    async run(open) {
      const server = await start(() => null);
      const store = await openOn(open, server, { prefix: 'case 1' });
      await store.put('a', sampleLocation(1));
      await store.get('a');
      await store.replace('a', sampleLocation(1));
      await store.delete('a');
      await listAll(store);
      const keys = server.received.flatMap(([, command, ...args]) => {
        if (command === 'PING' || command === 'INFO') return [];
        return [command === 'EVAL' ? args[2] : args[0]];
      });
      expect(keys.length).toBeGreaterThan(1024);
      for (const key of keys) expect(key).toMatch(/^case 1:/);
    },
  },
  // With the option `replicas`.
  {
    id: 'confirmed-over-its-connection',
    title: 'WAIT goes over the connection of the write, and once for the writes of a moment.',
    async run(open) {
      const server = await start(() => null);
      const store = await openOn(open, server, { replicas: 1 });
      await Promise.all([
        store.put('a', sampleLocation(1)),
        store.replace('b', sampleLocation(2)),
        store.delete('c'),
      ]);
      const [put, replace, remove, wait] = writesOf(server);
      expect([put?.[1], replace?.[1], remove?.[1]]).toEqual(['HSET', 'EVAL', 'HDEL']);
      expect(wait?.slice(0, 3)).toEqual([put?.[0], 'WAIT', '1']);
      expect(Number(wait?.[3])).toBeLessThan(60_000);
      expect(writesOf(server)).toHaveLength(4);
    },
  },
  {
    id: 'confirmed-by-too-few',
    title: 'A write that fewer replicas have confirmed rejects, and says how many.',
    async run(open) {
      let confirmed = 3;
      const server = await start(([command]) => (command === 'WAIT' ? `:${confirmed}\r\n` : null));
      const store = await openOn(open, server, { replicas: 2 });
      await store.put('a', sampleLocation(1));
      confirmed = 1;
      for (const write of [
        store.put('a', sampleLocation(1)),
        store.replace('a', sampleLocation(1)),
        store.delete('a'),
      ]) {
        const failure = await failureOf(write);
        expect(failure.code).toBe('STORE_UNAVAILABLE');
        expect(failure.message).toContain('1 of 2 replicas have confirmed the write');
      }
    },
  },
  {
    id: 'confirmed-by-a-master-no-more',
    title: 'A write rejects when the server refuses to wait, as one that is a master no more.',
    async run(open) {
      const reply =
        '-UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)\r\n';
      let isMaster = true;
      const server = await start(([command]) => (command === 'WAIT' && !isMaster ? reply : null));
      const store = await openOn(open, server, { replicas: 1 });
      isMaster = false;
      expect((await failureOf(store.put('a', sampleLocation(1)))).message).toContain(
        'could not wait for its replicas',
      );
    },
  },
  {
    id: 'confirmed-before-it-breaks',
    title: 'A write rejects when the connection breaks before the reply to WAIT, and asks no other.',
    async run(open) {
      let isBroken = false;
      const server = await start(([command], socket) => {
        if (command !== 'WAIT' || !isBroken) return null;
        socket.destroy();
        return undefined;
      });
      const store = await openOn(open, server, { replicas: 1 });
      isBroken = true;
      const before = server.received.length;
      await failureOf(store.put('a', sampleLocation(1)));
      expect(server.received.slice(before).map(([, command]) => command)).toEqual(['HSET', 'WAIT']);
      isBroken = false;
      await store.put('a', sampleLocation(2));
    },
  },
  {
    id: 'confirmed-where-redirected',
    title: 'WAIT goes where a write was redirected to, and what the first node says does not count.',
    async run(open) {
      let owner: FakeRedis | undefined;
      const left = await start((args) =>
        nodeReply(
          args,
          owner ?? left,
          () => {
            owner = right;
            return `-MOVED 0 127.0.0.1:${right.port}\r\n`;
          },
          1,
        ),
      );
      const right = await start((args) => nodeReply(args, right, () => ':1\r\n', 0));
      const store = await openOn(open, left, { replicas: 1 });
      const failure = await failureOf(store.put('a', sampleLocation(1)));
      expect(failure.message).toContain('0 of 1 replicas');
      expect(writesOf(right).map(([, command]) => command)).toEqual(['HSET', 'WAIT']);
    },
  },
  {
    id: 'confirmed-where-asked',
    title: 'WAIT goes where a record is asked for that is on its way.',
    async run(open) {
      const left = await start((args) =>
        nodeReply(args, left, () => `-ASK 0 127.0.0.1:${right.port}\r\n`, 1),
      );
      const right = await start((args) => nodeReply(args, right, () => ':1\r\n', 0));
      const store = await openOn(open, left, { replicas: 1 });
      const failure = await failureOf(store.put('a', sampleLocation(1)));
      expect(failure.message).toContain('0 of 1 replicas');
      expect(writesOf(right).map(([, command]) => command)).toEqual(['ASKING', 'HSET', 'WAIT']);
    },
  },
];

/** The reply of a node, by whose map all slots belong to `owner`. */
function nodeReply(args: readonly string[], owner: FakeRedis, write: () => string, replicas: number) {
  const [command] = args;
  if (command === 'INFO') return text('cluster_enabled:1\r\n');
  if (command === 'CLUSTER') return wholeMap(owner.port);
  if (command === 'HSET') return write();
  return command === 'WAIT' ? `:${replicas}\r\n` : null;
}

/** Starts a server that replies as `reply` says, for the duration of the test. */
async function start(reply: Reply): Promise<FakeRedis> {
  const server = await startFakeRedis(reply);
  onTestFinished(() => server.stop());
  return server;
}

/** Opens a store on the server, for the duration of the test. */
async function openOn(
  open: Open,
  { url }: FakeRedis,
  options: Pick<RedisStoreOptions, 'prefix' | 'replicas'> = {},
): Promise<LocationStore> {
  const store = await open({ url, timeout: 60_000, ...options });
  onTestFinished(() => store.close());
  return store;
}

/** What came after the format was stored and confirmed. */
function writesOf({ received }: FakeRedis) {
  const commands = ['ASKING', 'HSET', 'EVAL', 'HDEL', 'WAIT'];
  const stored = received.findLastIndex(([, command]) => command === 'SET');
  const confirmed = received.findIndex(([, command], index) => index > stored && command === 'WAIT');
  return received
    .slice(stored === -1 ? 0 : confirmed + 1)
    .filter(([, command = '']) => commands.includes(command));
}
