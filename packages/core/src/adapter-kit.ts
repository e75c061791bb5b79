/**
 * What adapters are built from, and handlers around a handler. The README shows how.
 *
 * @module
 */
export { isBelowBasePath, parseBasePath } from './base-path.ts';
export { checkOptionNames } from './check-option-names.ts';
export { deriveRequest } from './request.ts';
export { allowedMethods, errorResponse } from './responses.ts';
export { findRoute, type Route } from './route.ts';
