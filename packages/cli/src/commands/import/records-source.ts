import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { ParsedEntry } from '@location-records/formats';
import { UsageError } from '../../errors.ts';
import type { ImportCommandOptions } from './import-command.ts';

/** A file with records. */
export interface RecordsSource {
  /** What it is called in lines about its records. */
  readonly name: string;
  /** Its length in bytes, where that is known. */
  readonly length: number | undefined;
  /** Whether it can be read a second time: a pipe cannot. */
  readonly isRepeatable: boolean;
  /**
   * Reads the beginning of a file, so that a wrong name creates no store. stdin and pipes can be read only once.
   *
   * @throws {FormatError} or {FileError} when the file cannot be read.
   */
  check(): Promise<void>;
  /** Reads it from its beginning. What is not repeatable can be opened once. */
  open(): AsyncIterable<readonly ParsedEntry[]>;
}

/**
 * The file that is to be imported.
 *
 * @throws {UsageError} when a flag does not fit.
 */
export async function openSource(options: ImportCommandOptions, stdin: Readable): Promise<RecordsSource> {
  const { file, layer, ...rest } = options;
  const { idProperty, descriptionProperty, latitudeColumn, longitudeColumn } = rest;
  const { delimiter, properties, dropAltitude, strictCoordinates } = rest;
  // Fields that are separated otherwise do not look like CSV.
  const format = options.format ?? (delimiter === undefined ? undefined : 'csv');
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
    if (layer !== undefined) {
      throw new UsageError(
        '--layer is for a GeoPackage, which stdin cannot have.',
        'Name a file, or leave it out.',
      );
    }
    const { parseRecords } = await import('@location-records/formats');
    return {
      name: 'stdin',
      length: undefined,
      isRepeatable: false,
      check: async () => {},
      open: () => parseRecords(stdin, { ...parsing, format }),
    };
  }
  const { parseFile } = await import('@location-records/formats/files');
  const found = await stat(file).catch(() => undefined);
  const open = () => parseFile(file, { ...parsing, format, layer });
  // The error about a file that is missing, or a folder, comes from opening it.
  const isRepeatable = found === undefined || found.isFile() || found.isDirectory();
  return {
    name: basename(file),
    length: found?.isFile() ? found.size : undefined,
    isRepeatable,
    check: async () => {
      if (isRepeatable) for await (const _ of open()) break;
    },
    open,
  };
}
