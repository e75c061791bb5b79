/**
 * Which rule has decided an answer, and why: for a person who reads a log, or the journal of a test. It goes beside
 * the answer, and never to the client.
 */
export interface Explanation {
  /** A rule of the specification, such as `SPEC 4.5.1`, or a decision on what that leaves open, such as `D29`. */
  readonly clause: string;
  /**
   * A short phrase on one line, without control characters, such as `unknown member "descripton"`. What the client sent
   * is quoted as JSON, and cut where it is long. The words may change with every version.
   */
  readonly reason: string;
}

/** The forms of a clause. */
export type Clause = `SPEC ${number}` | `SPEC ${number}.${number}.${number}` | `D${number}`;

/** Among them lone surrogates, which no log could write. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes an explanation. */
export function because(clause: Clause, reason: string): Explanation {
  return { clause, reason: reason.replace(unprintable, toEscape) };
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
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
