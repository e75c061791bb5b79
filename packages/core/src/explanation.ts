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
