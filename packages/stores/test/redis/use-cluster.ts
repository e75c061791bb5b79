import { type RedisCluster, startRedisCluster } from '@location-records/workspace/engines';
import { afterAll, beforeAll } from 'vitest';

/** Provides a Redis Cluster for the file. */
export function useCluster(): Pick<RedisCluster, 'urls' | 'nodes' | 'masters' | 'settled'> {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  }, 60_000);
  afterAll(() => cluster.stop());
  return {
    get urls() {
      return cluster.urls;
    },
    get nodes() {
      return cluster.nodes;
    },
    masters: () => cluster.masters(),
    settled: () => cluster.settled(),
  };
}
