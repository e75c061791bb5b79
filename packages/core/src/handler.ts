import { checkOptions, type HandlerOptions, type Settings } from './options.ts';
import { problems } from './problems.ts';
import { read } from './read.ts';
import { RequestBodyError } from './read-body.ts';
import { remove } from './remove.ts';
import type { LocationRequest } from './request.ts';
import type { Answer, LocationResponse } from './response.ts';
import { methods, methodsElsewhere } from './responses.ts';
import { findRoute } from './route.ts';
import { withoutBody } from './without-body.ts';
import { write } from './write.ts';

/**
 * The service: answers one request. It rejects only when `request.body` did, with the same error; whatever
 * else goes wrong is an answer.
 */
export type Handler = (request: LocationRequest) => Promise<LocationResponse>;

/**
 * Makes the service of SPEC.md over a store: a function from request to response, without state of its own.
 *
 * @example
 * const handle = createHandler({ store: createMemoryStore() });
 *
 * @throws {OptionError} at once, when an option cannot work or is not known.
 */
export function createHandler(options: HandlerOptions): Handler {
  const settings = checkOptions(options);
  return async (request) => {
    const isHead = request.method === 'HEAD';
    try {
      const response = await answer(request, settings);
      return isHead ? await withoutBody(response) : response;
    } catch (error) {
      if (error instanceof RequestBodyError) throw error.cause;
      settings.onError(error, request);
      const response = problems.internalError(request.method, error);
      return isHead ? withoutBody(response) : response;
    }
  };
}

/** Not every answer needs a promise, and each costs time. */
function answer(request: LocationRequest, settings: Settings): Answer | Promise<Answer> {
  const route = findRoute(request.target, settings.baseSegments);
  if (request.method === 'OPTIONS') return route.kind === 'unknown' ? methodsElsewhere : methods;
  if (route.kind === 'unknown') return problems.routeNotFound(route.explanation);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return read(route, request, settings);
    case 'POST':
    case 'PUT':
      return write(route, request, settings);
    case 'DELETE':
      return remove(route, settings);
    default:
      return problems.methodNotAllowed(request.method);
  }
}
