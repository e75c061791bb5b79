import { registerStoreContract, storeContract } from '@location-records/conformance';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { openRedisStore } from '@location-records/stores/redis';
import { it } from 'vitest';
import { useRedis } from './use-redis.ts';

describeUnless(lacks({ server: 'Redis' }))('the Redis store keeps the store contract', () => {
  const server = useRedis();

  registerStoreContract(storeContract, {
    it: (title, run) => it(title, run, 60_000),
    guarantees: { durable: false, shared: true, snapshot: false, listOrder: 'none' },
    async start() {
      const { prefix, remove } = server.makePrefix();
      return { open: () => openRedisStore({ url: server.url, prefix, timeout: 50_000 }), close: remove };
    },
  });
});
