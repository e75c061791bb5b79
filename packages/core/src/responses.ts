import { byteLength } from './byte-length.ts';
import { because, type Explanation } from './explanation.ts';
import type { LocationResponse, ResponseHeaders } from './response.ts';

/** The value of `Allow` in the answers to OPTIONS and to a method that the service does not have. */
export const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';

/** The answer to a POST that succeeded. No store tells whether the record was there. */
export const stored = empty(
  because('SPEC 4.5.7', 'every check passed: created, or replaced if it was present'),
);
/** The answer to a PUT that succeeded. */
export const replaced = empty(because('SPEC 4.5.7', 'every check passed: the present record is replaced'));
/** The answer to a DELETE that succeeded. */
export const removed = empty(because('SPEC 3', 'removed, without a look at whether it was present'));

/** The answer to OPTIONS. */
export const methods = empty(because('D13', 'OPTIONS is answered for every target'), {
  Allow: allowedMethods,
});

/** The answer to OPTIONS for a target that names no route, where a host may have others. */
export const methodsElsewhere: LocationResponse = Object.freeze({ ...methods, isRouteUnknown: true });

/** Why one record is given: made once, because no answer is as frequent. */
export const recordFound = Object.freeze(because('SPEC 4', 'the record is present'));
/** Why the list is given. */
export const listFound = Object.freeze(because('SPEC 4.7', 'the list of all records'));

/** 200 with a JSON text. */
export function found(body: string, explanation: Explanation): LocationResponse {
  return { status: 200, headers: jsonHeaders(body), body, explanation };
}

/** 200 with a JSON text in pieces, whose length nobody knows yet. */
export function foundInPieces(
  body: AsyncIterableIterator<string>,
  explanation: Explanation,
): LocationResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body, explanation };
}

/** The answer to a write of whose body something was beyond the limit. */
export function leavingRest(answer: LocationResponse, limit: number): LocationResponse {
  const { reason } = answer.explanation ?? {};
  return {
    ...answer,
    explanation: because('D21', `${reason}; what follows the first ${limit} characters was not looked at`),
  };
}

/**
 * A response with an Error object (SPEC section 2), for adapters and for handlers around a handler.
 *
 * @param explanation what a log is told; it does not reach the client.
 */
export function errorResponse(
  status: number,
  message: string,
  explanation?: Explanation,
): LocationResponse & { readonly body: string } {
  const body = JSON.stringify({ error_message: message });
  return { status, headers: jsonHeaders(body), body, explanation };
}

function jsonHeaders(body: string): ResponseHeaders {
  return { 'Content-Type': 'application/json', 'Content-Length': String(byteLength(body)) };
}

/** A success without a body, and so without a content type (SPEC section 4). */
function empty(explanation: Explanation, headers: ResponseHeaders = {}): LocationResponse {
  return Object.freeze({
    status: 200,
    headers: Object.freeze({ ...headers, 'Content-Length': '0' }),
    body: '',
    explanation: Object.freeze(explanation),
  });
}
