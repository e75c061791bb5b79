import { createMatcher, type GuardOptions } from '@location-records/adapters/guard';
import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { allowedMethods } from '@location-records/core/adapter-kit';

/** Returns the flag with which the command would take a request that its guard has refused (D47). */
export const adviseFlag: GuardOptions['advise'] = (refused, name) =>
  refused === 'host'
    ? `to allow it, start the service with --allowed-host ${name ?? '<name>'}`
    : `to allow them, start the service with --cors${name === undefined ? '' : ` ${name}`}`;

/**
 * Returns the fields of all responses (D47), for browsers that do not tell where a request comes from: over
 * http in a network. A page of a foreign origin cannot load a response as an image, script, object or frame of
 * its own, nor tell its status. CORS does not depend on that, so only a service for all pages permits it.
 */
export function protectiveFields(origins: readonly string[]): LocationResponse['headers'] {
  const isForAll = origins.includes('*');
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': isForAll ? 'cross-origin' : 'same-origin',
    ...(!isForAll && { 'X-Frame-Options': 'SAMEORIGIN' }),
  };
}

/** How long a browser may cache the response to a preflight, in seconds: the maximum of Chromium. */
const maxAge = '7200';

/** The fields of area queries and limits, which a browser hides from the page otherwise. */
const exposedFields = ['ETag', 'Link', 'Limited-By', 'Retry-After'];

/** RFC 9110 section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Lets web pages of these origins use the service (D44): patterns of {@link createMatcher}, or `*` for any. Every
 * response allows the origin; a response to OPTIONS also names the methods and the header fields that a page
 * may send.
 */
export function withCors(handle: Handler, origins: readonly string[]): Handler {
  const allowedFor = allowance(origins);
  return async (request) => {
    const allowed = allowedFor(request);
    const isPreflight = request.method === 'OPTIONS';
    const response = await respond(request, handle);
    // A cache must not serve a response for one origin to another.
    const varying = [
      response.headers.Vary,
      allowed !== '*' && 'Origin',
      isPreflight && 'Access-Control-Request-Headers',
    ].filter(Boolean);
    const exposed = exposedFields.filter((name) => response.headers[name] !== undefined);
    const headers = {
      ...response.headers,
      ...(varying.length > 0 && { Vary: varying.join(', ') }),
      ...(allowed !== undefined && { 'Access-Control-Allow-Origin': allowed }),
      ...(exposed.length > 0 && { 'Access-Control-Expose-Headers': exposed.join(', ') }),
      ...(isPreflight && preflightFields(request, response)),
    };
    return { ...response, headers };
  };
}

/** A preflight of a browser never has a token, and gets a response that says nothing of the service without it. */
async function respond(request: LocationRequest, handle: Handler): Promise<LocationResponse> {
  const response = await handle(request);
  const { method, headers } = request;
  const isWithoutToken = response.status === 401 && method === 'OPTIONS';
  if (!isWithoutToken || headers['access-control-request-method'] === undefined) return response;
  return { status: 200, headers: { 'Content-Length': '0' }, body: '', explanation: response.explanation };
}

/**
 * Returns what gives the origin that a response allows. The only origin that is named is allowed in every
 * response.
 */
function allowance(origins: readonly string[]): (request: LocationRequest) => string | undefined {
  if (origins.includes('*')) return () => '*';
  const [only = '', ...others] = origins;
  if (others.length === 0 && !only.includes('*')) return () => only;
  const isAllowed = createMatcher(origins);
  return ({ headers }) => {
    const origin = headers.origin?.join(', ');
    return origin !== undefined && isAllowed(origin) ? origin : undefined;
  };
}

/** A preflight gets what it asks for: libraries of monitoring add fields such as `traceparent`. */
function preflightFields(request: LocationRequest, response: LocationResponse): LocationResponse['headers'] {
  const asked = (request.headers['access-control-request-headers'] ?? [])
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => token.test(name));
  return {
    'Access-Control-Allow-Methods': response.headers.Allow ?? allowedMethods,
    'Access-Control-Allow-Headers': asked.length > 0 ? asked.join(', ') : 'Content-Type',
    'Access-Control-Max-Age': maxAge,
  };
}
