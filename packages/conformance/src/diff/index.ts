/**
 * Compares two services by generated sequences of calls. Only what this module exports is public.
 *
 * @module
 */
export {
  type ComparedPart,
  type ComparedResponse,
  comparedFields,
  isMissingResponse,
  type MissingResponse,
  type ResponsePair,
} from './compared-response.ts';
export { type DiffOptions, type DiffProgress, newSeed } from './diff-options.ts';
export { diffServices } from './diff-services.ts';
export type { Difference, DiffResult } from './difference.ts';
export type { ComparedService } from './side.ts';
export { UnreachableError } from './unreachable-error.ts';
