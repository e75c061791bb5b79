import { registerStoreContract, storeContract } from '@location-records/conformance';
import { openRedisStore } from '@location-records/stores/redis';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { describe, it } from 'vitest';
import { useRedis } from './use-redis.ts';

describeUnless(lacks({ server: 'Redis' }))('the Redis store keeps the store contract', () => {
  const server = useRedis();

  const guarantees = { durable: false, shared: true, listOrder: 'none', exchanges: true } as const;
  const areaCases = storeContract.filter(({ offers }) => offers === 'within');
  describe.each([
    ['without area queries', storeContract, { areas: undefined }, guarantees],
    ['with area queries', areaCases, { areas: true }, { ...guarantees, areaOrder: 'own' }],
    ['with one bucket', areaCases, { areas: true, buckets: 1 }, { ...guarantees, areaOrder: 'own' }],
  ] as const)('%s', (_, cases, options, guarantees) => {
    registerStoreContract(cases, {
      it: (title, run) => it(title, run),
      guarantees,
      async start() {
        const { prefix, remove } = server.makePrefix();
        const open = () => openRedisStore({ url: server.url, prefix, timeout: 50_000, ...options });
        return { open, close: remove };
      },
    });
  });
});
