import type { ServerResponse } from 'node:http';
import { type Handler, InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { serveForHost } from '../node/http1.ts';
import { ExpressRequest, isParserError } from './express-request.ts';
import type { ErrorMiddleware, Middleware, Next } from './express-types.ts';

/** Options of {@link createMiddleware}. */
export interface MiddlewareOptions {
  /**
   * What happens to a request for a route that the service does not have, such as `/a/b`: it is answered with 404
   * `Route not found`, or handed on to what the app has behind the service.
   * @default 'answer'
   */
  readonly unknownRoutes?: 'answer' | 'next' | undefined;
}

/**
 * Makes the two middlewares that serve the requests of an Express app, 4 or 5, with a handler: one for requests, and
 * one for those that a body parser before it has refused, to which the service gives its own answer. `app.use` takes
 * both at once.
 *
 * A body that a parser has read before is used as it was left: the bytes in `req.rawBody`, a string or a Buffer in
 * `req.body`, or the JSON text of what it was parsed to, to which the body limit then applies. What is wrong with the
 * app goes to `next`: a body that was read and left nowhere (a {@link BodyUsedError}), one that a parser refused as
 * too large, a handler that is broken. Failures of the store do not; they are answered with 500, as everywhere.
 *
 * @throws {InvalidArgumentError} at once, when `handle` is not a handler, and {OptionError}, when an option cannot work
 * or is not known.
 *
 * @example
 * app.use('/locations', createMiddleware(createHandler({ store: createMemoryStore() })));
 */
export function createMiddleware(
  handle: Handler,
  options?: MiddlewareOptions,
): [Middleware, ErrorMiddleware] {
  const { unknownRoutes = 'answer' } = checkOptionNames(options, ['unknownRoutes']);
  if (typeof handle !== 'function')
    throw new InvalidArgumentError('handle', 'a handler, as createHandler makes it');
  if (unknownRoutes !== 'answer' && unknownRoutes !== 'next') {
    throw new OptionError('unknownRoutes', "'answer' or 'next'");
  }
  const answer = (request: ExpressRequest, res: ServerResponse, next: Next) =>
    void serveForHost(handle, request, res, {
      accepts({ isRouteUnknown = false }) {
        if (isRouteUnknown && unknownRoutes === 'next') {
          // With the error of the parser that has refused the body, if there was one.
          next(request.parserError);
          return false;
        }
        // Of Express, which sets it before anyone is asked; the specification does not have it.
        res.removeHeader('X-Powered-By');
        return true;
      },
      fail: next,
    });
  return [
    (req, res, next) => answer(new ExpressRequest(req), res, next),
    (error, req, res, next) => {
      if (isParserError(error)) answer(new ExpressRequest(req, error), res, next);
      else next(error);
    },
  ];
}
