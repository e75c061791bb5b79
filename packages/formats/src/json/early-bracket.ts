import type { ElementKind } from './element-kind.ts';
import { type JsonCursor, openingLength } from './json-cursor.ts';
import { isSpace } from './next-element.ts';

const [quote, backslash, comma, lineFeed] = [0x22, 0x5c, 0x2c, 0x0a];
const closers: Readonly<Record<number, number>> = { 91: 0x5d, 123: 0x7d };

/**
 * Finds out whether a bracket closes what holds the elements, or comes too early: then a comma is behind it, outside
 * all brackets that are opened behind it, and an element behind the comma. JSON has neither an array nor an object there.
 *
 * @param at the offset of the bracket.
 * @param limit how many bytes behind it are looked at.
 * @returns the offset of this element; `undefined` where the bracket may be right.
 */
export async function findElementBehind(
  cursor: JsonCursor,
  { opener, opening }: ElementKind,
  at: number,
  limit: number,
): Promise<number | undefined> {
  const rest = new RestScanner();
  for (let offset = at + 1; offset <= at + limit; offset++) {
    if (offset >= cursor.window.end && !(await cursor.load(offset + 1))) return undefined;
    const byte = cursor.window.bytes[offset - cursor.window.base] as number;
    if (byte === opener && rest.isBehindComma) {
      if (rest.isDirect) return offset;
      await cursor.load(offset + openingLength);
      if (cursor.startsWith(opening, offset)) return offset;
    }
    if (rest.take(byte) === 'over') return undefined;
  }
  return undefined;
}

/** Follows the brackets and strings behind a bracket. Those of a broken element may be closed without being opened. */
class RestScanner {
  /** Whether nothing is between the bracket and this place but a comma. */
  isDirect = true;
  #isFirst = true;
  #open: number[] = [];
  #isInString = false;
  #isEscaped = false;
  /** Whether the rest of the line is left out, since its brackets do not fit. */
  #isLost = false;
  /** The last byte that is not white space. It was a bracket before the first one. */
  #last = 0x5d;

  /** Whether a comma is in front of this place, outside all brackets. */
  get isBehindComma(): boolean {
    return this.#last === comma && this.#open.length === 0 && !this.#isInString && !this.#isLost;
  }

  /** Takes a byte. `over` says that a value begins where none can be, as where files were joined. */
  take(byte: number): 'over' | undefined {
    // A string ends on its line.
    if (byte === lineFeed && (this.#isInString || this.#isLost)) this.#beginAnew();
    if (isSpace(byte)) return undefined;
    const before = this.#last;
    this.#last = byte;
    if (byte !== comma || !this.#isFirst) this.isDirect = false;
    this.#isFirst = false;
    if (this.#isLost) return undefined;
    if (this.#isInString) {
      this.#takeInString(byte);
    } else if (byte === quote) {
      this.#isInString = true;
    } else if (closers[byte] !== undefined) {
      if (this.#open.length === 0 && isCloser(before)) return 'over';
      this.#open.push(closers[byte]);
    } else if (isCloser(byte) && this.#open.length > 0) {
      this.#isLost = this.#open.pop() !== byte;
    }
    return undefined;
  }

  #takeInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
  }

  #beginAnew(): void {
    this.#open = [];
    this.#isInString = this.#isEscaped = this.#isLost = false;
  }
}

function isCloser(byte: number): boolean {
  return byte === 0x5d || byte === 0x7d;
}
