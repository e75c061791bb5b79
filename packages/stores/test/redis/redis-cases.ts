import { expect, onTestFinished } from 'vitest';
import { confirmedCases } from './confirmed-cases.ts';
import { startFakeRedis, text } from './fake-redis.ts';
import type { RedisCase } from './redis-case.ts';
import { failureOf, listAll, sampleLocation } from './samples.ts';

type Open = Parameters<RedisCase['run']>[0];

/** What the Redis store must do, beyond the store contract. */
export const redisCases: readonly RedisCase[] = [
  {
    id: 'write-is-not-sent-twice',
    title: 'A write whose connection breaks before the reply rejects, and is not sent again.',
    async run(open) {
      const { store, received } = await openFake(open, ([command], socket) => {
        if (command !== 'HSET') return null;
        socket.destroy();
        return undefined;
      });
      const failure = await failureOf(store.put('a', sampleLocation(1)));
      expect(failure.message).toContain('whether the write took effect is not known');
      await store.delete('a');
      expect(received.filter(([, command]) => command === 'HSET')).toHaveLength(1);
    },
  },
  {
    id: 'read-is-sent-again',
    title: 'A read whose connection breaks before the reply is sent again.',
    async run(open) {
      let times = 0;
      const { store } = await openFake(open, ([command], socket) => {
        if (command !== 'HGET') return null;
        if (times++ > 0) return text(JSON.stringify(sampleLocation(1)));
        socket.destroy();
        return undefined;
      });
      expect(await store.get('a')).toEqual(sampleLocation(1));
    },
  },
  {
    id: 'list-gives-each-once',
    title: 'A list holds a record once where HSCAN gives it twice, as it may.',
    async run(open) {
      const record = `${text('a')}${text(JSON.stringify(sampleLocation(1)))}`;
      const { store } = await openFake(open, ([command, key]) => {
        const isFirst = key?.endsWith(':{0}');
        if (command === 'HGETALL') return isFirst ? `*2\r\n${record}` : '*0\r\n';
        if (command !== 'HSCAN') return null;
        return `*2\r\n${text('0')}${isFirst ? `*4\r\n${record}${record}` : '*0\r\n'}`;
      });
      expect(await listAll(store)).toEqual([['a', sampleLocation(1)]]);
    },
  },
  {
    id: 'prefixes-apart',
    title: 'Every key that a store uses begins with its prefix.',
    async run(open) {
      const { store, received } = await openFake(open, () => null, 'case 1');
      await store.put('a', sampleLocation(1));
      await store.get('a');
      await store.replace('a', sampleLocation(1));
      await store.delete('a');
      await listAll(store);
      const keys = received.flatMap(([, command, ...args]) => {
        if (command === 'PING' || command === 'INFO') return [];
        return [command === 'EVAL' ? args[2] : args[0]];
      });
      expect(keys.length).toBeGreaterThan(1024);
      for (const key of keys) expect(key).toMatch(/^case 1:/);
    },
  },
  ...confirmedCases,
];

/** A store on a server that replies as `reply` says. */
async function openFake(open: Open, reply: Parameters<typeof startFakeRedis>[0], prefix = 'fake') {
  const server = await startFakeRedis(reply);
  onTestFinished(() => server.stop());
  const store = await open({ url: server.url, timeout: 60_000, prefix });
  onTestFinished(() => store.close());
  return { store, received: server.received };
}
