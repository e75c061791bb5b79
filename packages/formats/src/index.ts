/**
 * Location records as text of usual formats: reading them piece by piece, and writing them. `@location-records/formats/files`
 * has the same for files.
 *
 * @module
 */

export { detectFormat } from './detect-format.ts';
export { FormatError, type FormatErrorCode } from './format-error.ts';
export type { FormatName, TextFormat } from './format-names.ts';
export { type Format, formatOfFile, formats } from './formats.ts';
export { stringifyFeature } from './geojson/stringify-feature.ts';
export type { ParseInput } from './input/read-chunks.ts';
export type { ParseOptions } from './parse-options.ts';
export { parseRecords } from './parse-records.ts';
export type { ParsedEntry, ParsedRecord, RecordPosition, RefusedRecord } from './parsed-entry.ts';
export { type RecordBatches, type StringifyOptions, stringifyRecords } from './stringify-records.ts';
