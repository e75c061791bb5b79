import { closeSync, openSync, realpathSync, statSync } from 'node:fs';
import { StoreError } from '@location-records/core';
import { logPathOf } from './log-file.ts';
import { readLog } from './read-log.ts';
import { sentence } from './store-failure.ts';

/** The page that holds this byte is never written: SQLite locks it. */
const lockedByte = 2 ** 30;

/**
 * Refuses a database that was cut short while it had a log. Without a log SQLite refuses it; with one it would
 * fill the gap with zeros, and lose what is written from then on. To be called before a connection is opened,
 * since the last one to close moves the log into the file.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when a page is neither in the file nor in the log.
 */
export function checkLength(path: string): void {
  // Twice, since another process may be moving its log into the file at this moment.
  if (isWhole(path) || isWhole(path)) return;
  const problem = 'the file was cut short; restore it from a backup, or choose another path';
  throw new StoreError('STORE_UNSUITABLE', sentence('open', path, problem));
}

function isWhole(path: string): boolean {
  const log = openLog(path);
  if (log === undefined) return true;
  try {
    const found = readLog(log);
    if (found === undefined) return true;
    const { pageSize, pageCount, pages } = found;
    const locked = lockedByte / pageSize + 1;
    for (let page = Math.floor(statSync(path).size / pageSize) + 1; page <= pageCount; page++) {
      if (!pages.has(page) && page !== locked) return false;
    }
    return true;
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
