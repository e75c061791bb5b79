import { join } from 'node:path';
import { startPostgres, startRedis, startRedisCluster } from '@location-records/dev-kit/engines';

/** Where a store keeps its records during a campaign. */
export interface StoreServer {
  /** The store URL. */
  readonly url: string;
  /** Ends what was started for the store. */
  stop(): Promise<void>;
}

/** Starts what each store needs, with the default settings of its engine unless a comment says more. */
export const storeServers = {
  async SQLite(folder: string): Promise<StoreServer> {
    return { url: `sqlite:${join(folder, 'records.db')}`, stop: async () => {} };
  },
  PostgreSQL: (): Promise<StoreServer> => startPostgres(),
  /** PostgreSQL that waits for 2 ms before it flushes a commit, as with a slower disk. */
  'PostgreSQL, slow disk': (): Promise<StoreServer> =>
    startPostgres({ settings: { commit_delay: '2000', commit_siblings: '0' } }),
  Redis: (): Promise<StoreServer> => startRedis(),
  /** Redis that confirms a write when it is on the disk. */
  async 'Redis, AOF'(): Promise<StoreServer> {
    return startRedis({ settings: { appendonly: 'yes', appendfsync: 'always' } });
  },
  async 'Redis Cluster'(): Promise<StoreServer> {
    const { nodes, stop } = await startRedisCluster();
    return { url: `redis://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`, stop };
  },
} as const;

/** The name of a store that is a server or a file. */
export type StoreName = keyof typeof storeServers;
