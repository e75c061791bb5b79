import { createMemoryStore } from '@location-records/core';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { openRedisStore } from '@location-records/stores/redis';
import { openSqliteStore } from '@location-records/stores/sqlite';

/**
 * Opens a store in this process by its URL, as the command names it. PostgreSQL gets its table when it has none.
 *
 * @param {string} url
 */
export async function openStore(url) {
  const [scheme, rest] = /** @type {[string, string]} */ (url.split(/:(.*)/s, 2));
  if (scheme === 'memory') return createMemoryStore();
  if (scheme === 'sqlite') return openSqliteStore({ path: rest });
  if (scheme === 'redis') return openRedisStore({ url: nodesOf(rest) });
  await migratePostgres({ url });
  return openPostgresStore({ url });
}

/**
 * The URL of each node that one URL names.
 *
 * @param {string} rest what comes after `redis:`
 */
function nodesOf(rest) {
  return rest
    .slice(2)
    .split(',')
    .map((host) => `redis://${host}`);
}
