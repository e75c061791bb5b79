/**
 * One record as GeoJSON, without the other formats: the smallest part of the package, for handlers.
 *
 * @module
 */

export { writeFeature } from './stringify-feature.ts';
