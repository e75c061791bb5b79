/**
 * Files with location records: reading and writing them, GeoPackage included.
 *
 * @module
 */

export { FileError } from './file-error.ts';
export { inspectFile, readRecords } from './inspect-file.ts';
export { type FileParseOptions, parseFile } from './parse-file.ts';
export { type WriteOptions, writeRecords } from './write-records.ts';
