/**
 * Mounts the location-records handler on every runtime of fetch. Everything public is listed here.
 *
 * @module
 */
export { createFetchHandler } from './create-fetch-handler.ts';
