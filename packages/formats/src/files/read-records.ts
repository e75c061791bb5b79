import type { LocationRecord } from '@location-records/core';
import { FormatError } from '../formats.ts';
import type { RefusedRecord } from '../parsed-entry.ts';
import { type FileParseOptions, parseFile } from './parse-file.ts';

/**
 * Reads all records of a file, GeoPackage included, such as fixtures of tests. Of records with the same identifier the
 * last one is read, in the place of the first.
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {InvalidArgumentError} (as a rejection) when `path` is not one.
 * @throws {FormatError} (as a rejection) `FORMAT_UNKNOWN`, `FORMAT_INVALID`, `RECORD_REFUSED` with the first record
 * that is refused, or `FORMAT_UNAVAILABLE` when it is a GeoPackage and this runtime has no SQLite.
 * @throws {FileError} (as a rejection) when the file cannot be read.
 *
 * @example
 * const fake = createFake({ records: await readRecords('places.geojson') });
 */
export async function readRecords(
  path: string,
  options?: FileParseOptions,
): Promise<readonly LocationRecord[]> {
  const records = new Map<string, LocationRecord>();
  for await (const entries of parseFile(path, options)) {
    for (const entry of entries) {
      if ('reason' in entry) throw refusedIn(path, entry);
      records.set(entry.record[0], entry.record);
    }
  }
  return [...records.values()];
}

function refusedIn(path: string, refused: RefusedRecord): FormatError {
  const { line, byte, reason, rule, suggestion } = refused;
  const place = byte === undefined ? `row ${line}` : `line ${line}`;
  const advice = suggestion === undefined ? '' : `; ${suggestion}`;
  return new FormatError(
    'RECORD_REFUSED',
    `Cannot read ${JSON.stringify(path)}, ${place}: ${reason} (${rule})${advice}`,
    { refused },
  );
}
