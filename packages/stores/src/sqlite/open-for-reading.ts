import type { DatabaseSync } from './database.ts';
import type { Engine } from './engine.ts';

/** Opens a reading connection with a page cache of `cacheKiB` KiB. It never waits: see {@link retryWhileBusy}. */
export function openForReading(engine: Engine, path: string, cacheKiB: number): DatabaseSync {
  const database = new engine.DatabaseSync(path);
  try {
    database.exec(`PRAGMA busy_timeout = 0; PRAGMA query_only = ON; PRAGMA cache_size = -${cacheKiB}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
