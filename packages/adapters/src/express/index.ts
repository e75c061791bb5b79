/**
 * Mounts the location-records handler in an Express app. Everything public is listed here.
 *
 * @module
 */
export { BodyUsedError } from '../errors.ts';
export {
  createMiddleware,
  type ErrorMiddleware,
  type Middleware,
  type MiddlewareOptions,
  type Next,
} from './create-middleware.ts';
export type { ExpressLikeRequest } from './kept-body.ts';
