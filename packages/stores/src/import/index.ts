/**
 * Writes records of any source to a store.
 *
 * @module
 */

export { ImportError, type ImportErrorCode, type ImportResult } from './import-error.ts';
export type { ImportOptions, ImportProgress } from './import-options.ts';
export { importRecords } from './import-records.ts';
export type { ImportPhase, OnConflict } from './pass.ts';
export { RecordRefusedError } from './record-refused-error.ts';
export type { ImportBatches, ImportEntry } from './source-groups.ts';
