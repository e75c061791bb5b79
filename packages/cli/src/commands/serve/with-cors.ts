import type { Handler, LocationRequest, ResponseHeaders } from '@location-records/core';
import { allowedMethods } from '@location-records/core/adapter-kit';
import { matcherOf } from './name-patterns.ts';

/** How long a browser may cache the response to a preflight, in seconds: the maximum of Chromium. */
const maxAge = '7200';

/** The fields of area queries, which a browser hides from the page otherwise. */
const areaFields = ['Link', 'Limited-By'];

/** RFC 9110 section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Lets web pages of these origins use the service (D44): patterns of `matcherOf`, or `*` for any. Every response allows
 * the origin; a response to OPTIONS also names the methods and the header fields that a page may send.
 */
export function withCors(handle: Handler, origins: readonly string[]): Handler {
  const allowedFor = allowance(origins);
  return async (request) => {
    const response = await handle(request);
    const allowed = allowedFor(request);
    const isPreflight = request.method === 'OPTIONS';
    const headers = {
      ...response.headers,
      ...varying(response.headers.Vary, [
        allowed !== '*' && 'Origin',
        isPreflight && 'Access-Control-Request-Headers',
      ]),
      ...(allowed !== undefined && { 'Access-Control-Allow-Origin': allowed }),
      ...exposing(response.headers),
      ...(isPreflight && preflightFields(request)),
    };
    return { ...response, headers };
  };
}

/** Returns what gives the origin that a response allows. The only origin that is named is allowed in every response. */
function allowance(origins: readonly string[]): (request: LocationRequest) => string | undefined {
  if (origins.includes('*')) return () => '*';
  const [only = '', ...others] = origins;
  if (others.length === 0 && !only.includes('*')) return () => only;
  const isAllowed = matcherOf(origins);
  return ({ headers }) => {
    const origin = headers.origin?.join(', ');
    return origin !== undefined && isAllowed(origin) ? origin : undefined;
  };
}

/** A cache must not serve a response for one origin to another. */
function varying(present: string | undefined, names: readonly (string | false)[]): ResponseHeaders {
  const all = [present, ...names].filter(Boolean);
  return all.length > 0 ? { Vary: all.join(', ') } : {};
}

function exposing(headers: ResponseHeaders): ResponseHeaders {
  const present = areaFields.filter((name) => headers[name] !== undefined);
  return present.length > 0 ? { 'Access-Control-Expose-Headers': present.join(', ') } : {};
}

/** A preflight gets what it asks for: libraries of monitoring add fields such as `traceparent`. */
function preflightFields({ headers }: LocationRequest): ResponseHeaders {
  const asked = (headers['access-control-request-headers'] ?? [])
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => token.test(name));
  return {
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': asked.length > 0 ? asked.join(', ') : 'Content-Type',
    'Access-Control-Max-Age': maxAge,
  };
}
