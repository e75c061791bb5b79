import { InvalidArgumentError } from './errors.ts';
import {
  because,
  type Explanation,
  type LocationResponse,
  messageOf,
  quote,
  type ResponseHeaders,
} from './response.ts';

/** A response with an Error object, whose length is known. */
type ErrorResponse = LocationResponse & { readonly body: string };

/** The value of `Allow` in the responses to OPTIONS and to a method that the service does not have. */
export const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';

/** The response to a POST that succeeded. A store does not tell whether the record was present. */
export const stored = empty(
  because('SPEC 4.5.7', 'every check passed: created, or replaced if it was present'),
);
/** The response to a PUT that succeeded. */
export const replaced = empty(because('SPEC 4.5.7', 'every check passed: the present record is replaced'));
/** The response to a DELETE that succeeded. */
export const removed = empty(because('SPEC 3', 'removed, without a look at whether it was present'));

/** The response to OPTIONS. */
export const methods = empty(because('D13', 'OPTIONS succeeds for every target'), {
  Allow: allowedMethods,
});
/** The response to OPTIONS for a target that names no route of the service. */
export const methodsOfUnknownRoute: LocationResponse = Object.freeze({ ...methods, isRouteUnknown: true });

/** Why one record is in a response; made once, since no response is more frequent. */
export const recordFound = Object.freeze(because('SPEC 4', 'the record is present'));
/** Why the list is in a response. */
export const listFound = Object.freeze(because('SPEC 4.7', 'the list of all records'));

/** 200 with a JSON text, and its length in bytes where that is known. */
export function found(body: string, explanation: Explanation, length?: number): LocationResponse {
  return { status: 200, headers: jsonHeaders(body, length), body, explanation };
}

/** 200 with a JSON text in pieces, whose length is not known yet. */
export function foundInPieces(
  body: AsyncIterableIterator<string>,
  explanation: Explanation,
): LocationResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body, explanation };
}

/** The response to a write whose body goes on after the limit. */
export function withRestIgnored(response: LocationResponse, limit: number): LocationResponse {
  const { reason } = response.explanation ?? {};
  return {
    ...response,
    explanation: because('D21', `${reason}; what follows the first ${limit} characters was not looked at`),
  };
}

/** Every response that is not a success, with the exact message: of SPEC section 7 or, marked †, ours. */
export const problems = {
  contentTypeWrong: (why: Explanation) => problem(400, 'Content-type is wrong, it must be JSON', why),
  identifierMissing: () =>
    problem(400, 'Location identifier is missing', because('SPEC 4.5.2', 'no identifier in the path')),
  identifierInvalid: (why: Explanation) => problem(400, 'Location identifier is not valid', why), // †
  bodyMissing: () => problem(400, 'Body content is missing', because('SPEC 4.5.3', 'a body of zero bytes')),
  bodyInvalid: (why: Explanation) => problem(400, 'Provided JSON is not valid', why),
  deleteWithoutIdentifier: () =>
    problem(
      400,
      'An id must be provided to delete a location',
      because('SPEC 4.6', 'no identifier in the path'),
    ),
  resourceNotFound: (id: string) =>
    problem(404, `Resource not found: ${id}`, because('SPEC 4.1', `the record ${quote(id)} is absent`)),
  locationNotFound: (id: string) =>
    problem(404, `Location not found: ${id}`, because('SPEC 4.5.5', `the record ${quote(id)} is absent`)),
  routeNotFound: (why: Explanation): LocationResponse => ({
    ...problem(404, 'Route not found', why), // †
    isRouteUnknown: true,
  }),
  methodNotAllowed: (method: string): LocationResponse => {
    const why = because('D14', `unknown method ${quote(method)}`);
    const response = problem(405, 'Method not allowed', why); // †
    return { ...response, headers: { ...response.headers, Allow: allowedMethods } };
  },
  internalError: (method: string, error: unknown) =>
    problem(
      500,
      'Internal server error',
      because(method === 'DELETE' ? 'D39' : 'SPEC 7', `unexpected failure: ${messageOf(error)}`),
    ),
};

/**
 * A response with an Error object (SPEC section 2): `{"error_message":"…"}`.
 *
 * @param explanation for logs; it does not reach the client.
 * @throws {InvalidArgumentError} when the status is not from 200 to 599, or another argument has another type.
 */
export function errorResponse(status: number, message: string, explanation?: Explanation): ErrorResponse {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new InvalidArgumentError('status', 'a whole number from 200 to 599');
  }
  if (typeof message !== 'string') throw new InvalidArgumentError('message', 'a string');
  if (explanation !== undefined && typeof explanation?.reason !== 'string') {
    throw new InvalidArgumentError('explanation', 'an Explanation');
  }
  return problem(status, message, explanation);
}

/** The same for the responses of the service itself, which need no checks. */
function problem(status: number, message: string, explanation?: Explanation): ErrorResponse {
  const body = JSON.stringify({ error_message: message });
  return { status, headers: jsonHeaders(body), body, explanation };
}

function jsonHeaders(body: string, length = byteLength(body)): ResponseHeaders {
  return { 'Content-Type': 'application/json', 'Content-Length': String(length) };
}

/** Made when it is first needed, since not every test environment has a `TextEncoder`. */
let countEncoded: ((text: string) => number) | undefined;

/** The number of bytes of a well-formed string in UTF-8. */
export function byteLength(text: string): number {
  if (typeof TextEncoder === 'undefined') return countBytes(text);
  countEncoded ??= createByteCounter(TextEncoder);
  return countEncoded(text);
}

/** 100 characters take a quarter of the time of {@link countBytes}, and 4,000 a fortieth. */
function createByteCounter(Encoder: NonNullable<typeof TextEncoder>): (text: string) => number {
  const encoder = new Encoder();
  const unused = new Uint8Array(16_384);
  return (text) => {
    let bytes = 0;
    for (let rest = text; rest !== ''; ) {
      const { read, written } = encoder.encodeInto(rest, unused);
      bytes += written;
      rest = rest.slice(read);
    }
    return bytes;
  };
}

function countBytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four bytes, so each of its halves counts as two.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
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
