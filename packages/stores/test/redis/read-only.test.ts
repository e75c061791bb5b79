import { openRedisStore } from '@location-records/stores/redis';
import { startRedis } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it, onTestFinished } from 'vitest';
import { sampleLocation } from './store-steps.ts';
import { useReadOnlyRedis } from './use-read-only-redis.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('Redis that this process may only read', () => {
  const redis = useReadOnlyRedis();

  it('a user with +@read opens a read-only store, whose writes reject before they are sent', async () => {
    const writer = await openRedisStore({ url: redis.server.url });
    onTestFinished(() => writer.close());
    await writer.put('a', sampleLocation(1));
    const store = await openRedisStore({ url: redis.readerUrl, readOnly: true });
    onTestFinished(() => store.close());
    expect(await store.get('a')).toEqual(sampleLocation(1));
    const refusal = { code: 'STORE_UNSUITABLE', message: expect.stringContaining('takes no writes') };
    await expect(store.put('a', sampleLocation(2))).rejects.toMatchObject(refusal);
    await expect(store.replace('a', sampleLocation(2))).rejects.toMatchObject(refusal);
    await expect(store.delete('a')).rejects.toMatchObject(refusal);
  });

  it('a prefix without records is refused, and not begun', async () => {
    const prefix = 'location-records empty';
    await expect(openRedisStore({ url: redis.readerUrl, prefix, readOnly: true })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('nothing is stored under the prefix'),
    });
    expect(await redis.server.command('exists', `${prefix}:format`)).toBe('0');
  });

  it('a replica opens a read-only store', async () => {
    const writer = await openRedisStore({ url: redis.server.url });
    onTestFinished(() => writer.close());
    const replica = await startRedis({ settings: { replicaof: `127.0.0.1 ${redis.server.port}` } });
    onTestFinished(() => replica.stop());
    while (!(await replica.command('info', 'replication')).includes('master_link_status:up'));
    await writer.put('b', sampleLocation(2));
    await redis.server.command('wait', '1', '0');
    const store = await openRedisStore({ url: replica.url, readOnly: true });
    onTestFinished(() => store.close());
    while ((await store.get('b')) === undefined);
    expect(await store.get('b')).toEqual(sampleLocation(2));
  });
});
