import { errorResponse, type Handler, OptionError } from '@location-records/core';
import { RequestAbortedError } from '../request-aborted-error.ts';
import { FetchRequest } from './fetch-request.ts';
import { toResponse } from './to-response.ts';

/** What every fetch runtime serves with: a function from `Request` to `Response`. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * Serves the requests of a fetch runtime with a handler: Bun, Deno, Workers, service workers, Next.js, Hono, and
 * Node.js itself. To live under a base path that the host does not strip, give the handler the option `basePath`.
 *
 * An answer that needs no body is given without waiting for it, and the runtime sees to the body. A list is read from
 * the store no faster than the client takes it, and released when the client goes away. One that fails half-way breaks
 * the response off.
 *
 * What it returns rejects with a {@link BodyUsedError} when a request that is to be written has lost its body to
 * somebody else, and with what the handler rejected with when that is broken; the runtime reports both.
 *
 * @throws {OptionError} at once, when `handle` is no handler.
 *
 * @example
 * export default { fetch: createFetchHandler(createHandler({ store: createMemoryStore() })) };
 */
export function createFetchHandler(handle: Handler): FetchHandler {
  if (typeof handle !== 'function') throw new OptionError('handle', 'a handler, as createHandler makes it');
  return async (request) => {
    const asked = new FetchRequest(request);
    try {
      return toResponse(await handle(asked));
    } catch (error) {
      // For whoever may still listen: the body broke off, or its framing is malformed.
      if (error instanceof RequestAbortedError) return toResponse(errorResponse(400, 'Bad request'));
      throw error;
    } finally {
      asked.giveUpBody();
    }
  };
}
