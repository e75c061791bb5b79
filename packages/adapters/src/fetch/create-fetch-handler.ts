import { type Handler, InvalidArgumentError } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { RequestAbortedError } from '../errors.ts';
import { FetchRequest } from './fetch-request.ts';
import { toResponse } from './to-response.ts';
import { Client } from './workers-client.ts';

/**
 * What every fetch runtime serves with: a function from `Request` to `Response`. What else a runtime gives is ignored,
 * but for the context of Workers, which is their third argument.
 */
export type FetchHandler = (request: Request, env?: unknown, context?: unknown) => Promise<Response>;

/**
 * Serves the requests of a fetch runtime with a handler: Bun, Deno, Workers, service workers, Next.js, Hono, and
 * Node.js itself. To live under a base path that the host does not strip, give the handler the option `basePath`.
 *
 * An answer that needs no body is given without waiting for it, and the runtime sees to the body. A list is read from
 * the store no faster than the client takes it, and released when the client goes away. One that fails half-way breaks
 * the response off. On Workers a list whose client leaves before its first piece is there is released only with the
 * compatibility flag `enable_request_signal`, and when the handler is given the context of the worker.
 *
 * What it returns rejects with a {@link BodyUsedError} when a request that is to be written has lost its body to
 * somebody else, and with what the handler rejected with when that is broken; the runtime reports both.
 *
 * @throws {InvalidArgumentError} at once, when `handle` is not a handler.
 *
 * @example
 * export default { fetch: createFetchHandler(createHandler({ store: createMemoryStore() })) };
 */
export function createFetchHandler(handle: Handler): FetchHandler {
  if (typeof handle !== 'function')
    throw new InvalidArgumentError('handle', 'a handler, as createHandler makes it');
  return (request, _env, context) => {
    const client = new Client(request, context);
    return client.hold(answer(handle, request, client));
  };
}

async function answer(handle: Handler, request: Request, client: Client): Promise<Response> {
  const asked = new FetchRequest(request);
  try {
    const response = await handle(asked);
    // The runtime does not cancel a body that it never sees.
    if (client.hasLeft && typeof response.body !== 'string') {
      await response.body.return?.();
      throw new RequestAbortedError();
    }
    return toResponse(response);
  } catch (error) {
    // For whoever may still listen: the client left, or the framing of the body is malformed.
    if (error instanceof RequestAbortedError) return toResponse(errorResponse(400, 'Bad request'));
    throw error;
  } finally {
    asked.giveUpBody();
  }
}
