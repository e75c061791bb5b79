/**
 * Mounts the location-records handler on every runtime that speaks fetch. Everything public is listed here; what is
 * not, may change.
 *
 * @module
 */
export { BodyUsedError } from '../errors.ts';
export { createFetchHandler, type FetchHandler } from './create-fetch-handler.ts';
