import { join } from 'node:path';
import { createMemoryStore, type LocationStore } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { canStart, startPostgres, startRedis, startRedisCluster } from '@location-records/dev-kit/engines';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { openRedisStore } from '@location-records/stores/redis';
import { openSqliteStore } from '@location-records/stores/sqlite';

/** A store on an engine of its own. */
export interface EngineStore {
  readonly name: string;
  /** Whether this machine has what the store needs. */
  readonly isThere: () => boolean;
  /** Starts an engine without records, which runs until `act` is over. Other processes open it by its address. */
  readonly within: <T>(act: (address: string) => Promise<T>) => Promise<T>;
  /** Opens the records at an address. */
  readonly open: (address: string) => Promise<LocationStore>;
  /** The same for stores that can write for other processes, in such a process: the one that has forked it writes. */
  readonly openRemote?: (address: string) => Promise<LocationStore>;
  /** The same for area queries; the engine is prepared for them. Redis has `buckets`, as many as usual by default. */
  readonly openAreas: (address: string, buckets?: number) => Promise<AreaStore>;
}

/** How long a call for area queries may take on a busy machine, in milliseconds. */
const timeout = 60_000;

/** Every store, each on an engine of its own. */
export const engineStores: readonly EngineStore[] = [
  {
    name: 'memory',
    isThere: () => true,
    within: (act) => act(''),
    open: async () => createMemoryStore(),
    openAreas: async () => createAreaMemoryStore(),
  },
  {
    name: 'SQLite',
    isThere: () => true,
    within: (act) => withTemporaryFolder((folder) => act(join(folder, 'records.db'))),
    open: (path) => openSqliteStore({ path }),
    openRemote: (path) => openSqliteStore({ path, writer: process }),
    openAreas: (path) => openSqliteStore({ path, areas: true }),
  },
  {
    name: 'PostgreSQL',
    isThere: () => canStart('PostgreSQL'),
    within: async (act) =>
      whileRunning(await startPostgres(), async ({ url }) => {
        await migratePostgres({ url });
        return act(url);
      }),
    open: (url) => openPostgresStore({ url }),
    openAreas: async (url) => {
      await migratePostgres({ url, areas: true });
      return openPostgresStore({ url, areas: true, timeout });
    },
  },
  {
    name: 'Redis',
    isThere: () => canStart('Redis'),
    within: async (act) => whileRunning(await startRedis(), ({ url }) => act(url)),
    open: (url) => openRedisStore({ url }),
    openAreas: (url, buckets) => openRedisStore({ url, areas: true, timeout, buckets }),
  },
  {
    name: 'Redis Cluster',
    isThere: () => canStart('Redis'),
    within: async (act) => whileRunning(await startRedisCluster(), ({ urls }) => act(urls.join(' '))),
    open: (urls) => openRedisStore({ url: urls.split(' ') }),
    openAreas: (urls, buckets) => openRedisStore({ url: urls.split(' '), areas: true, timeout, buckets }),
  },
];

/** The store of that name. */
export function engineStore(name: string): EngineStore {
  const found = engineStores.find((store) => store.name === name);
  if (!found) throw new Error(`There is no store "${name}".`);
  return found;
}

async function whileRunning<Server extends { stop(): Promise<void> }, T>(
  server: Server,
  act: (server: Server) => Promise<T>,
): Promise<T> {
  try {
    return await act(server);
  } finally {
    await server.stop();
  }
}
