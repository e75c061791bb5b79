import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type RedisServer, startRedis } from './start-redis.ts';

/** A Redis Cluster of three masters with a replica each. */
export interface RedisCluster {
  /** The URL of each node. */
  readonly urls: readonly string[];
  readonly nodes: readonly RedisServer[];
  /** Resolves to the nodes that are masters, as the first node that responds sees it. */
  masters(): Promise<RedisServer[]>;
  /** Resolves when every node considers the cluster complete, with a replica linked to each master. */
  settled(): Promise<void>;
  /** Ends all nodes, and removes their files. */
  stop(): Promise<void>;
}

const masterCount = 3;

/**
 * Starts a Redis Cluster on free ports of the loopback address. With the default `cluster-node-timeout`, 15 s, a node
 * that gets no processor time for some seconds is not replaced by its replica.
 */
export async function startRedisCluster({
  settings = {},
}: Parameters<typeof startRedis>[0] = {}): Promise<RedisCluster> {
  const nodes: RedisServer[] = [];
  while (nodes.length < 2 * masterCount) {
    const own = {
      'cluster-enabled': 'yes',
      'cluster-port': String(await freePort()),
    };
    nodes.push(await startRedis({ settings: { ...own, ...settings } }));
  }
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const flags = ['--cluster-replicas', '1', '--cluster-yes'];
  await nodes[0]?.command('--cluster', 'create', ...addresses, ...flags);
  const cluster: RedisCluster = {
    urls: nodes.map(({ url }) => url),
    nodes,
    async masters() {
      for (const node of nodes) {
        const table = await node.command('cluster', 'nodes').catch(() => '');
        const ports = mastersIn(table);
        if (table) return nodes.filter(({ port }) => ports.includes(port));
      }
      throw new Error('No node of the Redis Cluster responds.');
    },
    async settled() {
      for (const node of nodes) while (!(await isSettled(node))) await setTimeout(200);
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
  await cluster.settled();
  return cluster;
}

/** The ports of the masters in the lines of `CLUSTER NODES`. */
function mastersIn(table: string): readonly number[] {
  const lines = table.split('\n').filter((line) => /@.*\bmaster\b/.test(line) && !/\bfail\b/.test(line));
  return lines.map((line) => Number(/:(\d+)@/.exec(line)?.[1]));
}

/** Whether a node sees a complete cluster, and is a master with a replica, or a replica with a master. */
async function isSettled(node: RedisServer): Promise<boolean> {
  const ask = (...args: string[]) => node.command(...args).catch(() => '');
  const isComplete = (await ask('cluster', 'info')).includes('cluster_state:ok');
  if (!isComplete || mastersIn(await ask('cluster', 'nodes')).length !== masterCount) return false;
  const replication = await ask('info', 'replication');
  return replication.includes('role:master')
    ? /connected_slaves:1\b.*state=online/s.test(replication)
    : replication.includes('master_link_status:up');
}
