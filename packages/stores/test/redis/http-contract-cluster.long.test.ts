import { openRedisStore } from '@location-records/stores/redis';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { registerHttpContractOver } from '../shared/http-contract-over.ts';
import { useCluster } from './use-cluster.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('Redis Cluster', () => {
  const cluster = useCluster();
  let number = 0;

  registerHttpContractOver('a Redis Cluster', async () => {
    const store = await openRedisStore({ url: cluster.urls, prefix: `case ${number++}`, timeout: 50_000 });
    return { store, remove: async () => {} };
  });
});
