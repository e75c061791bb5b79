/**
 * Writing location records alone, for programs and bundles that read none. It imports nothing but
 * `@location-records/core`.
 *
 * @module
 */

export type { TextFormat } from '../format-names.ts';
export { stringifyFeature, writeFeature } from '../geojson/stringify-feature.ts';
export { type RecordBatches, type StringifyOptions, stringifyRecords } from '../stringify-records.ts';
