/**
 * The location-records service as a pure function over a store. Everything public is listed here; what is
 * not, may change.
 *
 * @module
 */
export { isBelowBasePath, parseBasePath } from './base-path.ts';
export { checkIdentifier, checkLocation } from './check-record.ts';
export { compareIdentifiers } from './compare-identifiers.ts';
export { type CompleteOptions, completeOptions, type OptionDefaults } from './complete-options.ts';
export type { Explanation } from './explanation.ts';
export { createHandler, type Handler } from './handler.ts';
export type { Coordinates, Location, LocationRecord } from './location.ts';
export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from './memory-store.ts';
export { OptionError } from './option-error.ts';
export type { HandlerOptions } from './options.ts';
export { deriveRequest, type LocationRequest, type RequestHeaders } from './request.ts';
export type { ExplainedResponse, LocationResponse, ResponseHeaders } from './response.ts';
export { allowedMethods, errorResponse } from './responses.ts';
export { findRoute, type Route } from './route.ts';
export type { LocationStore, StoreGuarantees } from './store.ts';
export { isStoreError, StoreError, type StoreErrorCode } from './store-error.ts';
