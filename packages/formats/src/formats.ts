import { InvalidArgumentError, OptionError } from '@location-records/core';
import type { RefusedRecord } from './parsed-entry.ts';

/** The names of the formats that are text. */
export const textFormats = ['geojson', 'geojsonseq', 'ndjson', 'csv', 'json', 'json-object'] as const;

/**
 * A format that is text:
 *
 * - `geojson`: a FeatureCollection (RFC 7946).
 * - `geojsonseq`: a GeoJSON text sequence, with a record separator before each Feature (RFC 8142).
 * - `ndjson`: a Feature on each line.
 * - `csv`: a header line, then a line for each record (RFC 4180).
 * - `json`: the list of the service, pairs of identifier and Location (SPEC section 2).
 * - `json-object`: an object of Locations by identifier.
 */
export type TextFormat = (typeof textFormats)[number];

/**
 * Any format: one that is text, or `gpkg`, a GeoPackage, which is an SQLite database and lives only in a
 * file.
 */
export type FormatName = TextFormat | 'gpkg';

/** @throws {OptionError} about the option `format`, when it is not the name of a format that is text. */
export function checkTextFormat(format: unknown): asserts format is TextFormat {
  if ((textFormats as readonly unknown[]).includes(format)) return;
  const place = format === 'gpkg' ? '; @location-records/formats/files has GeoPackage' : '';
  throw new OptionError('format', `one of ${textFormats.join(', ')}${place}`);
}

/** What a format is called elsewhere. */
interface Format {
  readonly name: FormatName;
  /** The media type, without parameters. */
  readonly mediaType: string;
  /** The endings of file names that mean it, the usual one first, each with its dot. */
  readonly endings: readonly string[];
}

/** What each format is called: its name, its media type, and the endings of its files. */
export const formats: readonly Format[] = [
  { name: 'geojson', mediaType: 'application/geo+json', endings: ['.geojson'] },
  { name: 'geojsonseq', mediaType: 'application/geo+json-seq', endings: ['.geojsons', '.geojsonseq'] },
  {
    name: 'ndjson',
    mediaType: 'application/x-ndjson',
    endings: ['.ndjson', '.geojsonl', '.ndgeojson', '.jsonl'],
  },
  { name: 'csv', mediaType: 'text/csv', endings: ['.csv', '.tsv'] },
  { name: 'json', mediaType: 'application/json', endings: ['.json'] },
  { name: 'json-object', mediaType: 'application/json', endings: [] },
  { name: 'gpkg', mediaType: 'application/geopackage+sqlite3', endings: ['.gpkg'] },
];

/**
 * Finds the format to write a file in by the ending of its name. Returns `undefined` if no format has this
 * ending. CSV with tabs (`.tsv`) is read, but not written.
 *
 * @throws {InvalidArgumentError} if `path` is not a string.
 */
export function findFormat(path: string): FormatName | undefined {
  if (typeof path !== 'string') throw new InvalidArgumentError('path', 'a string');
  const name = path.toLowerCase();
  if (name.endsWith('.tsv')) return undefined;
  return formats.find(({ endings }) => endings.some((ending) => name.endsWith(ending)))?.name;
}

/**
 * Why records cannot be read or written:
 *
 * - `FORMAT_UNKNOWN`: the content is of none of the known formats.
 * - `FORMAT_INVALID`: the content as a whole is not what its format asks for, such as a CSV file without a
 *   header.
 * - `FORMAT_UNAVAILABLE`: the format is GeoPackage, and this runtime has no SQLite.
 * - `RECORD_REFUSED`: a record cannot be read, and all of them are wanted.
 */
type FormatErrorCode = 'FORMAT_UNKNOWN' | 'FORMAT_INVALID' | 'FORMAT_UNAVAILABLE' | 'RECORD_REFUSED';

/** Records cannot be read or written. `message` is one line that says what to do. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly code: FormatErrorCode;
  /** The first record that cannot be read, with `RECORD_REFUSED`. */
  readonly refused: RefusedRecord | undefined;

  constructor(
    code: FormatErrorCode,
    message: string,
    { refused, cause }: { readonly refused?: RefusedRecord | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.refused = refused;
  }
}

/**
 * The error about content that is of none of the known formats. `advice` completes
 * `The format is not known: …`.
 */
export function unknownFormat(advice: string): FormatError {
  return new FormatError('FORMAT_UNKNOWN', `The format is not known: ${advice}.`);
}
