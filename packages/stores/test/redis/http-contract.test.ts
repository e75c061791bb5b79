import { isThere } from '@location-records/engines';
import { openRedisStore } from '@location-records/stores/redis';
import { describe } from 'vitest';
import { registerHttpContractOver } from '../http-contract-over.ts';
import { useRedis } from './use-redis.ts';

describe.runIf(isThere('Redis'))('Redis', () => {
  const server = useRedis();

  registerHttpContractOver('Redis', async () => {
    const { prefix, remove } = server.makePrefix();
    return { store: await openRedisStore({ url: server.url, prefix, timeout: 50_000 }), remove };
  });
});
