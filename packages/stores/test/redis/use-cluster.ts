import { type RedisCluster, startRedisCluster } from '@location-records/workspace/engines';
import { afterAll, beforeAll } from 'vitest';

/** Provides a Redis Cluster for the file, with settings as in redis.conf. */
export function useCluster(
  settings: Readonly<Record<string, string>> = {},
): Pick<RedisCluster, 'urls' | 'nodes' | 'masters' | 'settled'> {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster({ settings });
  });
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
