import { tracingChannel } from 'node:diagnostics_channel';
import { createMemoryStore } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describeUnless, lacks, storeOver, unavailable } from '@location-records/workspace/tests';
import { expect, it, onTestFinished } from 'vitest';
import { migratePostgres, openPostgresStore } from '../../src/postgres/index.ts';
import { openRedisStore } from '../../src/redis/index.ts';
import { type BatchTrace, type StoreTrace, traceStore } from '../../src/tracing/index.ts';
import { usePostgres } from '../postgres/use-postgres.ts';
import { useRedis } from '../redis/use-redis.ts';
import { openForTest, temporaryPath } from '../sqlite/temporary-store.ts';

const here = { coordinates: { latitude: 48.2, longitude: 16.4 } };
const box = { west: 16, south: 48, east: 17, north: 49 };

/** Notes what has ended on a tracing channel until the test has finished. */
function watch<Trace extends object>(name: string): Trace[] {
  const ended: Trace[] = [];
  const channel = tracingChannel<unknown, Trace>(name);
  const subscribers = {
    start() {},
    end() {},
    asyncStart() {},
    asyncEnd: (trace: Trace) => void ended.push(trace),
    error() {},
  };
  channel.subscribe(subscribers);
  onTestFinished(() => channel.unsubscribe(subscribers));
  return ended;
}

const watchCalls = () => watch<StoreTrace>('location-records:store');
const watchBatches = () => watch<BatchTrace>('location-records:store-batch');

it('each call of a store is traced with its method, identifier and result', async () => {
  const store = traceStore(createAreaMemoryStore(), 'memory');
  const calls = watchCalls();
  await store.put('a', here);
  await store.replace('b', here);
  await store.get('a');
  await store.within(box, { limit: 1 });
  await store.delete('a');
  const system = 'memory';
  expect(calls).toEqual([
    { system, method: 'put', id: 'a', result: undefined },
    { system, method: 'replace', id: 'b', result: false },
    { system, method: 'get', id: 'a', result: here },
    { system, method: 'within', result: { records: [['a', here]], next: undefined } },
    { system, method: 'delete', id: 'a', result: undefined },
  ]);
});

it('each batch of a list is traced, and the list is the same', async () => {
  const store = traceStore(createMemoryStore(), 'memory');
  await store.put('a', here);
  const calls = watchCalls();
  const batches = [];
  for await (const batch of store.list()) batches.push(batch);
  expect(batches).toEqual([[['a', here]]]);
  expect(calls).toMatchObject([
    { method: 'list', result: { done: false, value: batches[0] } },
    { method: 'list', result: { done: true } },
  ]);
});

it('a traced list that its reader leaves is released', async () => {
  let isReleased = false;
  const store = traceStore(
    storeOver(createMemoryStore(), {
      async *list() {
        try {
          yield [];
        } finally {
          isReleased = true;
        }
      },
    }),
    'own',
  );
  watchCalls();
  for await (const _ of store.list()) break;
  expect(isReleased).toBe(true);
});

it('the failure of a call is traced with its error', async () => {
  const error = unavailable();
  const store = traceStore(storeOver(createMemoryStore(), { get: () => Promise.reject(error) }), 'own');
  const calls = watchCalls();
  await expect(store.get('a')).rejects.toBe(error);
  expect(calls).toMatchObject([{ system: 'own', method: 'get', id: 'a', error }]);
});

it('the SQLite store traces its calls, and the size of each transaction', async () => {
  const store = await openForTest(await temporaryPath());
  const [calls, batches] = [watchCalls(), watchBatches()];
  await Promise.all([store.put('a', here), store.put('b', here), store.delete('c')]);
  await store.get('a');
  const methods = calls.map(({ system, method }) => `${system} ${method}`);
  expect(methods.sort()).toEqual(['sqlite delete', 'sqlite get', 'sqlite put', 'sqlite put']);
  expect(batches).toMatchObject([{ system: 'sqlite', kind: 'write', size: 3 }]);
});

describeUnless(lacks({ server: 'PostgreSQL' }))('with PostgreSQL', () => {
  const server = usePostgres();

  it('the PostgreSQL store traces its calls, and the size of each statement', async () => {
    const options = { url: server.url, table: 'traced' };
    await migratePostgres(options);
    await using store = await openPostgresStore(options);
    const [calls, batches] = [watchCalls(), watchBatches()];
    await Promise.all([store.put('a', here), store.put('b', here)]);
    await store.get('a');
    expect(calls).toHaveLength(3);
    expect(calls[0]).toMatchObject({ system: 'postgresql', method: 'put' });
    expect(batches).toMatchObject([
      { system: 'postgresql', kind: 'write', size: 2 },
      { system: 'postgresql', kind: 'read', size: 1 },
    ]);
  });
});

describeUnless(lacks({ server: 'Redis' }))('with Redis', () => {
  const server = useRedis();

  it('the Redis store traces its calls', async () => {
    await using store = await openRedisStore({ url: server.url, prefix: 'traced' });
    const calls = watchCalls();
    await store.put('a', here);
    expect(calls).toMatchObject([{ system: 'redis', method: 'put', id: 'a' }]);
  });
});
