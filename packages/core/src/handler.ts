import { InvalidArgumentError } from './errors.ts';
import { checkOptions, type HandlerOptions, type Settings } from './options.ts';
import { read } from './read.ts';
import { RequestBodyError } from './read-body.ts';
import type { LocationRequest } from './request.ts';
import { because, type LocationResponse } from './response.ts';
import { methods, methodsOfUnknownRoute, problems, removed } from './responses.ts';
import { findRoute, type KnownRoute } from './route.ts';
import { write } from './write.ts';

/**
 * Responds to a request: what an adapter serves. `createHandler` makes one, and a function of yours around it is one,
 * too. A handler of `createHandler` rejects only when `request.body` did, with the same error; every other failure is
 * a response.
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
      const response = await respond(request, settings);
      return isHead ? await withoutBody(response) : response;
    } catch (error) {
      if (error instanceof RequestBodyError) throw error.cause;
      settings.onError(error, request);
      const response = problems.internalError(request.method, error);
      return isHead ? withoutBody(response) : response;
    }
  };
}

/**
 * Checks an argument that must be a handler.
 *
 * @throws {InvalidArgumentError} about the argument `handle`, when it is not a function, or is `createHandler` itself.
 */
export function checkHandler(handle: Handler): void {
  const given: unknown = handle;
  if (typeof given === 'function' && given !== createHandler) return;
  throw new InvalidArgumentError('handle', `a handler, as createHandler({ store }) returns it${hint(given)}`);
}

/** What to do about a value that is often given in place of a handler, for the message. */
function hint(given: unknown): string {
  const isMethod = (name: string) => typeof Object(given)[name] === 'function';
  if (given === createHandler) return '; this is createHandler: pass what it returns';
  if (isMethod('then')) return '; this is a promise: await it';
  if (isMethod('list')) return '; this is a store: pass createHandler({ store })';
  return isMethod('handle') ? '; pass the member "handle" of this' : '';
}

/** Not `async`: a response that needs no store needs no promise. */
function respond(request: LocationRequest, settings: Settings): LocationResponse | Promise<LocationResponse> {
  const route = findRoute(request.target, settings.baseSegments);
  if (request.method === 'OPTIONS') return route.kind === 'unknown' ? methodsOfUnknownRoute : methods;
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

/** DELETE (SPEC section 3): the record may be absent. */
async function remove(route: KnownRoute, { store }: Settings): Promise<LocationResponse> {
  if (route.kind === 'collection') return problems.deleteWithoutIdentifier();
  if (route.kind === 'invalid-identifier') return problems.identifierInvalid(route.explanation);
  await store.delete(route.id);
  return removed;
}

/** The response to HEAD: the one to GET, without the body (RFC 9110 section 9.3.2). */
async function withoutBody(response: LocationResponse): Promise<LocationResponse> {
  if (typeof response.body !== 'string') await response.body.return?.();
  const { clause, reason } = response.explanation ?? {};
  return { ...response, body: '', explanation: because('D12', `as GET (${clause}): ${reason}`) };
}
