import type { FileHandle } from 'node:fs/promises';
import { InvalidArgumentError, type LocationRecord, OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { FormatError, type FormatName, findFormat, textFormats } from '../formats.ts';
import { writeGeoPackage } from '../geopackage/write-geopackage.ts';
import { checkBatches, type RecordBatches, stringifyRecords } from '../stringify-records.ts';
import { checkPath, fileError } from './file-error.ts';
import { replaceFile } from './replace-file.ts';

/** Options of {@link writeRecords}. */
export interface WriteOptions {
  /** @default found by the ending of the file name */
  readonly format?: FormatName | undefined;
  /** Stops writing: the temporary file is removed, and the call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes records to a file, completely or not at all: under a temporary name in the same folder, which
 * replaces the file when all is on the disk.
 *
 * @throws {OptionError} if an option cannot work or is not known, or no format has this
 * ending.
 * @throws {InvalidArgumentError} about an argument, or a record that no store would accept.
 * @throws {FileError} if the file cannot be written.
 * @throws {FormatError} if an identifier is repeated in a GeoPackage (`FORMAT_INVALID`), or
 * this runtime has no SQLite (`FORMAT_UNAVAILABLE`).
 * @throws the error of the source of the records, or the reason of the signal.
 *
 * @example
 * await writeRecords('places.geojson', store.list());
 */
export async function writeRecords(
  path: string,
  batches: RecordBatches,
  options?: WriteOptions,
): Promise<void> {
  checkPath(path);
  checkBatches(batches);
  const { format = formatOf(path), signal } = checkOptionNames(options, ['format', 'signal']);
  checkOptionTypes('signal', { signal });
  if (format !== 'gpkg' && !textFormats.includes(format)) {
    throw new OptionError('format', `one of ${[...textFormats, 'gpkg'].join(', ')}`);
  }
  signal?.throwIfAborted();
  try {
    const write = async (temporary: string, file: FileHandle) => {
      const source = batchesUntil(batches, signal);
      if (format === 'gpkg') await writeGeoPackage(temporary, source);
      else await writeText(file, stringifyRecords(source, { format }));
    };
    await replaceFile(path, write, signal);
  } catch (error) {
    if (error instanceof SourceFailure) throw error.error;
    if (signal?.aborted && error === signal.reason) throw error;
    if (error instanceof FormatError || error instanceof InvalidArgumentError) throw error;
    throw fileError('write', path, error);
  }
}

/** How many characters are written at once: each write waits for a thread of the pool. */
const writeLength = 2 ** 19;

async function writeText(file: FileHandle, pieces: AsyncIterable<string>): Promise<void> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < writeLength) continue;
    await file.writeFile(text);
    text = '';
  }
  await file.writeFile(text);
}

/** @throws {OptionError} if no format has the ending of the path. */
function formatOf(path: string): FormatName {
  const format = findFormat(path);
  if (format !== undefined) return format;
  throw new OptionError('format', `given, because no format has the ending of ${JSON.stringify(path)}`);
}

/** Wraps the error of a source of records, to tell it from failures of the file. */
class SourceFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * Iterates over the batches of a source. Stops as soon as a signal aborts, even while the source is silent.
 *
 * @throws {SourceFailure} with the reason of the signal, or the error of the source.
 */
async function* batchesUntil(
  batches: RecordBatches,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  const iterator = iteratorOf(batches);
  let stop = () => {};
  const onAbort = () => stop();
  signal?.addEventListener('abort', onAbort);
  let isDone = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      // A race with one promise for all batches would keep every batch in memory.
      const { done, value } = await new Promise<IteratorResult<readonly LocationRecord[]>>(
        (resolve, reject) => {
          stop = () => reject(signal?.reason);
          Promise.resolve(iterator.next()).then(resolve, reject);
        },
      );
      isDone = done === true;
      if (isDone) return undefined;
      yield value;
    }
  } catch (error) {
    throw new SourceFailure(error);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    // Not awaited, because a silent source may never end.
    if (!isDone) Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function iteratorOf(batches: RecordBatches) {
  return Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
}
