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
  /**
   * The format.
   * @default told by the ending of the file name
   */
  readonly format?: FormatName | undefined;
  /** Stops writing: the temporary file is removed, and the call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes records to a file, as a whole or not at all: under a temporary name in the same folder, which takes
 * the place of the file when all is on the disk. A file that is there keeps its content until then.
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known, or the format cannot be
 * told.
 * @throws {InvalidArgumentError} (as a rejection) about an argument, or a record that no store would take.
 * @throws {FileError} (as a rejection) when the file cannot be written.
 * @throws {FormatError} (as a rejection) when a GeoPackage would have an identifier twice (`FORMAT_INVALID`),
 * or this runtime has no SQLite to write one (`FORMAT_UNAVAILABLE`).
 * @throws what the source of the records fails with, and the reason of the signal (as rejections).
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

/**
 * How many characters are written at once: each write waits for a thread of the pool, and maybe for a busy
 * machine.
 */
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

/** @throws {OptionError} when the name of the file does not tell its format. */
function formatOf(path: string): FormatName {
  const format = findFormat(path);
  if (format !== undefined) return format;
  throw new OptionError(
    'format',
    `given, since ${JSON.stringify(path)} does not end as files of a format do`,
  );
}

/** What a source of records failed with, to tell it from failures of the file. */
class SourceFailure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/**
 * The batches of a source, until a signal aborts: then at once, also while the source has not given the next
 * one.
 *
 * @throws {SourceFailure} with the reason of the signal, or with what the source failed with.
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
      // Not a race with one promise for the whole time: that would keep every batch.
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
    // Not awaited: a source that waits for something ends only then.
    if (!isDone) Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function iteratorOf(batches: RecordBatches) {
  return Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
}
