import { closeSync, openSync, realpathSync, statSync } from 'node:fs';
import { StoreError } from '@location-records/core';
import type { DatabaseSync } from './database.ts';
import { logPathOf } from './log-file.ts';
import { type LogContent, readLog } from './read-log.ts';
import { sentence } from './store-failure.ts';

/** The page that holds this byte is never written: SQLite locks it. */
const lockedByte = 2 ** 30;

/** How long a database is, its log included. */
type Extent = Pick<LogContent, 'pageSize' | 'pageCount'>;

/**
 * Refuses a database that was cut short. SQLite notices that only where there is no log and a whole page is missing. It
 * fills every other gap with zeros, so that records change, and what is written from then on is lost.
 *
 * To be called without `database` before a connection is opened, for a file with a log: the last connection to close
 * moves the log into the file. And with the connection once it can read, for a last page that is there in part.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when a page is neither in the file nor in the log.
 */
export function checkLength(path: string, database?: DatabaseSync): void {
  // Twice, since another process may be moving its log into the file at this moment.
  if (isWhole(path, database) || isWhole(path, database)) return;
  const logPath = JSON.stringify(logPathOf(realpathSync(path)));
  const problem = database
    ? 'the file was cut short; restore it from a backup, or choose another path'
    : `the file was cut short, or its log ${logPath} is that of another file; restore the file from a backup and move that log away, or choose another path`;
  throw new StoreError('STORE_UNSUITABLE', sentence('open', path, problem));
}

function isWhole(path: string, database: DatabaseSync | undefined): boolean {
  const known = database && extentOf(database);
  // Spares reading the log, which may be long.
  if (known && statSync(path).size >= known.pageSize * known.pageCount) return true;
  const log = logContentOf(path);
  const extent = known ?? log;
  if (extent === undefined) return true;
  const { pageSize, pageCount } = extent;
  const locked = lockedByte / pageSize + 1;
  for (let page = Math.floor(statSync(path).size / pageSize) + 1; page <= pageCount; page++) {
    if (!log?.pages.has(page) && page !== locked) return false;
  }
  return true;
}

function extentOf(database: DatabaseSync): Extent {
  const sql =
    'SELECT page_size AS pageSize, page_count AS pageCount FROM pragma_page_size, pragma_page_count';
  return database.prepare(sql).get() as Extent;
}

function logContentOf(path: string): LogContent | undefined {
  const log = openLog(path);
  if (log === undefined) return undefined;
  try {
    return readLog(log);
  } finally {
    closeSync(log);
  }
}

function openLog(path: string): number | undefined {
  try {
    return openSync(logPathOf(realpathSync(path)), 'r');
  } catch {
    // There is no log, or no file, or SQLite will say what is wrong with it.
    return undefined;
  }
}
