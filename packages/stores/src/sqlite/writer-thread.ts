import { parentPort, workerData } from 'node:worker_threads';
import { BatchWriter } from './batch-writer.ts';
import { type DatabaseSync, type Engine, loadEngine } from './engine.ts';
import { type Attempt, failures } from './failures.ts';
import {
  FileWatch,
  hasStrangers,
  identify,
  identifyFiles,
  isSameFile,
  type OpenFiles,
} from './open-files.ts';
import { openForWriting } from './open-for-writing.ts';
import { WriteAheadLog } from './write-ahead-log.ts';
import {
  type BatchReport,
  enterEngine,
  leaveEngine,
  type PostedBatch,
  packError,
  unpackWrites,
  type WriterData,
  type WriterOrder,
  type WriterReport,
  waitForLock,
} from './writer-protocol.ts';

const data = workerData as WriterData;
const { path, interruption, engineUse, maxLogSize } = data;

/** How often opening is tried while its path leads from file to file. */
const maxAttempts = 3;

void open();

async function open(): Promise<void> {
  try {
    const { database, files } = openFiles(await loadEngine());
    serve(database, files);
    report(files);
  } catch (error) {
    reportFailure('open', error);
  } finally {
    leaveEngine(engineUse);
  }
}

/** Opens the database; once more where another file was put in its place meanwhile. */
function openFiles(engine: Engine): { readonly database: DatabaseSync; readonly files: OpenFiles } {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const before = identify(path);
    const database = openForWriting(engine, data);
    try {
      const files = identifyFiles(path);
      // One that was not there was created.
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

function serve(database: DatabaseSync, files: OpenFiles): void {
  const writer = new BatchWriter(database, path);
  const log = new WriteAheadLog(database, files.log.path, maxLogSize);
  const watch = new FileWatch('write to', files);
  const carryOut = ({ writes: posted, patience }: PostedBatch): BatchReport => {
    const writes = unpackWrites(posted);
    if (writes.length === 0) return { results: [], logSize: log.bound() };
    // Files that go while a batch is made might as well have gone after it: it is with the records of before.
    const results = waitForLock(interruption, patience, () => {
      watch.checkBefore();
      return writer.commit(writes);
    });
    return { results, logSize: log.boundAfter(writes) };
  };
  parentPort?.on('message', (order: WriterOrder) => {
    if (!enterEngine(engineUse)) return;
    try {
      report(order === 'close' ? close(database, files) : carryOut(order));
    } catch (error) {
      if (watch.isLost) saveLog(database, files);
      // No error ends this thread: the next batch may find room on the disk again.
      reportFailure('write to', error);
    } finally {
      leaveEngine(engineUse);
    }
  });
}

function close(database: DatabaseSync, files: OpenFiles): 'closed' {
  // Leaves all records in the one file, also where the engine closes its connections late.
  saveLog(database, files);
  database.close();
  return 'closed';
}

/**
 * Moves the log into the open file, wherever that is by now. A log that is lost would take its records with it, and
 * one that stays beside another file would be taken for the log of that file.
 */
function saveLog(database: DatabaseSync, files: OpenFiles): void {
  // Another process may be using a log of its own for the same file.
  if (hasStrangers(files)) return;
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // What cannot be moved now stays in the log, and is as durable there.
  }
}

function report(what: WriterReport): void {
  parentPort?.postMessage(what);
}

function reportFailure(attempt: Attempt, error: unknown): void {
  report(packError(failures.wrap(attempt, path, error)));
}
