import { registerStoreContract, storeContract } from '@location-records/conformance';
import { openRedisStore } from '@location-records/stores/redis';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { describe, it } from 'vitest';
import { useCluster } from './use-cluster.ts';

const title = 'the Redis store keeps the store contract on a cluster, with writes that a replica confirms';
describeUnless(lacks({ ownServer: 'Redis' }))(title, () => {
  const cluster = useCluster();
  let number = 0;

  const guarantees = { durable: false, shared: true, listOrder: 'none', exchanges: true } as const;
  describe.each([
    ['without area queries', { areas: false }, guarantees],
    ['with area queries', { areas: true }, { ...guarantees, areaOrder: 'own' }],
  ] as const)('%s', (_, options, guarantees) => {
    registerStoreContract(storeContract, {
      it: (name, run) => it(name, run),
      guarantees,
      async start() {
        const url = cluster.urls.slice(0, 2);
        const prefix = `case ${number++}`;
        return { open: () => openRedisStore({ url, prefix, replicas: 1, timeout: 50_000, ...options }) };
      },
    });
  });
});
