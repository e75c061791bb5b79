/**
 * Keeps web pages of other origins, and clients without a role, away from a service.
 *
 * @module
 */
export { type AuthorizationOptions, type Caller, type Role, withAuthorization } from './authorization.ts';
export { createGuard, createMatcher, type GuardOptions, withGuard } from './guard.ts';
