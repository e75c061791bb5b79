import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { BatchWriter } from './batch-writer.ts';
import { OpenFile } from './database-file.ts';
import { type DatabaseSync, loadEngine } from './engine.ts';
import { failures } from './failures.ts';
import { carryOut as carryOutTask, type FileTask } from './file-tasks.ts';
import { createAreaIndex, createTable, hasAreaIndex, isEmpty, missingIndex, missingTable } from './schema.ts';
import { blockWhileBusy, inTransaction } from './transaction.ts';
import {
  type Order,
  type Reply,
  type ThreadSettings,
  toPosted,
  type WriteResult,
} from './writer-messages.ts';

// The entry of the threads of the store, which start-thread.ts starts: of the one that writes, and of those
// that read a whole file.
const data = workerData as ThreadSettings | FileTask;
const mainThread = parentPort as MessagePort;
if ('kind' in data) void carryOutTask(data).then((reply) => mainThread.postMessage(reply));
else void run(data, mainThread);

async function run(settings: ThreadSettings, port: MessagePort): Promise<void> {
  const { path } = settings;
  try {
    const writer = await open(settings);
    port.on('message', (order: Order) => port.postMessage(carryOut(order, writer, path)));
    port.postMessage({ results: [] } satisfies Reply);
  } catch (error) {
    port.postMessage({ error: toPosted(failures.wrap('open', path, error)) } satisfies Reply);
  }
}

function carryOut(order: Order, writer: BatchWriter, path: string): Reply {
  try {
    if (order.kind === 'count') return { results: [], count: writer.count() };
    return { results: perform(order, writer) };
  } catch (error) {
    return { error: toPosted(failures.wrap(order.kind === 'index' ? 'index' : 'write to', path, error)) };
  }
}

function perform(order: Exclude<Order, { kind: 'count' }>, writer: BatchWriter): readonly WriteResult[] {
  if (order.kind === 'commit') return writer.commit(order.writes, order.timeout);
  if (order.kind === 'index') writer.index(order.timeout);
  else writer.close();
  return [];
}

async function open(settings: ThreadSettings): Promise<BatchWriter> {
  const engine = await loadEngine();
  const database = new engine.DatabaseSync(settings.path);
  try {
    database.exec('PRAGMA busy_timeout = 0');
    const deadline = performance.now() + settings.busyTimeout;
    blockWhileBusy(deadline, () => prepare(database, settings), settings.stop);
    return new BatchWriter(database, settings.path, new OpenFile(engine, settings.path));
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Refuses the database of another program, and creates the table in an empty one. */
function prepare(database: DatabaseSync, { path, create, areas }: ThreadSettings): void {
  // Before the first write, so that the file of another program stays untouched.
  if (isEmpty(database, path) && !create) {
    throw missingTable(path);
  }
  if (areas && !create && !hasAreaIndex(database)) {
    throw missingIndex(path);
  }
  setUp(database, path);
  database.exec('BEGIN IMMEDIATE');
  inTransaction(database, () => {
    // Again, now that no other connection can write.
    if (!isEmpty(database, path)) return;
    createTable(database);
    if (areas) createAreaIndex(database);
  });
}

function setUp(database: DatabaseSync, path: string): void {
  // A write changes a page or two anywhere, so smaller pages make a shorter log. Existing files keep their
  // size.
  database.exec('PRAGMA page_size = 2048');
  const mode = database.prepare('PRAGMA journal_mode = WAL').get() as { readonly journal_mode: string };
  if (mode.journal_mode !== 'wal') {
    const problem = 'its file system does not support a write-ahead log; choose a path on a local disk';
    throw failures.unavailable('open', path, problem);
  }
  // On macOS, fsync alone does not reach the disk. An index is sorted in memory, since a folder for temporary
  // files may be missing.
  database.exec(`
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA checkpoint_fullfsync = ON;
    PRAGMA temp_store = MEMORY;
  `);
}
