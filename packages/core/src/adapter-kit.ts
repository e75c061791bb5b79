/**
 * What adapters are built from, and handlers around a handler. The README shows how.
 *
 * @module
 */

export { checkOptionNames } from './options.ts';
export { deriveRequest } from './request.ts';
export { allowedMethods, errorResponse } from './responses.ts';
export { findRoute, isBelowBasePath, parseBasePath, type Route } from './route.ts';
