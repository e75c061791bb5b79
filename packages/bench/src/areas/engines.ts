import { join } from 'node:path';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { canStart, startPostgres, startRedis } from '@location-records/dev-kit/engines';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { openRedisStore } from '@location-records/stores/redis';
import { openSqliteStore } from '@location-records/stores/sqlite';
import type { AreaContestant, AreaEngine } from './contestant.ts';
import { openGeo } from './geo-commands.ts';
import { openKdbush } from './kdbush.ts';
import { ownContestant, putAll } from './own-store.ts';
import { openPointIndexes } from './point-indexes.ts';
import { openRtree } from './rtree.ts';

/** Every engine, with this project's store first. */
export const areaEngines: readonly AreaEngine[] = [
  {
    name: 'memory',
    isThere: () => true,
    open: async (records) => [
      ownContestant('memory store', createAreaMemoryStore(records)),
      openKdbush(records),
    ],
  },
  {
    name: 'SQLite',
    isThere: () => true,
    async open(records, folder) {
      const store = await openSqliteStore({ path: join(folder, 'own.db'), areas: true });
      await putAll(store, records);
      return [ownContestant('SQLite store', store), openRtree(join(folder, 'rtree.db'), records)];
    },
  },
  {
    name: 'PostgreSQL',
    isThere: () => canStart('PostgreSQL'),
    async open(records) {
      const server = await startPostgres();
      await migratePostgres({ url: server.url, areas: true });
      const store = await openPostgresStore({ url: server.url, areas: true });
      await putAll(store, records);
      return endingWith(server, [
        ownContestant('PostgreSQL store', store),
        ...(await openPointIndexes(server.url, records)),
      ]);
    },
  },
  {
    name: 'Redis',
    isThere: () => canStart('Redis'),
    async open(records) {
      const server = await startRedis();
      const store = await openRedisStore({ url: server.url, areas: true });
      await putAll(store, records);
      return endingWith(server, [ownContestant('Redis store', store), await openGeo(server.url, records)]);
    },
  },
];

/** Stops the server when the last contestant is closed. */
function endingWith(
  server: { stop(): Promise<void> },
  contestants: readonly AreaContestant[],
): readonly AreaContestant[] {
  const last = contestants.at(-1);
  return contestants.map((contestant) =>
    contestant === last
      ? { ...contestant, close: () => contestant.close().then(() => server.stop()) }
      : contestant,
  );
}
