import type { MessagePort } from 'node:worker_threads';
import { createAreaIndex, hasAreaIndex } from './area-index.ts';
import { BatchWriter } from './batch-writer.ts';
import { checkLength, checkLogBelongs } from './check-log.ts';
import { type DatabaseSync, type Engine, loadEngine } from './engine.ts';
import { failures } from './failures.ts';
import {
  emptyLog,
  FileWatch,
  hasStrangers,
  identify,
  identifyFiles,
  isSameFile,
  type OpenFiles,
  WriteAheadLog,
} from './open-files.ts';
import { createSchema, isEmpty, pageSizeOf, setPageSize } from './schema.ts';
import { inTransaction } from './transaction.ts';
import {
  type BatchReport,
  enterEngine,
  type IndexOrder,
  leaveEngine,
  type PostedBatch,
  packError,
  unpackWrites,
  type WriterData,
  type WriterOrder,
  type WriterReport,
  waitForLock,
} from './writer-protocol.ts';

/** How often opening is tried while the file is replaced again and again. */
const maxAttempts = 3;

/**
 * Runs the writer thread, which `port` connects with the main thread: opens the database, reports its files, and
 * commits batches until it is told to close.
 */
export async function runWriter(data: WriterData, port: MessagePort): Promise<void> {
  const report = (what: WriterReport) => port.postMessage(what);
  try {
    const { database, files } = openFiles(await loadEngine(), data);
    serve(data, port, database, files);
    report(files);
  } catch (error) {
    report(packError(failures.wrap('open', data.path, error)));
  } finally {
    leaveEngine(data.engineUse);
  }
}

/** Opens the database, and again when another file took its place meanwhile. */
function openFiles(
  engine: Engine,
  data: WriterData,
): { readonly database: DatabaseSync; readonly files: OpenFiles } {
  const { path } = data;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const before = identify(path);
    const database = openForWriting(engine, data);
    try {
      const files = identifyFiles(path);
      // A missing file was created.
      if (before === undefined || isSameFile(before, files.database)) return { database, files };
    } catch (error) {
      database.close();
      throw error;
    }
    database.close();
  }
  const problem = 'it was replaced while it was being opened; try again';
  throw failures.unavailable('open', path, problem);
}

function serve(
  { path, interruption, engineUse, maxLogSize, areas }: WriterData,
  port: MessagePort,
  database: DatabaseSync,
  files: OpenFiles,
): void {
  const report = (what: WriterReport) => port.postMessage(what);
  const writer = new BatchWriter(database, path, areas);
  const log = new WriteAheadLog(database, files.log.path, maxLogSize);
  const watch = new FileWatch('write to', files);
  const carryOut = ({ writes: posted, timeout }: PostedBatch): BatchReport => {
    const writes = unpackWrites(posted);
    if (writes.length === 0) return { results: [], logSize: log.bound() };
    // Files that vanish during a batch might as well have vanished after it.
    const results = waitForLock(interruption, timeout, () => {
      watch.checkBefore();
      return writer.commit(writes);
    });
    return { results, logSize: log.boundAfter(writes) };
  };
  const index = ({ timeout }: IndexOrder): BatchReport => {
    try {
      waitForLock(interruption, timeout, () => {
        watch.checkBefore();
        inTransaction(database, 'write', () => createAreaIndex(database));
      });
    } catch (error) {
      throw failures.wrap('index', path, error);
    }
    return { results: [], logSize: log.bound() };
  };
  const perform = (order: WriterOrder): WriterReport => {
    if (order === 'close') return close(database, files);
    return 'kind' in order ? index(order) : carryOut(order);
  };
  port.on('message', (order: WriterOrder) => {
    if (!enterEngine(engineUse)) return;
    try {
      report(perform(order));
    } catch (error) {
      if (watch.isLost) saveLog(database, files);
      // The thread goes on after any error: the disk may have room for the next batch.
      report(packError(failures.wrap('write to', path, error)));
    } finally {
      leaveEngine(engineUse);
    }
  });
}

function close(database: DatabaseSync, files: OpenFiles): 'closed' {
  // Leaves all records in one file, also with an engine that closes connections late.
  saveLog(database, files);
  database.close();
  return 'closed';
}

/**
 * Moves the log into the open file, wherever that is now. A lost log would lose its records. A log that stays
 * beside another file would be applied to that file.
 */
function saveLog(database: DatabaseSync, files: OpenFiles): void {
  // Another process may use a log of its own for the same file.
  if (!hasStrangers(files)) emptyLog(database);
}

/** The size in bytes to which the write-ahead log shrinks after a slow list made it grow. */
const logSizeAfterwards = 67_108_864;

/**
 * After how many bytes SQLite moves the log into the database: as many as its default of 1,000 pages has. With an index, a
 * write adds several pages instead of one. 64 MB instead of 4 took the share of the writes that is left from 0.65 to 0.75,
 * with pages of 4,096 bytes.
 */
const usualLogSize = 4_096_000;

/**
 * Opens the writing connection. It checks whose database it is, creates the table in an empty one, and checks
 * that it can be written. It blocks the thread while another process locks the file, for up to `busyTimeout`
 * ms.
 */
export function openForWriting(
  engine: Engine,
  { path, create, busyTimeout, maxLogSize, areas, interruption }: WriterData,
): DatabaseSync {
  checkLength(path);
  checkLogBelongs(engine, path);
  const database = new engine.DatabaseSync(path);
  try {
    // SQLite itself never waits for a lock: see waitForLock.
    database.exec('PRAGMA busy_timeout = 0');
    waitForLock(interruption, busyTimeout, () => prepare(database, { path, create, areas }));
    // FULL: one fsync for each commit. The other settings matter on macOS only, whose fsync does not reach
    // the disk.
    database.exec(`
      PRAGMA wal_autocheckpoint = ${Math.ceil(((areas ? 16 : 1) * usualLogSize) / pageSizeOf(database))};
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

function prepare(
  database: DatabaseSync,
  { path, create, areas }: Pick<WriterData, 'path' | 'create' | 'areas'>,
): void {
  // Before the first write, so that the file of another program stays untouched.
  if (isEmpty(database, path) && !create) {
    const problem = 'it is empty, and not a database of this service yet; check the path';
    throw failures.unsuitable('open', path, problem);
  }
  if (areas && !create && !hasAreaIndex(database)) {
    const problem = 'its index of area queries is missing; open it once with the option "areas" to build it';
    throw failures.unsuitable('open', path, problem);
  }
  checkLength(path, database);
  setPageSize(database);
  const mode = database.prepare('PRAGMA journal_mode = WAL').get() as { readonly journal_mode: string };
  if (mode.journal_mode !== 'wal') {
    const problem = 'its file system does not support a write-ahead log; choose a path on a local disk';
    throw failures.unavailable('open', path, problem);
  }
  // Once more, now that no other connection can write.
  inTransaction(database, 'write', () => {
    if (isEmpty(database, path)) createSchema(database, areas);
  });
}
