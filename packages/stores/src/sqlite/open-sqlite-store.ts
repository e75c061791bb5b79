import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AreaReader } from './area-reader.ts';
import { AreaFileStore, type SqliteAreaStore } from './area-store.ts';
import { checkLogHasDatabase } from './check-log.ts';
import { checkPath } from './check-path.ts';
import { type DatabaseSync, type Engine, loadEngine, openForReading } from './engine.ts';
import { failures } from './failures.ts';
import { ListReaders } from './list-readers.ts';
import { checkOpenFiles, FileWatch, type OpenFiles } from './open-files.ts';
import { checkOptions, type Settings, type SqliteStoreOptions } from './options.ts';
import { RecordReader } from './record-reader.ts';
import { reachWriter } from './remote-writer.ts';
import { FileStore, retryWhileBusy, type SqliteStore } from './sqlite-store.ts';
import { OwnWriter, type StoreWriter } from './store-writer.ts';
import { WriterThreadClient } from './writer-client.ts';
import {
  createEngineUse,
  createInterruption,
  interrupt,
  leaveBeforeExit,
  type WriterData,
} from './writer-protocol.ts';

const cacheKiB = 8192;

/**
 * Opens a store in an SQLite file, for any number of processes on one machine. In a new file, other programs find the
 * records in the view `records` (`id`, `description`, `latitude`, `longitude`).
 *
 * A resolved write is on the disk (write-ahead log, `synchronous=FULL`). A thread commits the concurrent
 * writes of a moment together, and reads never wait for it. A list shows the records of one moment by the
 * bytes of their identifiers. With `areas: true` it is a {@link SqliteAreaStore}, which also finds records by their
 * coordinates. With `writer` the store of another process commits its writes.
 *
 * @example
 * const store = await openSqliteStore({ path: './locations.db' });
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when the file cannot be opened and written now,
 * `STORE_UNSUITABLE` when it is not a database of this service, newer, or damaged. Such a file is left as it is.
 * @throws the reason of the signal (as a rejection) when that stops opening.
 */
export function openSqliteStore(
  options: SqliteStoreOptions & { readonly areas: true },
): Promise<SqliteAreaStore>;
export function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore>;
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { signal, writer: channel, onWarning, onIndexing, ...settings } = checkOptions(options);
  const { path, create, busyTimeout } = settings;
  const deadline = performance.now() + busyTimeout;
  signal?.throwIfAborted();
  await checkPath(path, create && channel === undefined);
  await checkLogHasDatabase(path);
  const engine = await loadEngine();
  const { writer, files } = await (channel
    ? reachWriter({ channel, path, timeout: busyTimeout }, { deadline, signal })
    : startWriter(settings, signal));
  try {
    const { areas, isIndexed, records } = await retryWhileBusy(deadline, () => {
      signal?.throwIfAborted();
      return openReaders(engine, path, files, settings.areas);
    });
    const watch = new FileWatch('read from', files);
    const lists = new ListReaders(engine, path, watch);
    const parts = { ...settings, files, watch, records, lists, writer, onWarning };
    return areas ? new AreaFileStore({ ...parts, areas, isIndexed, onIndexing }) : new FileStore(parts);
  } catch (error) {
    // A second error would hide the first.
    await writer.close().catch(() => {});
    throw signal?.aborted ? signal.reason : failures.wrap('open', path, error);
  }
}

/** A writer, and the files that it has open. */
interface OpenWriter {
  readonly writer: StoreWriter;
  readonly files: OpenFiles;
}

/** Starts the writer of this process. Rejects as opening does. */
async function startWriter(settings: Settings, signal: AbortSignal | undefined): Promise<OpenWriter> {
  const { path, busyTimeout } = settings;
  const interruption = createInterruption();
  const thread = startWriterThread({ ...settings, interruption, engineUse: createEngineUse() });
  const client = new WriterThreadClient(thread, path);
  const giveUp = () => interrupt(interruption);
  signal?.addEventListener('abort', giveUp);
  try {
    if (signal?.aborted) giveUp();
    return { files: await client.opened(), writer: new OwnWriter(client, busyTimeout) };
  } catch (error) {
    throw signal?.aborted ? signal.reason : failures.wrap('open', path, error);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** The connections that read on this thread, apart from lists. */
function openReaders(engine: Engine, path: string, files: OpenFiles, withAreas: boolean) {
  const opened: DatabaseSync[] = [];
  const open = (): DatabaseSync => {
    const database = openForReading(engine, path, cacheKiB);
    opened.push(database);
    return database;
  };
  try {
    const records = new RecordReader(open(), path);
    const areas = withAreas ? new AreaReader(open(), path) : undefined;
    const isIndexed = areas?.hasIndex() ?? false;
    checkOpenFiles('open', files);
    return { records, areas, isIndexed };
  } catch (error) {
    for (const database of opened) database.close();
    throw error;
  }
}

/** Starts the writer thread. A process that ends waits until the thread has left the engine. */
function startWriterThread(data: WriterData): Worker {
  const worker = startThread(data);
  worker.once('exit', leaveBeforeExit(data.engineUse, data.interruption));
  return worker;
}

/** From the file beside this one: `.ts` in the source, `.js` or `.cjs` when built. */
function startThread(workerData: WriterData): Worker {
  // "import.meta.url" must be written in full: the CommonJS build replaces exactly that.
  const file = new URL(`./writer-thread${extname(import.meta.url)}`, import.meta.url);
  const options = { workerData, name: 'location-records' };
  if (!inheritsInputType()) return new Worker(file, options);
  return new Worker(`import(${JSON.stringify(file.href)})`, { ...options, eval: true });
}

/**
 * Whether the program was started with `--input-type`, with which Node refuses to start a thread from a file.
 * The flag cannot be kept from the thread: a thread with `execArgv` of its own refuses flags of the process
 * such as `--max-old-space-size`, and still takes the flags of `NODE_OPTIONS`.
 */
function inheritsInputType(): boolean {
  return [...process.execArgv, process.env.NODE_OPTIONS].some((flags) => flags?.includes('--input-type'));
}
