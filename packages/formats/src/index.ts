/**
 * Location records as text of usual formats: reading them piece by piece, and writing them. `@location-records/formats/files`
 * has the same for files.
 *
 * @module
 */

export { FormatError, type FormatErrorCode } from './format-error.ts';
export type { FormatName, TextFormat } from './format-names.ts';
export type { ParsedEntry, ParsedRecord, RecordPosition, RefusedRecord } from './parsed-entry.ts';
