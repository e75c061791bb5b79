/**
 * Location records as text of usual formats: reading them piece by piece, and writing them.
 * `@location-records/formats/files` has the same for files.
 *
 * @module
 */

export { detectFormat } from './detect-format.ts';
export { detectImportFormat } from './detect-import-format.ts';
export {
  FormatError,
  type FormatName,
  findFormat,
  formats,
  type ImportFormat,
  type TextFormat,
} from './formats.ts';
export { inspect } from './inspect.ts';
export type { InspectInput } from './inspect-source.ts';
export type { Choice, Inspection, InspectionFault, InspectOptions } from './inspection.ts';
export type { ParseOptions } from './parse-options.ts';
export { parseRecords } from './parse-records.ts';
export type { ParsedEntry, ParsedRecord, RefusedRecord } from './parsed-entry.ts';
export type { FieldName, RowSource } from './rows/row.ts';
export { type StringifyOptions, stringifyFeature, stringifyRecords } from './stringify-records.ts';
