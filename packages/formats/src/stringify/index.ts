/**
 * Writing location records alone, for programs and bundles that read none. It imports nothing but
 * `@location-records/core`.
 *
 * @module
 */

export type { TextFormat } from '../formats.ts';
export {
  type RecordBatches,
  type StringifyOptions,
  stringifyFeature,
  stringifyRecords,
  writeFeature,
} from '../stringify-records.ts';
