import { RequestBodyError } from './body.ts';
import { writeIf } from './conditional.ts';
import { InvalidArgumentError } from './errors.ts';
import { checkOptions, type HandlerOptions, type Settings } from './options.ts';
import { preconditionsOf } from './preconditions.ts';
import { read } from './read.ts';
import type { LocationRequest } from './request.ts';
import {
  allowedMethods,
  because,
  done,
  type LocationResponse,
  messageOf,
  problem,
  quote,
} from './responses.ts';
import { findRoute, type KnownRoute } from './route.ts';
import { write } from './write.ts';

/**
 * Responds to a request; an adapter serves it. `createHandler` returns one, and a function that wraps one is
 * a handler too. A handler of `createHandler` rejects only if `request.body` does, with the same error; every
 * other failure is a response.
 */
export type Handler = (request: LocationRequest) => Promise<LocationResponse>;

/**
 * Creates the service of SPEC.md over a store: a stateless function from request to response.
 *
 * @example
 * const handle = createHandler({ store: createMemoryStore() });
 *
 * @throws {OptionError} at once, if an option cannot work or is not known.
 */
export function createHandler(options: HandlerOptions): Handler {
  const settings = checkOptions(options);
  return async (request) => {
    try {
      const response = await respond(request, settings);
      return request.method === 'HEAD' ? await withoutBody(response) : response;
    } catch (error) {
      if (error instanceof RequestBodyError) throw error.cause;
      settings.onError(error, request);
      const why = because(
        request.method === 'DELETE' ? 'D39' : 'SPEC 7',
        `unexpected failure: ${messageOf(error)}`,
      );
      const response = problem('internalError', why);
      return request.method === 'HEAD' ? withoutBody(response) : response;
    }
  };
}

/**
 * Refuses what is not a handler.
 *
 * @throws {InvalidArgumentError} about the argument `handle`, if it is not a function.
 */
export function checkHandler(handle: Handler): void {
  if (typeof handle !== 'function') {
    throw new InvalidArgumentError('handle', 'a handler, as createHandler({ store }) returns it');
  }
}

function respond(request: LocationRequest, settings: Settings): LocationResponse | Promise<LocationResponse> {
  const route = findRoute(request.target, settings.baseSegments);
  if (request.method === 'OPTIONS') return route.kind === 'unknown' ? methodsOfUnknownRoute : methods;
  if (route.kind === 'unknown') return problem('routeNotFound', route.explanation);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return read(route, request, settings);
    case 'POST':
    case 'PUT':
      return write(route, request, settings);
    case 'DELETE':
      return remove(route, request, settings);
    default:
      return problem('methodNotAllowed', because('D14', `unknown method ${quote(request.method)}`));
  }
}

const methods = done(because('D13', 'OPTIONS succeeds for every target'), { Allow: allowedMethods });
const methodsOfUnknownRoute: LocationResponse = { ...methods, isRouteUnknown: true };

const withoutIdentifier = because('SPEC 4.6', 'no identifier in the path');
const removed = done(because('SPEC 3', 'removed, without a look at whether it was present'));

/** Handles DELETE (SPEC section 3); the record may be absent. */
async function remove(
  route: KnownRoute,
  { method, headers }: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  if (route.kind === 'collection') return problem('deleteWithoutIdentifier', withoutIdentifier);
  if (route.kind === 'invalid-identifier') return problem('identifierInvalid', route.explanation);
  const conditions = settings.exchangeStore && preconditionsOf(headers);
  if (!conditions) {
    await settings.store.delete(route.id);
    return removed;
  }
  return (await writeIf(conditions, { method, id: route.id, next: undefined }, settings)) ?? removed;
}

/** Turns the response to GET into the one to HEAD (RFC 9110 section 9.3.2). */
async function withoutBody(response: LocationResponse): Promise<LocationResponse> {
  if (typeof response.body !== 'string') await response.body.return?.();
  const { clause, reason } = response.explanation ?? {};
  return { ...response, body: '', explanation: because('D12', `as GET (${clause}): ${reason}`) };
}
