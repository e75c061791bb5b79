import { openRedisStore } from '@location-records/stores/redis';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { registerHttpContractOver } from '../shared/http-contract-over.ts';
import { useRedis } from './use-redis.ts';

describeUnless(lacks({ server: 'Redis' }))('Redis', () => {
  const server = useRedis();

  registerHttpContractOver('Redis', async () => {
    const { prefix, remove } = server.makePrefix();
    return { store: await openRedisStore({ url: server.url, prefix, timeout: 50_000 }), remove };
  });
});
