/** Header fields of a response, under their usual spelling. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response of the service as plain data: what an adapter writes to its host. */
export interface LocationResponse {
  readonly status: number;
  /** `Content-Length` is among them whenever the body is a string; a streamed body has none. */
  readonly headers: ResponseHeaders;
  /**
   * The whole body, or a long Location list in pieces of about 64 KiB. Whoever stops reading the pieces
   * before the end calls `return()` (as `for await` does), which releases the store's list. A piece that
   * rejects means that the store failed half-way: the response must be broken off, so that no client takes
   * a part for the whole.
   */
  readonly body: string | AsyncIterableIterator<string>;
  /** The target names no route of the service, so a host that has other routes may ask these instead. */
  readonly isRouteUnknown?: true;
  /**
   * The clause that decided, and why. It is not for the client: an adapter sends `status`, `headers` and `body`. Every
   * response of `createHandler` has one; one of your own handler may leave it out.
   */
  readonly explanation?: Explanation | undefined;
}

/**
 * Which rule has decided an answer, and why: for a person who reads a log, or the journal of a test. It goes beside
 * the answer, and never to the client.
 */
export interface Explanation {
  /** A rule of the specification, such as `SPEC 4.5.1`, or a decision on what that leaves open, such as `D29`. */
  readonly clause: string;
  /**
   * A short phrase on one line, such as `unknown member "descripton"`, in which characters that are invisible or turn a
   * text around are escaped. What the client sent is quoted as JSON, and cut where it is long. The words may change
   * with every version.
   */
  readonly reason: string;
}

/** The forms of a clause. */
export type Clause = `SPEC ${number}` | `SPEC ${number}.${number}.${number}` | `D${number}`;

/** Controls, lone surrogates, and what is invisible or turns the text around it, such as U+202E. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Makes an explanation. */
export function because(clause: Clause, reason: string): Explanation {
  return { clause, reason: reason.replace(unprintable, toEscape) };
}

/** As JSON has it: two escapes for a character beyond U+FFFF. */
function toEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Text from outside as JSON, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(beginning(text, 60));
}

/** What an error says, as far as it is an error, cut where it is long. */
export function messageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown };
  return typeof message === 'string' ? beginning(message, 200) : 'an error without a message';
}

/** A text, or its first characters with a mark behind. */
function beginning(text: string, length: number): string {
  // Most are short, and every 404 has one.
  if (text.length <= length) return text;
  const start = Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join('');
  return start === text ? text : `${start}…`;
}
