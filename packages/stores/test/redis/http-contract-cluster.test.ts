import { canStart } from '@location-records/engines';
import { openRedisStore } from '@location-records/stores/redis';
import { describe } from 'vitest';
import { registerHttpContractOver } from '../http-contract-over.ts';
import { useCluster } from './use-cluster.ts';

describe.runIf(canStart('Redis'))('Redis Cluster', () => {
  const cluster = useCluster();
  let number = 0;

  registerHttpContractOver('a Redis Cluster', async () => {
    const store = await openRedisStore({ url: cluster.urls, prefix: `case ${number++}`, timeout: 50_000 });
    return { store, remove: async () => {} };
  });
});
