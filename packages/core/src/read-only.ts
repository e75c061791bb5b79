import { checkHandler, type Handler } from './handler.ts';
import { because, errorResponse } from './responses.ts';

const writes = ['POST', 'PUT', 'DELETE'];

/**
 * Refuses every write to a service, and to what a handler around it serves: POST, PUT and DELETE are 403 `The
 * service is read-only` before anything else is checked (D55). Other responses do not offer them in `Allow`.
 *
 * @example
 * const handle = withReadOnly(createHandler({ store }));
 *
 * @throws {InvalidArgumentError} when `handle` is not a handler.
 */
export function withReadOnly(handle: Handler): Handler {
  checkHandler(handle);
  return async (request) => {
    if (writes.includes(request.method)) {
      return errorResponse(403, 'The service is read-only', because('D55', `${request.method} is a write`));
    }
    const response = await handle(request);
    const { 'Accept-Post': _, ...headers } = response.headers;
    if (headers.Allow === undefined) return response;
    const allowed = headers.Allow.split(', ').filter((method) => !writes.includes(method));
    return { ...response, headers: { ...headers, Allow: allowed.join(', ') } };
  };
}
