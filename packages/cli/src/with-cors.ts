import { allowedMethods, type Handler, type ResponseHeaders } from '@location-records/core';

/** How long a browser may keep the answer to a preflight, in seconds: the most that Chromium honours. */
const maxAge = '7200';

/**
 * Lets pages of `origin` (`*` for any) use the service in a browser: every answer says so, and the one to
 * OPTIONS also names the methods and header fields that such a page may send.
 */
export function withCors(handle: Handler, origin: string): Handler {
  const always: ResponseHeaders = {
    'Access-Control-Allow-Origin': origin,
    // An answer that names one origin must not be taken from a cache for another.
    ...(origin !== '*' && { Vary: 'Origin' }),
  };
  return async (request) => {
    const response = await handle(request);
    const headers = { ...response.headers, ...always };
    return { ...response, headers: request.method === 'OPTIONS' ? withPreflight(headers) : headers };
  };
}

function withPreflight(headers: ResponseHeaders): ResponseHeaders {
  return {
    ...headers,
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': maxAge,
  };
}
