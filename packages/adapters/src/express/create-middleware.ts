import type { ServerResponse } from 'node:http';
import { type Handler, OptionError } from '@location-records/core';
import { checkHandler, checkOptionNames, deriveRequest } from '@location-records/core/adapter-kit';
import { serveRequest } from '../node/serve-request.ts';
import { type ExpressLikeRequest, isParserError, type ParserError, readKept } from './kept-body.ts';
import { targetBelow } from './mount-path.ts';

/** Options of {@link createMiddleware}. */
export interface MiddlewareOptions {
  /**
   * What happens to a request for an unknown route, such as `/a/b`: `'respond'` responds with 404
   * `Route not found`; `'next'` passes it to the next middleware of the app.
   * @default 'respond'
   */
  readonly unknownRoutes?: 'respond' | 'next' | undefined;
}

/** Passes on a request, or the error that belongs to it. */
type Next = (error?: unknown) => void;

type Middleware = (req: ExpressLikeRequest, res: ServerResponse, next: Next) => void;

type ErrorMiddleware = (error: unknown, req: ExpressLikeRequest, res: ServerResponse, next: Next) => void;

/**
 * Creates the two middlewares that serve requests of an Express app, 4 or 5, with a handler: one for
 * requests, and one for requests whose body an earlier parser refused, so that they get the response of the
 * service. `app.use` takes both at once.
 *
 * A body that an earlier parser read is used as it was left: the bytes in `req.rawBody`, a string or a Buffer
 * in `req.body`, or the JSON text of `req.body`. The body limit applies to that. A middleware may change
 * `req.headers`. Faults of the app go to `next`: a body that was read and not kept
 * (`code: 'REQUEST_BODY_USED'`), one that a parser refused as too large, and the error of a handler that
 * rejects. If the store fails, the response is 500, as everywhere.
 *
 * @throws {InvalidArgumentError} at once, if `handle` is not a handler, and {OptionError}, if an option
 * cannot work or is unknown.
 *
 * @example
 * app.use('/locations', createMiddleware(createHandler({ store: createMemoryStore() })));
 */
export function createMiddleware(
  handle: Handler,
  options?: MiddlewareOptions,
): [Middleware, ErrorMiddleware] {
  const { unknownRoutes = 'respond' } = checkOptionNames(options, ['unknownRoutes']);
  checkHandler(handle);
  if (unknownRoutes !== 'respond' && unknownRoutes !== 'next') {
    throw new OptionError('unknownRoutes', "'respond' or 'next'");
  }
  const serve = (req: ExpressLikeRequest, res: ServerResponse, next: Next, parserError?: ParserError) => {
    const handleBelow: Handler = (request) => {
      const body: typeof request.body = async (maxBytes, hasEnough) => {
        const kept = readKept(req, parserError);
        return kept?.subarray(0, maxBytes) ?? request.body(maxBytes, hasEnough);
      };
      return handle(deriveRequest(request, { target: targetBelow(req), body }));
    };
    serveRequest(handleBelow, req, res, {
      accepts({ isRouteUnknown = false }) {
        if (isRouteUnknown && unknownRoutes === 'next') {
          // With the error of the parser, if one refused the body.
          next(parserError);
          return false;
        }
        // Express sets it before the first middleware.
        res.removeHeader('X-Powered-By');
        return true;
      },
      fail(error) {
        next(error);
        return undefined;
      },
    });
  };
  return [
    (req, res, next) => serve(req, res, next),
    (error, req, res, next) => {
      if (isParserError(error)) serve(req, res, next, error);
      else next(error);
    },
  ];
}
