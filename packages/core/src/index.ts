/**
 * The location-records service as a pure function over a store. Helpers for adapters are in
 * `@location-records/core/adapter-kit`.
 *
 * @module
 */

export {
  InvalidArgumentError,
  isStoreError,
  OptionError,
  StoreError,
} from './errors.ts';
export { createHandler, type Handler } from './handler.ts';
export type { Coordinates, Location, LocationRecord } from './location.ts';
export { checkIdentifier, checkLocation, compareIdentifiers } from './location.ts';
export { createMemoryStore, type MemoryStore } from './memory-store.ts';
export type { HandlerOptions } from './options.ts';
export { withReadOnly } from './read-only.ts';
export type { LocationRequest } from './request.ts';
export type { LocationResponse } from './responses.ts';
export type { ExchangeStore, LocationStore, StoreGuarantees } from './store.ts';
