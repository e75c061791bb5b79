/**
 * Keeps web pages of other origins away from a service.
 *
 * @module
 */
export { createGuard, createMatcher, type GuardOptions, withGuard } from './guard.ts';
