import { stat } from 'node:fs/promises';
import type { LocationRecord } from '@location-records/core';
import { FormatError } from '../formats.ts';
import { inspectWith } from '../inspect.ts';
import { checkInspectOptions } from '../inspect-options.ts';
import type { Inspection, InspectOptions } from '../inspection.ts';
import { escapeHidden, type ParsedEntry, type RefusedRecord } from '../parsed-entry.ts';
import { loadReader, type ReaderLoaders } from '../rows/read-rows.ts';
import { checkPath, FileError } from './file-error.ts';
import { fileSource } from './file-source.ts';
import { aboutFile } from './open-file.ts';

const readers: ReaderLoaders = {
  ...loadReader,
  gpkg: async () => (await import('../geopackage/geopackage-rows.ts')).readGeoPackageRows,
};

/**
 * Inspects a file like `inspect`, GeoPackage included.
 *
 * @throws {OptionError} (rejects) if an option cannot work or is not known.
 * @throws {InvalidArgumentError} (rejects) if `path` is not a path.
 * @throws {FormatError} (rejects) about the file as a whole: `FORMAT_UNKNOWN`, `FORMAT_INVALID`, and
 * `FORMAT_UNAVAILABLE` if it is a GeoPackage and this runtime has no SQLite.
 * @throws {FileError} (rejects) if the file cannot be read, or only once, as a pipe.
 *
 * @example
 * const { id, records } = await inspectFile('places.csv');
 */
export async function inspectFile(path: string, options?: InspectOptions): Promise<Inspection> {
  checkPath(path);
  checkInspectOptions(options);
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new FileError('read', path, { code: 'EISDIR', problem: 'it is a folder' });
    if (!stats.isFile()) {
      const problem = 'it can be read only once; write its content to a file, and read that';
      throw new FileError('read', path, { code: 'EINVAL', problem });
    }
    const inspection = await inspectWith(readers, fileSource(path, stats.size), options);
    return { ...inspection, records: () => withPath(path, inspection.records()) };
  } catch (error) {
    throw aboutFile(path, error);
  }
}

async function* withPath(
  path: string,
  batches: AsyncIterable<readonly ParsedEntry[]>,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  try {
    yield* batches;
  } catch (error) {
    throw aboutFile(path, error);
  }
  return undefined;
}

/**
 * Reads all records of a file as `inspectFile` understands it, for example as fixtures of tests.
 *
 * @throws {OptionError} (rejects) if an option cannot work or is not known.
 * @throws {InvalidArgumentError} (rejects) if `path` is not a path.
 * @throws {FormatError} (rejects) `FORMAT_UNKNOWN`, `FORMAT_INVALID`, `RECORD_REFUSED` with the first record
 * that is refused, or `FORMAT_UNAVAILABLE` if it is a GeoPackage and this runtime has no SQLite.
 * @throws {FileError} (rejects) if the file cannot be read.
 *
 * @example
 * const fake = createFake({ records: await readRecords('places.geojson') });
 */
export async function readRecords(
  path: string,
  options?: InspectOptions,
): Promise<readonly LocationRecord[]> {
  const { records } = await inspectFile(path, options);
  const found = new Map<string, LocationRecord>();
  for await (const entries of records()) {
    for (const entry of entries) {
      if ('reason' in entry) throw refusedIn(path, entry);
      found.set(entry.record[0], entry.record);
    }
  }
  return [...found.values()];
}

function refusedIn(path: string, refused: RefusedRecord): FormatError {
  const { line, byte, reason, rule, suggestion } = refused;
  const place = byte === undefined ? `row ${line}` : `line ${line}`;
  const advice = suggestion === undefined ? '' : `; ${suggestion}`;
  return new FormatError(
    'RECORD_REFUSED',
    `Cannot read ${escapeHidden(JSON.stringify(path))}, ${place}: ${reason} (${rule})${advice}`,
    { refused },
  );
}
