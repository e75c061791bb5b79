import type { Handler, ResponseHeaders } from '@location-records/core';
import { allowedMethods } from '@location-records/core/adapter-kit';

/** How long a browser may cache the response to a preflight, in seconds: the maximum of Chromium. */
const maxAge = '7200';

/**
 * Lets web pages of these origins (`*` for any) use the service. Every response allows the origin; a response to OPTIONS
 * also names the methods and header fields that a page may send. Of several origins, a response names only the origin
 * of its request.
 */
export function withCors(handle: Handler, origins: readonly string[]): Handler {
  const single = origins.includes('*') ? '*' : origins.length === 1 ? origins[0] : undefined;
  return async (request) => {
    const response = await handle(request);
    const [asking, ...more] = single === undefined ? (request.headers.origin ?? []) : [];
    const isListed = asking !== undefined && more.length === 0 && origins.includes(asking);
    const allowed = isListed ? asking : single;
    const headers = {
      ...response.headers,
      // A cache must not serve a response for one origin to another.
      ...(single !== '*' && { Vary: [response.headers.Vary, 'Origin'].filter(Boolean).join(', ') }),
      ...(allowed !== undefined && { 'Access-Control-Allow-Origin': allowed }),
      ...exposing(response.headers),
    };
    return { ...response, headers: request.method === 'OPTIONS' ? withPreflight(headers) : headers };
  };
}

/** The fields of area queries, which a browser hides from the page otherwise. */
const areaFields = ['Link', 'Limited-By'];

function exposing(headers: ResponseHeaders): ResponseHeaders {
  const present = areaFields.filter((name) => headers[name] !== undefined);
  return present.length > 0 ? { 'Access-Control-Expose-Headers': present.join(', ') } : {};
}

function withPreflight(headers: ResponseHeaders): ResponseHeaders {
  return {
    ...headers,
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Max-Age': maxAge,
  };
}
