/**
 * Helpers for authors of adapters and of handlers that wrap a handler. The README has an example of each.
 *
 * @module
 */

export { checkHandler } from './handler.ts';
export { checkOptionNames, checkOptionTypes } from './options.ts';
export { deriveRequest } from './request.ts';
export { allowedMethods, errorResponse, problems } from './responses.ts';
export { findRoute, parseBasePath, segmentsBelow } from './route.ts';
