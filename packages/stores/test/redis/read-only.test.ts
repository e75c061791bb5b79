import { registerStoreContract } from '@location-records/conformance';
import { openRedisStore } from '@location-records/stores/redis';
import { type RedisServer, startRedis } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readingCases, splitStore } from '../shared/split-store.ts';
import { sampleLocation } from './store-steps.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('Redis that this process may only read', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
    const permissions = ['~location-records*', '+@read', '+@connection', '+info'];
    await server.command('acl', 'setuser', 'reader', 'on', '>x', ...permissions);
  });
  afterAll(() => server.stop());
  const readerUrl = () => `redis://reader:x@127.0.0.1:${server.port}`;

  it('a user with +@read opens a read-only store, whose writes reject before they are sent', async () => {
    const writer = await openRedisStore({ url: server.url });
    onTestFinished(() => writer.close());
    await writer.put('a', sampleLocation(1));
    const store = await openRedisStore({ url: readerUrl(), readOnly: true });
    onTestFinished(() => store.close());
    expect(await store.get('a')).toEqual(sampleLocation(1));
    const refusal = { code: 'STORE_UNSUITABLE', message: expect.stringContaining('takes no writes') };
    await expect(store.put('a', sampleLocation(2))).rejects.toMatchObject(refusal);
    await expect(store.replace('a', sampleLocation(2))).rejects.toMatchObject(refusal);
    await expect(store.delete('a')).rejects.toMatchObject(refusal);
  });

  it('a prefix without records is refused, and not begun', async () => {
    const prefix = 'location-records empty';
    await expect(openRedisStore({ url: readerUrl(), prefix, readOnly: true })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringContaining('nothing is stored under the prefix'),
    });
    expect(await server.command('exists', `${prefix}:format`)).toBe('0');
  });

  it('a replica opens a read-only store', async () => {
    const writer = await openRedisStore({ url: server.url });
    onTestFinished(() => writer.close());
    const replica = await startRedis({ settings: { replicaof: `127.0.0.1 ${server.port}` } });
    onTestFinished(() => replica.stop());
    while (!(await replica.command('info', 'replication')).includes('master_link_status:up'));
    await writer.put('b', sampleLocation(2));
    await server.command('wait', '1', '0');
    const store = await openRedisStore({ url: replica.url, readOnly: true });
    onTestFinished(() => store.close());
    while ((await store.get('b')) === undefined);
    expect(await store.get('b')).toEqual(sampleLocation(2));
  });

  describe.each([undefined, true])(
    'a user with +@read keeps the cases of the store contract that read, areas: %s',
    (areas) => {
      const cases = readingCases.filter(({ offers }) => !areas || offers === 'within');
      registerStoreContract(cases, {
        it: (title, run) => it(title, run),
        guarantees: {
          durable: false,
          shared: true,
          listOrder: 'none',
          exchanges: true,
          areaOrder: areas ? 'own' : undefined,
        },
        async start() {
          const prefix = `location-records ${crypto.randomUUID()}`;
          const more = { prefix, timeout: 50_000 };
          return {
            async open() {
              const writer = await openRedisStore({ url: server.url, ...more, areas });
              return splitStore(writer, await openRedisStore({ url: readerUrl(), ...more, readOnly: true }));
            },
          };
        },
      });
    },
  );
});
