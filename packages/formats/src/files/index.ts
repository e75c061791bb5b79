/**
 * Files with location records: reading and writing them, GeoPackage included.
 *
 * @module
 */

export type { FormatName } from '../format-names.ts';
