/**
 * A client of location-records for every runtime with `fetch`.
 *
 * @module
 */

export {
  type CallOptions,
  type Client,
  createClient,
  type TaggedLocation,
  type WriteOptions,
} from './client.ts';
export { ClientError, type ClientErrorCode, type ClientErrorDetails } from './errors.ts';
export type { Coordinates, Location, LocationRecord } from './location.ts';
export type { ClientOptions } from './options.ts';
export type { Box, FoundRecord, Page, PageQuery } from './pages.ts';
