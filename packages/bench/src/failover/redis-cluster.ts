import { setTimeout } from 'node:timers/promises';
import { type RedisServer, startRedisCluster } from '@location-records/dev-kit/engines';
import type { FailingEngine } from './failing-engine.ts';

/** How long a replica is kept from its master, in milliseconds, so that it is behind when that is killed. */
const lagMs = 200;

/**
 * The time-out of the store with WAIT, in milliseconds. There a replica is kept away for longer than that, so that a
 * write that is acknowledged without a confirmation is lost.
 */
const waitTimeoutMs = 1500;

/**
 * A Redis Cluster of three masters with a replica each, one master of which is killed at a time. With `replicas` a write
 * is acknowledged when this many replicas have it (WAIT).
 */
export async function startFailingCluster(replicas: number): Promise<FailingEngine> {
  const cluster = await startRedisCluster();
  const hosts = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const masterCount = (await cluster.masters()).length;
  let killed: RedisServer | undefined;
  const others = async () => (await cluster.masters()).filter((node) => node !== killed);
  return {
    name: replicas > 0 ? `Redis Cluster, WAIT ${replicas}` : 'Redis Cluster',
    url: replicas > 0 ? `redis://${hosts}?replicas=${replicas}&timeout=${waitTimeoutMs}` : `redis://${hosts}`,
    promises: replicas > 0,
    async kill(pick, lagging) {
      const masters = await cluster.masters();
      killed = masters[Math.floor(pick * masters.length)] as RedisServer;
      if (lagging) {
        await partFromReplicas(killed);
        await setTimeout(replicas > 0 ? waitTimeoutMs + 1000 : lagMs);
      }
      await killed.kill();
    },
    async recover() {
      if (!killed) return;
      // A master that is started again before a replica is promoted would be one without any records.
      while ((await others()).length < masterCount) await setTimeout(20);
      await killed.start();
    },
    mend: () => cluster.settled(),
    stop: () => cluster.stop(),
  };
}

/** A replica that is only paused would read what the kernel keeps for it when it is resumed. */
async function partFromReplicas(master: RedisServer): Promise<void> {
  await master.command('acl', 'setuser', 'default', '-psync', '-sync');
  await master.command('client', 'kill', 'type', 'replica');
}
