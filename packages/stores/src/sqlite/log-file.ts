import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { StoreError } from '@location-records/core';
import { sentence } from './store-failure.ts';

/** Where SQLite keeps the write-ahead log of a database: beside the file itself, not beside a link to it. */
export function logPathOf(path: string): string {
  return `${realPathOf(path)}-wal`;
}

/**
 * Refuses a log whose database is gone: SQLite would throw its records away for a new database.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` that names the log.
 */
export async function checkLogHasDatabase(path: string): Promise<void> {
  const logPath = logPathOf(path);
  // The log first: whoever creates a database at this moment writes to the file before there is a log.
  if ((await sizeOf(logPath)) === 0 || (await sizeOf(path)) > 0) return;
  const problem = `the log ${JSON.stringify(logPath)} holds records, but its database is missing or empty; put that file back, choose another path, or move the log away to begin without its records`;
  throw new StoreError('STORE_UNSUITABLE', sentence('open', path, problem));
}

/** In bytes; 0 when there is no file. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // There is no file yet.
    return path;
  }
}
