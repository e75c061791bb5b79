import { OptionError } from '@location-records/core';

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

/** Any format: one that is text, or `gpkg`, a GeoPackage, which is an SQLite database and lives only in a file. */
export type FormatName = TextFormat | 'gpkg';

/** @throws {OptionError} about the option `format`, when it is not the name of a format that is text. */
export function checkTextFormat(format: unknown): asserts format is TextFormat {
  if ((textFormats as readonly unknown[]).includes(format)) return;
  const place = format === 'gpkg' ? '; @location-records/formats/files has GeoPackage' : '';
  throw new OptionError('format', `one of ${textFormats.join(', ')}${place}`);
}
