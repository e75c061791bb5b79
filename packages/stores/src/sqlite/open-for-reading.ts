import { pathToFileURL } from 'node:url';
import type { DatabaseSync } from './database.ts';
import type { Engine } from './engine.ts';

/**
 * Opens a reading connection with a page cache of `cacheKiB` KiB. It never waits: see {@link retryWhileBusy}. It never
 * creates the file, which the next start would take for a new store: every engine reads such a URI.
 */
export function openForReading(engine: Engine, path: string, cacheKiB: number): DatabaseSync {
  const database = new engine.DatabaseSync(`${pathToFileURL(path).href}?mode=rw`);
  try {
    database.exec(`PRAGMA busy_timeout = 0; PRAGMA query_only = ON; PRAGMA cache_size = -${cacheKiB}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
