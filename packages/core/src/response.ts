/** Header fields of a response, under their usual spelling. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response of the service as plain data: what an adapter sends. */
export interface LocationResponse {
  readonly status: number;
  /** They have `Content-Length` whenever the body is a string; a streamed body may have none. */
  readonly headers: ResponseHeaders;
  /**
   * The whole body, or a body in pieces, such as a long Location list in texts of about 64 KiB. Pieces of the service
   * itself are texts; those of a handler around it may be bytes. A reader that stops before the end calls
   * `return()`, as `for await` does, which releases the store's list. A piece that rejects means that the store failed
   * half-way: the adapter must break the response off, so that no client takes a part for the whole (D40).
   */
  readonly body: string | AsyncIterableIterator<string | Uint8Array>;
  /** The target names no route of the service, so a host that has other routes may try those instead. */
  readonly isRouteUnknown?: true;
  /**
   * The clause that decided, and why. It is not for the client: an adapter sends `status`, `headers` and `body`. Every
   * response of `createHandler` has one; a response of your own handler may leave it out.
   */
  readonly explanation?: Explanation | undefined;
}

/** Which clause decided a response, and why: for the reader of a log, or of the journal of a test. */
export interface Explanation {
  /** A clause of SPEC.md, such as `SPEC 4.5.1`, or of DECISIONS.md, such as `D29`; both files come with this package. */
  readonly clause: string;
  /**
   * A short phrase on one line, such as `unknown member "descripton"`, with invisible and text-turning characters
   * escaped. What the client sent is quoted as JSON, and cut where it is long. The words may change with every version.
   */
  readonly reason: string;
}

/** The forms of a clause. */
export type Clause = `SPEC ${number}` | `SPEC ${number}.${number}.${number}` | `D${number}`;

/** Controls, lone surrogates, invisible characters, and those that turn the text around them, such as U+202E. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Makes an explanation. */
export function because(clause: Clause, reason: string): Explanation {
  return { clause, reason: reason.replace(unprintable, toEscape) };
}

/** The escapes of JSON: two for a character beyond U+FFFF. */
function toEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Text from outside as JSON, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, 60));
}

/** The message of an error, cut where it is long. Anything may be thrown. */
export function messageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown };
  return typeof message === 'string' ? shorten(message, 200) : 'an error without a message';
}

/** A text, or its first characters and an ellipsis. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join('');
  return start === text ? text : `${start}…`;
}
