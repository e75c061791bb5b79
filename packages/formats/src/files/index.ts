/**
 * Files with location records: reading and writing them, GeoPackage included.
 *
 * @module
 */

export type { FormatName } from '../formats.ts';
export { FormatError, type FormatErrorCode } from '../formats.ts';
export type { ParsedEntry, ParsedRecord, RecordPosition, RefusedRecord } from '../parsed-entry.ts';
export type { RecordBatches } from '../stringify-records.ts';
export { FileError } from './file-error.ts';
export { type FileParseOptions, parseFile, readRecords } from './parse-file.ts';
export { type WriteOptions, writeRecords } from './write-records.ts';
