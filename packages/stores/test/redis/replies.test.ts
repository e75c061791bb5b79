import { openRedisStore } from '@location-records/stores/redis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FakeReply, startFakeRedis } from './fake-redis.ts';
import { failureOf, listAll, sampleLocation } from './store-steps.ts';

const refusals = [
  ['LOADING Redis is loading the dataset in memory', 'still loading'],
  ['CLUSTERDOWN Hash slot not served', 'bring back its missing nodes'],
  ["MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", 'lost its master'],
  ["READONLY You can't write against a read only replica.", 'name its master'],
  ['MISCONF Redis is configured to save RDB snapshots, but …', 'free space on its disk'],
  ["OOM command not allowed when used memory > 'maxmemory'.", 'raise its maxmemory'],
  ['NOREPLICAS Not enough good replicas to write.', 'min-replicas-to-write'],
  ['NOAUTH Authentication required.', 'give one in the URL'],
  ["NOPERM User x has no permissions to run the 'hset' command", 'lacks permissions'],
  ['BUSY Redis is busy running a script. You can only call SCRIPT KILL', 'busy with a script'],
  ['TRYAGAIN Multiple keys request during rehashing of slot', 'is moving'],
  ['ERR something unknown', 'says "ERR something unknown"'],
] as const;

describe('a server that says no makes calls reject with one line that says what to do', {
  timeout: 60_000,
}, () => {
  it.each(refusals)('%s', async (reply, advice) => {
    const { store, endpoint: name } = await openFake(([command]) =>
      command === 'HSET' || command === 'HGET' ? `-${reply}\r\n` : null,
    );
    const written = await failureOf(store.put('a', sampleLocation(1)));
    const read = await failureOf(store.get('a'));
    expect(written.code).toBe('STORE_UNAVAILABLE');
    expect(written.message).toContain(`Cannot write to the Redis store "${name}"`);
    expect(written.message).toContain(advice);
    expect(read.message).toContain(`Cannot read from the Redis store "${name}"`);
    expect(read.message).toContain(advice);
  });

  it.each([
    'ERR Error running script (call to f_0): @user_script:1: @user_script: 1: -OOM command not allowed when used memory > maxmemory.',
    "OOM command not allowed when used memory > 'maxmemory'. script: 0, on @user_script:1.",
  ])('from within a script: %s', async (reply) => {
    const { store } = await openFake(([command]) => (command === 'EVAL' ? `-${reply}\r\n` : null));
    expect((await failureOf(store.replace('a', sampleLocation(1)))).message).toContain('raise its maxmemory');
  });

  it('a reply outside the protocol', async () => {
    const { store } = await openFake(([command]) => (command === 'HGET' ? 'HTTP/1.1 200 OK\r\n' : null));
    expect((await failureOf(store.get('a'))).code).toBe('STORE_UNAVAILABLE');
  });
});

describe('a server that says no for a while', () => {
  it.each([
    'LOADING x',
    'CLUSTERDOWN x',
    'MASTERDOWN x',
    'TRYAGAIN x',
    'READONLY x',
    'BUSY x',
    'NOREPLICAS x',
  ])('is asked again: %s', async (reply) => {
    let times = 0;
    const { store } = await openFake(([command]) => {
      if (command !== 'HSET' && command !== 'HGETALL') return null;
      return times++ < 2 ? `-${reply}\r\n` : null;
    }, 60_000);
    await store.put('a', sampleLocation(1));
    expect(times).toBe(3);
    times = 0;
    expect(await listAll(store)).toEqual([]);
  });
});

it('a server that has become a replica is left by lists and reads too', async () => {
  let times = 0;
  const { store, received } = await openFake(([command]) =>
    command === 'HSET' && times++ === 0 ? '-READONLY x\r\n' : null,
  );
  await listAll(store);
  await store.put('a', sampleLocation(1));
  await listAll(store);
  const connections = received.filter(([, command]) => command === 'HGETALL').map(([number]) => number);
  expect(connections.at(-1)).not.toBe(connections[0]);
});

/** A store on a server that replies as `reply` says once it is open. */
async function openFake(
  reply: (...args: Parameters<Parameters<typeof startFakeRedis>[0]>) => FakeReply | null,
  timeout = 1500,
) {
  const server = await startFakeRedis(reply);
  const store = await openRedisStore({ url: server.url, timeout });
  onTestFinished(async () => {
    await store.close();
    await server.stop();
  });
  return { store, received: server.received, endpoint: `127.0.0.1:${server.port}` };
}
