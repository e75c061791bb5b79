/**
 * Compares two services by generated sequences of requests. Only what this module exports is public.
 *
 * @module
 */
export { type Difference, type DiffResult, diffServices } from './diff-services.ts';
export type { DiffOptions } from './options.ts';
export { UnreachableError } from './side.ts';
