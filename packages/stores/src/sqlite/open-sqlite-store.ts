import { once } from 'node:events';
import type { ExchangeStore } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { traceStore } from '../tracing/trace-store.ts';
import { SqliteAreaStore } from './area-store.ts';
import { checkFile } from './database-file.ts';
import { type Engine, loadEngine } from './engine.ts';
import { failures } from './failures.ts';
import { checkOptions, type Settings, type SqliteStoreOptions } from './options.ts';
import { Reader } from './reader.ts';
import { hasAreaIndex, isEmpty, missingIndex, missingTable } from './schema.ts';
import { type SqliteParts, SqliteStore } from './sqlite-store.ts';
import { Writer } from './writer.ts';

/**
 * Opens a store in an SQLite file, for any number of processes on one machine. Other programs find the
 * records in the table `locations` (`id`, `description`, `latitude`, `longitude`), and may write there.
 *
 * A resolved write is on the disk (write-ahead log, `synchronous=FULL`). A thread commits concurrent writes
 * together, and reads never wait for it. With `areas: true` the store also finds records by their
 * coordinates.
 *
 * @example
 * const store = await openSqliteStore({ path: './locations.db' });
 *
 * @throws {OptionError} (as a rejection) if an option cannot work or is unknown.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` if the file cannot be opened and written to now,
 * `STORE_UNSUITABLE` if it is not a database of this service, or damaged. Such a file is left as it is.
 * @throws the reason of the signal (as a rejection) if it is aborted.
 */
export function openSqliteStore(
  options: SqliteStoreOptions & { readonly areas: true },
): Promise<AreaStore & ExchangeStore & AsyncDisposable>;
export function openSqliteStore(options: SqliteStoreOptions): Promise<ExchangeStore & AsyncDisposable>;
export async function openSqliteStore(options: SqliteStoreOptions): Promise<ExchangeStore & AsyncDisposable> {
  const settings = checkOptions(options);
  const { file, signal } = settings;
  signal?.throwIfAborted();
  const engine = await loadEngine();
  checkFile(engine, file);
  if (file.readOnly) return openReadOnly(engine, settings);
  const writer = new Writer(file);
  try {
    await orAborted(writer.opened(), signal);
    return storeOver({ settings, writer, reader: new Reader(engine, file) }, file.areas);
  } catch (error) {
    // A second error would hide the first.
    await (signal?.aborted ? writer.giveUp() : writer.close()).catch(() => {});
    throw signal?.aborted ? signal.reason : failures.wrap('open', file.path, error);
  }
}

/** Settles as the promise does, or rejects with the reason of the signal if that comes first. */
async function orAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise;
  const end = new AbortController();
  const aborted = once(signal, 'abort', { signal: end.signal }).then(() => signal.throwIfAborted());
  try {
    await Promise.race([promise, aborted]);
  } finally {
    end.abort();
    aborted.catch(() => {});
    promise.catch(() => {});
  }
}

function storeOver(parts: SqliteParts, areas = false) {
  return traceStore(areas ? new SqliteAreaStore(parts) : new SqliteStore(parts), 'sqlite');
}

function openReadOnly(engine: Engine, settings: Settings) {
  const { path, areas } = settings.file;
  let reader: Reader | undefined;
  try {
    reader = new Reader(engine, settings.file);
    if (isEmpty(reader.database, path)) throw missingTable(path);
    const isIndexed = hasAreaIndex(reader.database);
    if (areas && !isIndexed) throw missingIndex(path);
    return storeOver({ settings, reader }, areas ?? isIndexed);
  } catch (error) {
    reader?.close();
    throw failures.wrap('open', path, error);
  }
}
