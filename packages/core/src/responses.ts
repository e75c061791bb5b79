import { byteLength } from './byte-length.ts';
import type { LocationResponse } from './response.ts';

/** The value of `Allow` in the answers to OPTIONS and to a method that the service does not have. */
export const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';

/** The answer to a write that succeeded (SPEC section 4): 200, empty, no content type. */
export const done: LocationResponse = Object.freeze({
  status: 200,
  headers: Object.freeze({ 'Content-Length': '0' }),
  body: '',
});

/** The answer to OPTIONS. */
export const methods: LocationResponse = Object.freeze({
  status: 200,
  headers: Object.freeze({ Allow: allowedMethods, 'Content-Length': '0' }),
  body: '',
});

/** The answer to OPTIONS for a target that names no route, where a host may have others. */
export const methodsElsewhere: LocationResponse = Object.freeze({ ...methods, isRouteUnknown: true });

/** 200 with a JSON text. */
export function found(body: string): LocationResponse {
  return json(200, body);
}

/** 200 with a JSON text in pieces, whose length nobody knows yet. */
export function foundInPieces(body: AsyncIterableIterator<string>): LocationResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
}

/** Every answer that is not a success, with the exact message (SPEC section 7 and, marked †, our own). */
export const problems = {
  contentTypeWrong: () => errorResponse(400, 'Content-type is wrong, it must be JSON'),
  identifierMissing: () => errorResponse(400, 'Location identifier is missing'),
  identifierInvalid: () => errorResponse(400, 'Location identifier is not valid'), // †
  bodyMissing: () => errorResponse(400, 'Body content is missing'),
  bodyInvalid: () => errorResponse(400, 'Provided JSON is not valid'),
  deleteWithoutIdentifier: () => errorResponse(400, 'An id must be provided to delete a location'),
  resourceNotFound: (id: string) => errorResponse(404, `Resource not found: ${id}`),
  locationNotFound: (id: string) => errorResponse(404, `Location not found: ${id}`),
  routeNotFound: () => ({ ...errorResponse(404, 'Route not found'), isRouteUnknown: true }), // †
  methodNotAllowed: () => withAllow(errorResponse(405, 'Method not allowed')), // †
  internalError: () => errorResponse(500, 'Internal server error'),
} as const satisfies Record<string, (id: string) => LocationResponse>;

function withAllow(response: LocationResponse): LocationResponse {
  return { ...response, headers: { ...response.headers, Allow: allowedMethods } };
}

/** An answer with an Error object (SPEC section 2), also for whoever answers below the service. */
export function errorResponse(status: number, message: string): LocationResponse & { readonly body: string } {
  return json(status, JSON.stringify({ error_message: message }));
}

function json(status: number, body: string): LocationResponse & { readonly body: string } {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(byteLength(body)) };
  return { status, headers, body };
}
