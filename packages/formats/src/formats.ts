import { InvalidArgumentError, OptionError } from '@location-records/core';
import { messageLine, type RefusedRecord } from './parsed-entry.ts';

export const textFormats = [
  'geojson',
  'geojsonseq',
  'ndjson',
  'csv',
  'json',
  'json-object',
  'kml',
  'gpx',
] as const;

/**
 * A format that is text:
 *
 * - `geojson`: a FeatureCollection (RFC 7946).
 * - `geojsonseq`: a GeoJSON text sequence, with a record separator before each Feature (RFC 8142).
 * - `ndjson`: a Feature on each line.
 * - `csv`: a header line, then a line for each record (RFC 4180).
 * - `json`: the list of the service, pairs of identifier and Location (SPEC section 2).
 * - `json-object`: an object of Locations by identifier.
 * - `kml`: a Placemark for each record (OGC 12-007r2).
 * - `gpx`: a waypoint for each record (GPX 1.1; 1.0 is read, too).
 */
export type TextFormat = (typeof textFormats)[number];

/** Any format: a text format, or `gpkg`, a GeoPackage, which is an SQLite database. */
export type FormatName = TextFormat | 'gpkg';

/** Any format that is read: also `kmz`, and `shapefile` in a zip file. */
export type ImportFormat = FormatName | 'kmz' | 'shapefile';

/** @throws {OptionError} if `format` is not the name of a format that is text. */
export function checkTextFormat(format: unknown): asserts format is TextFormat {
  if ((textFormats as readonly unknown[]).includes(format)) return;
  const place = format === 'gpkg' ? '; @location-records/formats/files has GeoPackage' : '';
  throw new OptionError('format', `one of ${textFormats.join(', ')}${place}`);
}

/** A format, with its media type and its file names. */
interface Format {
  readonly name: FormatName;
  /** The media type, without parameters. */
  readonly mediaType: string;
  /** Its file name endings with their dots, the usual one first. */
  readonly endings: readonly string[];
}

/** All formats with their media types and file name endings. */
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
  { name: 'kml', mediaType: 'application/vnd.google-earth.kml+xml', endings: ['.kml'] },
  { name: 'gpx', mediaType: 'application/gpx+xml', endings: ['.gpx'] },
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
 * - `FORMAT_UNKNOWN`: the format of the content is not known.
 * - `FORMAT_INVALID`: the content does not follow its format, such as a CSV file without a header.
 * - `FORMAT_UNAVAILABLE`: the format is GeoPackage, and this runtime has no SQLite.
 * - `RECORD_REFUSED`: `readRecords` meets a record that cannot be read.
 */
type FormatErrorCode = 'FORMAT_UNKNOWN' | 'FORMAT_INVALID' | 'FORMAT_UNAVAILABLE' | 'RECORD_REFUSED';

/** Records cannot be read or written. The message is one line, and says what to do. */
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
    super(messageLine(message), { cause });
    this.code = code;
    this.refused = refused;
  }
}

/** Creates the error about an unknown format. `advice` completes `The format is not known: …`. */
export function unknownFormat(advice: string): FormatError {
  return new FormatError('FORMAT_UNKNOWN', `The format is not known: ${advice}.`);
}
