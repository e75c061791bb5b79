/**
 * Mounts the location-records handler in an Express app. Everything public is listed here.
 *
 * @module
 */
export { createMiddleware, type MiddlewareOptions } from './create-middleware.ts';
