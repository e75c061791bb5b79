import { realpathSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { BatchWriter } from './batch-writer.ts';
import type { DatabaseSync } from './database.ts';
import { loadEngine } from './engine.ts';
import { logPathOf } from './log-file.ts';
import { openForWriting } from './open-for-writing.ts';
import { packError } from './posted-error.ts';
import { type Attempt, storeFailure } from './store-failure.ts';
import { waitForLock } from './wait-for-lock.ts';
import { WriteAheadLog } from './write-ahead-log.ts';
import type { Batch, BatchReport, WriterData, WriterOrder, WriterReport } from './writer-messages.ts';

const data = workerData as WriterData;
const { path, interruption, maxLogSize } = data;

void open();

async function open(): Promise<void> {
  try {
    serve(openForWriting(await loadEngine(), data));
    report('opened');
  } catch (error) {
    reportFailure('open', error);
  }
}

function serve(database: DatabaseSync): void {
  const writer = new BatchWriter(database, path);
  const log = new WriteAheadLog(database, logPathOf(realpathSync(path)), maxLogSize);
  const commit = ({ writes, patience }: Batch): BatchReport => {
    const results =
      writes.length === 0 ? [] : waitForLock(interruption, patience, () => writer.commit(writes));
    return { results, logSize: log.bound() };
  };
  parentPort?.on('message', (order: WriterOrder) => {
    try {
      report(order === 'close' ? close(database) : commit(order));
    } catch (error) {
      // No error ends this thread: the next batch may find room on the disk again.
      reportFailure('write to', error);
    }
  });
}

function close(database: DatabaseSync): 'closed' {
  try {
    // Leaves all records in the one file, also where the engine closes its connections late.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // What cannot be moved now stays in the log, and is as durable there.
  }
  database.close();
  return 'closed';
}

function report(what: WriterReport): void {
  parentPort?.postMessage(what);
}

function reportFailure(attempt: Attempt, error: unknown): void {
  report(packError(storeFailure(attempt, path, error)));
}
