/**
 * Writing alone, for hosts and bundles without the parser of CSV: it imports nothing but `@location-records/core`.
 *
 * @module
 */

export type { FormatName, TextFormat } from '../format-names.ts';
export { type Format, formats } from '../formats.ts';
export { stringifyFeature } from '../geojson/stringify-feature.ts';
export { type RecordBatches, type StringifyOptions, stringifyRecords } from '../stringify-records.ts';
