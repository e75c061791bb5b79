import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { StoreError } from '@location-records/core';
import { behindLinks } from './behind-links.ts';
import { sentence } from './store-failure.ts';

/** The write-ahead log of a database, which lies beside the file itself and not beside a link to it. */
export function logPathOf(realPath: string): string {
  return `${realPath}-wal`;
}

/** The index of that log, which the processes that have the database open share. */
export function indexPathOf(realPath: string): string {
  return `${realPath}-shm`;
}

/**
 * Refuses a log whose database is gone: SQLite would throw its records away for a new database.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` that names the log.
 */
export async function checkLogHasDatabase(path: string): Promise<void> {
  const logPath = logPathOf(await behindLinks(path));
  // The log first: whoever creates a database at this moment writes to the file before there is a log.
  if ((await sizeOf(logPath)) === 0 || (await sizeOf(path)) > 0) return;
  const problem = `the log ${JSON.stringify(logPath)} was left without its database, which is missing or empty; put that file back, choose another path, or move the log away to begin without its records`;
  throw new StoreError('STORE_UNSUITABLE', sentence('open', path, problem));
}

/** The size of a log in bytes; 0 when there is none. */
export function logSizeAt(logPath: string): number {
  return statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
}

/** In bytes; 0 when there is no file. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}
