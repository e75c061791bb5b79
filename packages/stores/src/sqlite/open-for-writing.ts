import { inTransaction } from './batch-writer.ts';
import { checkLength, checkLogBelongs } from './check-log.ts';
import type { DatabaseSync, Engine } from './engine.ts';
import { failures } from './failures.ts';
import { createSchema, isEmpty } from './schema.ts';
import { type WriterData, waitForLock } from './writer-protocol.ts';

/** Bytes: the write-ahead log shrinks to this size after a list that was read slowly has made it grow. */
const logSizeAfterwards = 67_108_864;

/**
 * Opens the writing connection: checks whose database it is, makes an empty one ours, and sees that it can be
 * written. Blocks the thread while another process holds it locked, for up to `busyTimeout` ms.
 */
export function openForWriting(
  engine: Engine,
  { path, create, busyTimeout, maxLogSize, interruption }: WriterData,
): DatabaseSync {
  checkLength(path);
  checkLogBelongs(engine, path);
  const database = new engine.DatabaseSync(path);
  try {
    // SQLite itself never waits: see waitForLock.
    database.exec('PRAGMA busy_timeout = 0');
    waitForLock(interruption, busyTimeout, () => prepare(database, path, create));
    // FULL: one fsync for each commit. The rest matters on macOS only, whose fsync does not reach the disk.
    database.exec(`
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA journal_size_limit = ${Math.min(logSizeAfterwards, maxLogSize)};
    `);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync, path: string, create: boolean): void {
  // Before anything is written, so that no other program's file is touched.
  if (isEmpty(database, path) && !create) {
    const problem = 'it is empty, and no database of this service yet; check the path';
    throw failures.unsuitable('open', path, problem);
  }
  checkLength(path, database);
  const mode = database.prepare('PRAGMA journal_mode = WAL').get() as { readonly journal_mode: string };
  if (mode.journal_mode !== 'wal') {
    const problem = 'its file system does not support a write-ahead log; choose a path on a local disk';
    throw failures.unavailable('open', path, problem);
  }
  // Once more, now that nobody else can write.
  inTransaction(database, () => {
    if (isEmpty(database, path)) createSchema(database);
  });
}
