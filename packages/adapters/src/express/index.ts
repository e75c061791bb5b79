/**
 * Mounts the location-records handler in an Express app.
 *
 * @module
 */
export { createMiddleware, type MiddlewareOptions } from './create-middleware.ts';
