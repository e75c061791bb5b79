/**
 * The location-records service as a pure function over a store. Authors of adapters find more in
 * `@location-records/core/adapter-kit`.
 *
 * @module
 */

export { InvalidArgumentError, OptionError } from './errors.ts';
export { createHandler, type Handler } from './handler.ts';
export type { Coordinates, Location, LocationRecord } from './location.ts';
export { checkIdentifier, checkLocation, compareIdentifiers } from './location.ts';
export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from './memory/memory-store.ts';
export type { HandlerOptions } from './options.ts';
export type { LocationRequest, RequestHeaders } from './request.ts';
export type { Explanation, LocationResponse, ResponseHeaders } from './response.ts';
export type { LocationStore, StoreGuarantees } from './store.ts';
export { isStoreError, StoreError, type StoreErrorCode } from './store-error.ts';
