/**
 * Copies one store to another, and compares stores.
 *
 * @module
 */

export { type DifferingPart, describeParts, quoteIdentifier } from '../shared/location-differences.ts';
export {
  type CompareOptions,
  compareStores,
  type StoreComparison,
  type StoreContent,
} from './compare-stores.ts';
export { type CopiedRecords, CopyError, type CopyErrorCode } from './copy-error.ts';
export { type CopyOptions, type CopyResult, copyStore } from './copy-store.ts';
export type {
  DifferenceKind,
  Differences,
  RecordDifference,
} from './differences.ts';
export type { CopyPhase, CopyProgress } from './pass.ts';
