import { StoreError } from '@location-records/core';
import { checkLength } from './check-length.ts';
import type { DatabaseSync } from './database.ts';
import type { Engine } from './engine.ts';
import { pauseThread } from './interruption.ts';
import { createSchema, isEmpty } from './schema.ts';
import { isBusy } from './sqlite-failure.ts';
import { sentence } from './store-failure.ts';
import { inTransaction } from './transaction.ts';
import type { WriterData } from './writer-messages.ts';

/** The write-ahead log shrinks to this size after a list that was read slowly has made it grow. */
const logSizeLimit = 67_108_864;
const pauseMs = 5;

/**
 * Opens the writing connection: checks whose database it is, makes an empty one ours, and sees that it can be
 * written. Blocks the thread while another process holds it locked, for at most `busyTimeout` ms.
 */
export function openForWriting(
  engine: Engine,
  { path, create, busyTimeout, interruption }: WriterData,
): DatabaseSync {
  checkLength(path);
  const database = new engine.DatabaseSync(path);
  try {
    // It waits here, not inside SQLite, where it could not be interrupted.
    database.exec('PRAGMA busy_timeout = 0');
    const deadline = performance.now() + busyTimeout;
    const prepareIt = () => prepare(database, path, create);
    while (!tryTo(prepareIt, deadline)) pauseThread(interruption, pauseMs);
    // FULL: one fsync for each commit. The rest matters on macOS only, whose fsync does not reach the disk.
    database.exec(`
      PRAGMA busy_timeout = ${busyTimeout};
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA journal_size_limit = ${logSizeLimit};
    `);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** `false` when another connection was in the way. */
function tryTo(act: () => void, deadline: number): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (!isBusy(error) || performance.now() >= deadline) throw error;
    return false;
  }
}

function prepare(database: DatabaseSync, path: string, create: boolean): void {
  // Before anything is written, so that no other program's file is touched.
  if (isEmpty(database, path) && !create) {
    const problem = 'it is empty, and no database of this service yet; check the path';
    throw new StoreError('STORE_UNSUITABLE', sentence('open', path, problem));
  }
  const mode = database.prepare('PRAGMA journal_mode = WAL').get() as { readonly journal_mode: string };
  if (mode.journal_mode !== 'wal') {
    const problem = 'its file system does not support a write-ahead log; choose a path on a local disk';
    throw new StoreError('STORE_UNAVAILABLE', sentence('open', path, problem));
  }
  // Once more, now that nobody else can write.
  inTransaction(database, () => {
    if (isEmpty(database, path)) createSchema(database);
  });
}
