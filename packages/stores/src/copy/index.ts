/**
 * Copies one store to another, and compares stores.
 *
 * @module
 */
export {
  type CompareOptions,
  compareStores,
  type StoreComparison,
  type StoreContent,
} from './compare-stores.ts';
export { type CopiedRecords, CopyError, type CopyErrorCode } from './copy-error.ts';
export { type CopyOptions, type CopyResult, copyStore } from './copy-store.ts';
export {
  type DifferenceKind,
  type Differences,
  type DifferingPart,
  describeParts,
  quoteIdentifier,
  type RecordDifference,
} from './differences.ts';
export type { CopyPhase, CopyProgress } from './pass.ts';
