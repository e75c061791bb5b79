/**
 * Compares two services by generated sequences of requests. Only what this module exports is public.
 *
 * @module
 */
export type { ComparedPart, ComparedResponse, MissingResponse, ResponsePair } from './compare.ts';
export { type Difference, type DiffResult, diffServices } from './diff-services.ts';
export type { DiffOptions, DiffProgress } from './options.ts';
export { type ComparedService, UnreachableError } from './side.ts';
