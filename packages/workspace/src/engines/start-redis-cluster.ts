import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { redisCli, redisCliLines } from './redis-cli.ts';
import { type RedisServer, type RedisSettings, startRedis } from './start-redis.ts';

/** A Redis Cluster of three masters with a replica each. */
export interface RedisCluster {
  /** The URL of each node. */
  readonly urls: readonly string[];
  readonly nodes: readonly RedisServer[];
  /** The nodes that are masters now, as the first node that responds sees it. */
  masters(): Promise<RedisServer[]>;
  /**
   * Resolves when every running node considers the cluster complete, with a replica linked to each master.
   */
  settled(): Promise<void>;
  /** Ends all nodes, and removes their files. */
  stop(): Promise<void>;
}

const masterCount = 3;
const replicasOfEach = 1;

/** Starts a Redis Cluster on free ports of the loopback address. */
export async function startRedisCluster({ settings = {} }: RedisSettings = {}): Promise<RedisCluster> {
  const nodes: RedisServer[] = [];
  for (let count = 0; count < masterCount * (1 + replicasOfEach); count++) {
    nodes.push(
      await startRedis({
        settings: {
          'cluster-enabled': 'yes',
          'cluster-node-timeout': '1000',
          'cluster-port': String(await freePort()),
          ...settings,
        },
      }),
    );
  }
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const [first] = nodes as [RedisServer];
  const flags = ['--cluster-replicas', String(replicasOfEach), '--cluster-yes'];
  await redisCli(first.port, ['--cluster', 'create', ...addresses, ...flags]);
  const cluster: RedisCluster = {
    urls: nodes.map(({ url }) => url),
    nodes,
    async masters() {
      const ports = await portsOfMasters(nodes);
      return nodes.filter(({ port }) => ports.has(port));
    },
    async settled() {
      let unsettled = await findUnsettled(nodes);
      while (unsettled) {
        await setTimeout(200);
        // Each question starts a process, so the node that was not ready is asked before the others.
        unsettled = (await isSettled(unsettled)) ? await findUnsettled(nodes) : unsettled;
      }
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
  await cluster.settled();
  return cluster;
}

async function portsOfMasters(nodes: readonly RedisServer[]): Promise<Set<number>> {
  for (const node of nodes) {
    const table = await node.command('cluster', 'nodes').catch(() => '');
    if (table) return new Set(mastersIn(table));
  }
  throw new Error('No node of the Redis Cluster responds.');
}

/** The ports of the masters in the lines of `CLUSTER NODES`. */
function mastersIn(table: string): readonly number[] {
  const lines = table.split('\n').filter((line) => /@.*\bmaster\b/.test(line) && !/\bfail\b/.test(line));
  return lines.map((line) => Number(/:(\d+)@/.exec(line)?.[1]));
}

/** The first node that does not consider the cluster settled, if there is one. */
async function findUnsettled(nodes: readonly RedisServer[]): Promise<RedisServer | undefined> {
  for (const node of nodes) if (!(await isSettled(node))) return node;
  return undefined;
}

/**
 * Whether a node considers the cluster complete, with all its masters, and is a master with a replica, or a
 * replica with a master.
 */
async function isSettled({ port }: RedisServer): Promise<boolean> {
  const commands = ['cluster info', 'cluster nodes', 'info replication'];
  const state = await redisCliLines(port, commands).catch(() => '');
  if (!state.includes('cluster_state:ok') || mastersIn(state).length !== masterCount) return false;
  return /role:master/.test(state)
    ? new RegExp(`connected_slaves:${replicasOfEach}[^]*state=online`).test(state)
    : state.includes('master_link_status:up');
}
