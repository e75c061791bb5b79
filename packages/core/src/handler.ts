import { checkOptions, type HandlerOptions, type Settings } from './options.ts';
import { read } from './read.ts';
import { RequestBodyError } from './read-body.ts';
import type { LocationRequest } from './request.ts';
import { because, type LocationResponse } from './response.ts';
import { methods, methodsElsewhere, problems, removed } from './responses.ts';
import { findRoute, type Route } from './route.ts';
import { write } from './write.ts';

/**
 * Answers one request: what an adapter serves. That of `createHandler` is one, and so is a function of yours around it.
 * A handler of `createHandler` rejects only when `request.body` did, with the same error; whatever else goes wrong is a
 * response.
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
      const cause = requestFault(request) ?? error;
      if (cause instanceof RequestBodyError) throw cause.cause;
      settings.onError(cause, request);
      const response = problems.internalError(request.method, cause);
      return isHead ? withoutBody(response) : response;
    }
  };
}

/** Not every answer needs a promise, and each costs time. */
function answer(request: LocationRequest, settings: Settings): LocationResponse | Promise<LocationResponse> {
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

/** What is wrong with a request that a caller without types has made by spreading one of an adapter. */
function requestFault(request: LocationRequest): TypeError | undefined {
  const missing = (['headers', 'body'] as const).find((name) => request[name] === undefined);
  if (missing === undefined) return undefined;
  return new TypeError(
    `The request has no "${missing}": it cannot be spread. Use deriveRequest(request, { target }) instead.`,
  );
}

/** DELETE (SPEC section 3): without a look at whether the record is there. */
export async function remove(
  route: Exclude<Route, { kind: 'unknown' }>,
  settings: Settings,
): Promise<LocationResponse> {
  if (route.kind === 'collection') return problems.deleteWithoutIdentifier();
  if (route.kind === 'invalid-identifier') return problems.identifierInvalid(route.explanation);
  await settings.store.delete(route.id);
  return removed;
}

/** The answer to HEAD: that to GET, without the body (RFC 9110 section 9.3.2). */
export async function withoutBody(answer: LocationResponse): Promise<LocationResponse> {
  if (typeof answer.body !== 'string') await answer.body.return?.();
  const { clause, reason } = answer.explanation ?? {};
  return { ...answer, body: '', explanation: because('D12', `as GET (${clause}): ${reason}`) };
}
