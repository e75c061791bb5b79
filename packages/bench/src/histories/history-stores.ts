import { join } from 'node:path';
import { createMemoryStore, type LocationStore } from '@location-records/core';
import { withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { canStart, startPostgres, startRedis, startRedisCluster } from '@location-records/dev-kit/engines';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { openRedisStore } from '@location-records/stores/redis';
import { openSqliteStore } from '@location-records/stores/sqlite';

/** A store whose histories are recorded. */
export interface HistoryStore {
  readonly name: string;
  /** Whether this machine has what the store needs. */
  readonly isThere: () => boolean;
  /** Starts an engine without records, which runs until `act` is over. Other processes open it by its address. */
  readonly within: <T>(act: (address: string) => Promise<T>) => Promise<T>;
  /** Opens the records at an address. */
  readonly open: (address: string) => Promise<LocationStore>;
}

/** Every store whose histories are recorded. */
export const historyStores: readonly HistoryStore[] = [
  {
    name: 'memory',
    isThere: () => true,
    within: (act) => act(''),
    open: async () => createMemoryStore(),
  },
  {
    name: 'SQLite',
    isThere: () => true,
    within: (act) => withTemporaryFolder((folder) => act(join(folder, 'histories.db'))),
    open: (path) => openSqliteStore({ path }),
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
  },
  {
    name: 'Redis',
    isThere: () => canStart('Redis'),
    within: async (act) => whileRunning(await startRedis(), ({ url }) => act(url)),
    open: (url) => openRedisStore({ url }),
  },
  {
    name: 'Redis Cluster',
    isThere: () => canStart('Redis'),
    within: async (act) => whileRunning(await startRedisCluster(), ({ urls }) => act(urls.join(' '))),
    open: (urls) => openRedisStore({ url: urls.split(' ') }),
  },
];

/** The store of that name. */
export function historyStore(name: string): HistoryStore {
  const found = historyStores.find((store) => store.name === name);
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
