import { InvalidArgumentError } from './errors.ts';

/** Header fields of a response, under their usual spelling. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response of the service as plain data. An adapter sends it. */
export interface LocationResponse {
  readonly status: number;
  /** They include `Content-Length` if the body is a string; a streamed body may have none. */
  readonly headers: ResponseHeaders;
  /**
   * The whole body, or a body in pieces, such as a long list in strings of about 64 KiB. Pieces of the
   * service are strings; a handler that wraps it may send bytes. A reader that stops early calls `return()`,
   * as `for await` does, which ends the store's list. If a piece rejects, the store failed half-way, and the
   * adapter must abort the response, so that no client takes a part for the whole (D40).
   */
  readonly body: string | AsyncIterableIterator<string | Uint8Array>;
  /** Set if the target names no route of the service, so that a host may try its other routes. */
  readonly isRouteUnknown?: true;
  /**
   * The clause that decided, and why. It is not for the client: an adapter sends `status`, `headers` and
   * `body`. Every response of `createHandler` has one; other handlers may omit it.
   */
  readonly explanation?: Explanation | undefined;
}

/** Which clause decided a response, and why, for logs and for the journal of a test. */
export interface Explanation {
  /**
   * A clause of SPEC.md, such as `SPEC 4.5.1`, or of DECISIONS.md, such as `D29`; both come with this
   * package.
   */
  readonly clause: string;
  /**
   * A short phrase on one line, such as `unknown member "descripton"`. Text from the client is quoted as
   * JSON, truncated, and its invisible characters are escaped. The wording may change with every version.
   */
  readonly reason: string;
}

/** A response with an Error object, whose length is known. */
type ErrorResponse = LocationResponse & { readonly body: string };

/** The value of `Allow`, in the responses to OPTIONS and to an unknown method. */
export const allowedMethods = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';

/**
 * Every response that is not a success, as status and message: those of SPEC section 7 and, marked †, ours.
 * `<id>` stands for the identifier.
 */
export const problems = {
  contentTypeWrong: [400, 'Content-type is wrong, it must be JSON'],
  identifierMissing: [400, 'Location identifier is missing'],
  identifierInvalid: [400, 'Location identifier is not valid'], // †
  bodyMissing: [400, 'Body content is missing'],
  bodyInvalid: [400, 'Provided JSON is not valid'],
  deleteWithoutIdentifier: [400, 'An id must be provided to delete a location'],
  resourceNotFound: [404, 'Resource not found: <id>'],
  locationNotFound: [404, 'Location not found: <id>'],
  routeNotFound: [404, 'Route not found'], // †
  methodNotAllowed: [405, 'Method not allowed'], // †
  preconditionInvalid: [400, 'Precondition is not valid'], // †
  preconditionFailed: [412, 'Precondition failed'], // †
  internalError: [500, 'Internal server error'],
  unavailable: [503, 'Service unavailable'], // †
} as const;

/** Makes a response of the table above. */
export function problem(name: keyof typeof problems, why: Explanation, id = ''): LocationResponse {
  const [status, message] = problems[name];
  const response = errorObject(
    status,
    message.replace('<id>', () => id),
    why,
  );
  if (name === 'routeNotFound') return { ...response, isRouteUnknown: true };
  if (name !== 'methodNotAllowed') return response;
  return { ...response, headers: { ...response.headers, Allow: allowedMethods } };
}

/**
 * Makes a response with an Error object (SPEC section 2): `{"error_message":"…"}`.
 *
 * @param explanation for logs; it does not reach the client.
 * @throws {InvalidArgumentError} if the status is not from 200 to 599, or another argument has another type.
 */
export function errorResponse(status: number, message: string, explanation?: Explanation): ErrorResponse {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new InvalidArgumentError('status', 'a whole number from 200 to 599');
  }
  if (typeof message !== 'string') throw new InvalidArgumentError('message', 'a string');
  if (explanation !== undefined && typeof explanation?.reason !== 'string') {
    throw new InvalidArgumentError('explanation', 'an Explanation');
  }
  return errorObject(status, message, explanation);
}

function errorObject(status: number, message: string, explanation: Explanation | undefined): ErrorResponse {
  const body = JSON.stringify({ error_message: message });
  return { status, headers: jsonHeaders(body), body, explanation };
}

/** Makes a 200 with a JSON text. */
export function found(body: string, explanation: Explanation): LocationResponse {
  return { status: 200, headers: jsonHeaders(body), body, explanation };
}

/** Makes a 200 with a JSON text in pieces, whose length is not known yet. */
export function foundInPieces(
  body: AsyncIterableIterator<string>,
  explanation: Explanation,
): LocationResponse {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body, explanation };
}

/**
 * Makes a 200 without a body, and so without a content type (SPEC section 4). Frozen, since many requests
 * share it.
 */
export function done(explanation: Explanation, more: ResponseHeaders = {}): LocationResponse {
  const headers = Object.freeze({ ...more, 'Content-Length': '0' });
  return Object.freeze({ status: 200, headers, body: '', explanation });
}

function jsonHeaders(body: string): ResponseHeaders {
  return { 'Content-Type': 'application/json', 'Content-Length': String(byteLength(body)) };
}

/** Counts the bytes of a well-formed string in UTF-8. Some test environments have no `TextEncoder`. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // A surrogate pair is two units and four bytes, so each of its halves counts as two.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** A clause of SPEC.md or of DECISIONS.md. */
export type Clause = `SPEC ${number}` | `SPEC ${number}.${number}.${number}` | `D${number}`;

/** Controls, lone surrogates, invisible characters, and characters that reverse the text, such as U+202E. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Makes an explanation that is safe to print in a terminal. */
export function because(clause: Clause, reason: string): Explanation {
  return Object.freeze({ clause, reason: reason.replace(unprintable, escapeCharacter) });
}

/** Escapes as JSON does, with two escapes for a character beyond U+FFFF. */
function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Quotes text from outside as JSON, truncated if it is long. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, 60));
}

/** Returns the message of anything thrown, truncated if it is long. */
export function messageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown };
  return typeof message === 'string' ? shorten(message, 200) : 'an error without a message';
}

/** Cuts by UTF-16 units; a half of a surrogate pair is escaped by {@link because}. */
function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
