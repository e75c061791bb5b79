import type { FileHandle } from 'node:fs/promises';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import type { FormatName } from '../formats.ts';
import { findFormat } from '../formats.ts';
import { readGeoPackage } from '../geopackage/read-geopackage.ts';
import { checkParseOptions, type ParseOptions, parseOptionNames } from '../parse-options.ts';
import { parseRecords } from '../parse-records.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { checkPath } from './file-error.ts';
import { aboutFile, openFile } from './open-file.ts';

/**
 * Options of {@link parseFile}: those of `parseRecords`, and the layer of a
 * GeoPackage.
 */
export interface FileParseOptions extends Omit<ParseOptions, 'format'> {
  /** @default detected from the content */
  readonly format?: FormatName | undefined;
  /**
   * The layer of a GeoPackage.
   * @default the only layer
   */
  readonly layer?: string | undefined;
  /**
   * Reads a GeoPackage even if its layer is a view, a virtual table, or has generated columns: the SQL of the
   * file then runs, and may never end.
   * @default false
   */
  readonly trusted?: boolean | undefined;
}

/**
 * Reads the records of a file like `parseRecords`, GeoPackage included: there, `line` is the primary key of
 * the row, and the properties are columns. The file is opened when the first batch is requested.
 *
 * @throws {OptionError} if an option cannot work or is not known.
 * @throws {InvalidArgumentError} if `path` is not a path.
 * @throws {FormatError} by the iteration, about the file as a whole: `FORMAT_UNKNOWN`, `FORMAT_INVALID`,
 * and `FORMAT_UNAVAILABLE` if it is a GeoPackage and this runtime has no SQLite.
 * @throws {FileError} by the iteration, if the file cannot be read.
 *
 * @example
 * for await (const entries of parseFile('places.gpkg', { idProperty: 'fid' })) console.log(entries.length);
 */
export function parseFile(
  path: string,
  options?: FileParseOptions,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  checkPath(path);
  return parsePath(path, checkFileOptions(options));
}

/** The checked options: those of `parseRecords`, and the others. */
interface FileSettings {
  readonly isGeoPackage: boolean | undefined;
  readonly layer: string | undefined;
  readonly trusted: boolean;
  readonly textOptions: ParseOptions;
}

function checkFileOptions(options: FileParseOptions | undefined): FileSettings {
  const names = [...parseOptionNames, 'layer', 'trusted'] as const;
  const { layer, trusted = false, format, ...others } = checkOptionNames(options, names);
  checkOptionTypes('string', { layer });
  checkOptionTypes('boolean', { trusted });
  const textOptions = format === 'gpkg' ? others : { ...others, format };
  checkParseOptions(textOptions);
  return { isGeoPackage: format === undefined ? undefined : format === 'gpkg', layer, trusted, textOptions };
}

async function* parsePath(
  path: string,
  { isGeoPackage, layer, trusted, textOptions }: FileSettings,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  try {
    const file = await openFile(path);
    try {
      if (isGeoPackage ?? (await isDatabase(file))) {
        yield* readGeoPackage(path, { ...checkParseOptions(textOptions), layer, trusted });
      } else {
        const format = textOptions.format ?? (await formatOfEmpty(path, file));
        yield* parseRecords(file.createReadStream({ autoClose: false }), { ...textOptions, format });
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw aboutFile(path, error);
  }
}

/** Returns the format of an empty file, if its name is that of lines of Features: they may have no line. */
async function formatOfEmpty(path: string, file: FileHandle): Promise<'ndjson' | 'geojsonseq' | undefined> {
  const format = findFormat(path);
  if (format !== 'ndjson' && format !== 'geojsonseq') return undefined;
  const stats = await file.stat();
  return stats.isFile() && stats.size === 0 ? format : undefined;
}

/** Whether a file is an SQLite database. Reads nothing from a pipe, which could not be read again. */
async function isDatabase(file: FileHandle): Promise<boolean> {
  if (!(await file.stat()).isFile()) return false;
  const magic = Buffer.from('SQLite format 3\0');
  const head = Buffer.alloc(magic.length);
  await file.read(head, 0, head.length, 0);
  return head.equals(magic);
}
