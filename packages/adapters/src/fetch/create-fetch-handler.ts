import type { Handler, LocationResponse } from '@location-records/core';
import { checkHandler, errorResponse } from '@location-records/core/adapter-kit';
import { RequestAbortedError } from '../errors.ts';
import { releaseList } from '../final-response.ts';
import { FetchRequest } from './fetch-request.ts';
import { toResponse } from './to-response.ts';
import { Client } from './workers-client.ts';

/**
 * A function from `Request` to `Response`, with which every runtime of fetch can serve. Its other arguments are
 * ignored, except the third one of Workers, their context, and the second one of Deno, which says that `Deno.serve` has
 * called.
 */
export type FetchHandler = (request: Request, info?: unknown, context?: unknown) => Promise<Response>;

/**
 * Serves the requests of a runtime of fetch with a handler: Bun, Deno, Workers, service workers, Next.js, Hono, and
 * Node.js itself. To serve under a base path that the host does not strip, give the handler the option `basePath`.
 *
 * A response that needs no body does not wait for it; the unread body is left to the runtime. A list is read from the
 * store no faster than the client takes it, and released when the client goes away. A list that fails half-way breaks
 * the response off. On Workers a list whose client leaves before its first piece is ready is released only with the
 * compatibility flag `enable_request_signal`, and only when the fetch handler is given the context.
 *
 * The promise rejects with a {@link BodyUsedError} when the body of a POST or PUT was read before, and with the error
 * of a handler that rejects. The runtime reports both.
 *
 * @throws {InvalidArgumentError} at once, when `handle` is not a handler.
 *
 * @example
 * export default { fetch: createFetchHandler(createHandler({ store: createMemoryStore() })) };
 */
export function createFetchHandler(handle: Handler): FetchHandler {
  checkHandler(handle);
  return (request, info, context) => {
    const client = new Client(request, context);
    return client.hold(respond(handle, request, client, isOfDeno(info)));
  };
}

async function respond(
  handle: Handler,
  request: Request,
  client: Client,
  isLengthAdded: boolean,
): Promise<Response> {
  const locationRequest = new FetchRequest(request);
  let response: LocationResponse | undefined;
  try {
    response = await handle(locationRequest);
    if (client.hasLeft && typeof response.body !== 'string') throw new RequestAbortedError();
    return toResponse(response, isLengthAdded);
  } catch (error) {
    // The runtime does not cancel a body that it never gets.
    if (response) await releaseList(response);
    // The client left, or the framing of the body is malformed: then the client may still read this.
    if (error instanceof RequestAbortedError) return toResponse(errorResponse(400, 'Bad request'));
    throw error;
  } finally {
    locationRequest.cancelUnreadBody();
  }
}

/** Whether it is what `Deno.serve` gives a handler. It adds the length of a body to a `Response`. */
function isOfDeno(info: unknown): boolean {
  return typeof info === 'object' && info !== null && 'remoteAddr' in info && 'completed' in info;
}
