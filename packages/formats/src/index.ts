/**
 * Location records as text of usual formats: reading them piece by piece, and writing them.
 * `@location-records/formats/files` has the same for files.
 *
 * @module
 */

export { detectFormat } from './detect-format.ts';
export {
  type Format,
  FormatError,
  type FormatErrorCode,
  type FormatName,
  formatOfFile,
  formats,
  type TextFormat,
} from './formats.ts';
export type { ParseInput } from './input.ts';
export type { ParseOptions } from './parse-options.ts';
export { parseRecords } from './parse-records.ts';
export type { ParsedEntry, ParsedRecord, RecordPosition, RefusedRecord } from './parsed-entry.ts';
export {
  type RecordBatches,
  type StringifyOptions,
  stringifyFeature,
  stringifyRecords,
} from './stringify-records.ts';
