import { setTimeout } from 'node:timers/promises';
import { type RedisServer, startPostgres, startRedisCluster } from '@location-records/dev-kit/engines';

/** A store whose engine can be made to fail, and what the store promises. */
export interface FailingEngine {
  readonly name: string;
  /** The store URL. */
  readonly url: string;
  /** Whether the store promises that no acknowledged write is lost. */
  readonly promises: boolean;
  /**
   * Kills the engine, or the part of it that `pick`, from 0 to below 1, chooses. With `isLagging` the part that takes
   * over lacks the last writes.
   */
  kill(pick: number, isLagging: boolean): Promise<void>;
  /** Starts what was killed again, once what is left has taken over. */
  recover(): Promise<void>;
  /** Waits until the engine is whole again. */
  mend(): Promise<void>;
  /** Ends the engine. */
  stop(): Promise<void>;
}

/** How long a replica is parted from its master before that is killed, in milliseconds, so that it lags. */
const lagMs = 200;

/**
 * The timeout of the store with WAIT, in milliseconds. There a replica is parted from its master for longer, so that a
 * write that is acknowledged without a confirmation is lost.
 */
const waitTimeoutMs = 1500;

/** A PostgreSQL server with its default settings, which is killed as a whole and started again. */
export async function startFailingPostgres(): Promise<FailingEngine> {
  const server = await startPostgres();
  return {
    name: 'PostgreSQL',
    url: server.url,
    promises: true,
    kill: () => server.kill(),
    recover: () => server.start(),
    mend: async () => {},
    stop: () => server.stop(),
  };
}

/**
 * A Redis Cluster of three masters with a replica each, of which one master is killed at a time. With `replicas` a write
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
    async kill(pick, isLagging) {
      const masters = await cluster.masters();
      killed = masters[Math.floor(pick * masters.length)] as RedisServer;
      if (isLagging) {
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

/** Replicas that are only paused would, when resumed, read what the kernel has kept for them. */
async function partFromReplicas(master: RedisServer): Promise<void> {
  await master.command('acl', 'setuser', 'default', '-psync', '-sync');
  await master.command('client', 'kill', 'type', 'replica');
}
