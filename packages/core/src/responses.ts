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
  contentTypeWrong: () => problem(400, 'Content-type is wrong, it must be JSON'),
  identifierMissing: () => problem(400, 'Location identifier is missing'),
  identifierInvalid: () => problem(400, 'Location identifier is not valid'), // †
  bodyMissing: () => problem(400, 'Body content is missing'),
  bodyInvalid: () => problem(400, 'Provided JSON is not valid'),
  deleteWithoutIdentifier: () => problem(400, 'An id must be provided to delete a location'),
  resourceNotFound: (id: string) => problem(404, `Resource not found: ${id}`),
  locationNotFound: (id: string) => problem(404, `Location not found: ${id}`),
  routeNotFound: () => ({ ...problem(404, 'Route not found'), isRouteUnknown: true }), // †
  methodNotAllowed: () => withAllow(problem(405, 'Method not allowed')), // †
  internalError: () => problem(500, 'Internal server error'),
} as const satisfies Record<string, (id: string) => LocationResponse>;

function problem(status: number, message: string): LocationResponse {
  return json(status, errorBody(message));
}

function withAllow(response: LocationResponse): LocationResponse {
  return { ...response, headers: { ...response.headers, Allow: allowedMethods } };
}

/** The JSON text of an Error object (SPEC section 2), for whoever answers below the service. */
export function errorBody(message: string): string {
  return JSON.stringify({ error_message: message });
}

function json(status: number, body: string): LocationResponse {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(byteLength(body)) };
  return { status, headers, body };
}
