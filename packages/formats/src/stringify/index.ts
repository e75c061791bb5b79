/**
 * Writing location records alone, for programs that read none: it takes a fifth of the whole package in a bundle.
 *
 * @module
 */

export type { TextFormat } from '../format-names.ts';
export { type RecordBatches, type StringifyOptions, stringifyRecords } from '../stringify-records.ts';
