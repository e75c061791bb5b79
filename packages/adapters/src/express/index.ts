/**
 * Mounts the location-records handler in an Express app. Everything public is listed here.
 *
 * @module
 */
export { BodyUsedError } from '../errors.ts';
export { createMiddleware, type MiddlewareOptions } from './create-middleware.ts';
export type { ErrorMiddleware, ExpressLikeRequest, Middleware, Next } from './express-types.ts';
