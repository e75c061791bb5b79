/**
 * Mounts the location-records handler on runtimes with fetch.
 *
 * @module
 */
export { createFetchHandler } from './create-fetch-handler.ts';
