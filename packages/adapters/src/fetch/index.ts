/**
 * Mounts the location-records handler on every runtime of fetch. Everything public is listed here.
 *
 * @module
 */
export { BodyUsedError } from '../errors.ts';
export { createFetchHandler, type FetchHandler } from './create-fetch-handler.ts';
