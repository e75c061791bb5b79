import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { ParsedEntry } from '@location-records/formats';
import { StartError, UsageError } from '../../errors.ts';
import { describeError } from '../../output/describe-error.ts';
import type { ImportCommandOptions } from './import-command.ts';

/** A file with records. */
export interface RecordsSource {
  /** What it is called in lines about its records. */
  readonly name: string;
  /** Its length in bytes, where that is known. */
  readonly length: number | undefined;
  /** Reads it from its beginning. stdin can be opened once. */
  open(): AsyncIterable<readonly ParsedEntry[]>;
}

/**
 * The file that is to be imported.
 *
 * @throws {StartError} when it is not there, or is a folder.
 * @throws {UsageError} when a flag does not fit.
 */
export async function openSource(
  options: ImportCommandOptions,
  stdin: Readable,
  signal: AbortSignal,
): Promise<RecordsSource> {
  const { file, format, layer, ...rest } = options;
  const { idProperty, descriptionProperty, latitudeColumn, longitudeColumn } = rest;
  const { delimiter, properties, dropAltitude, strictCoordinates } = rest;
  const parsing = {
    idProperty,
    descriptionProperty,
    latitudeColumn,
    longitudeColumn,
    delimiter,
    properties,
    dropAltitude,
    strictCoordinates,
  };
  if (file === '-') {
    if (format === 'gpkg') {
      throw new UsageError('A GeoPackage cannot be read from stdin.', 'Write it to a file, and import that.');
    }
    const { parseRecords } = await import('@location-records/formats');
    return { name: 'stdin', length: undefined, open: () => parseRecords(stdin, { ...parsing, format }) };
  }
  const { parseFile } = await import('@location-records/formats/files');
  const length = await lengthOf(file);
  return { name: basename(file), length, open: () => parseFile(file, { ...parsing, format, layer, signal }) };
}

async function lengthOf(file: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new StartError(`${file} is a folder; name a file with records.`);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (error instanceof StartError) throw error;
    const message = `The file cannot be read (${describeError(error)}); name a file with records.`;
    throw new StartError(message, { cause: error });
  }
}
