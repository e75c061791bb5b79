/** The scanner came to the end of the bytes, and the value goes on. */
export const cut = -1;

/** The bytes cannot be JSON, also not with others behind them. */
export const broken = -2;

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** What may come next. */
const state = {
  value: 0,
  firstValue: 1,
  name: 2,
  firstName: 3,
  colon: 4,
  afterValue: 5,
  inString: 6,
  inEscape: 7,
  inScalar: 8,
} as const;

const expected: Readonly<Record<number, string>> = {
  [state.value]: 'a value',
  [state.firstValue]: 'a value or "]"',
  [state.name]: 'a name in quotes',
  [state.firstName]: 'a name in quotes or "}"',
  [state.colon]: '":"',
};

const endOfText = 'a quote that ends the text';
const escapedControl = 'an escape, not a control character,';

/**
 * Finds the end of a value of JSON, byte by byte and without a copy. It checks how brackets, names and commas follow
 * each other, so that it stops close behind a fault and not at the end of the file. It leaves what numbers, words and
 * escapes may be to `JSON.parse`.
 */
export class ValueScanner {
  /** How many line feeds the value has had so far. */
  lines = 0;
  /** The index behind its last line feed; below 0 when there was none in the bytes of the last call. */
  lineStart = -1;
  /** Where the scanner stopped: where it goes on after a {@link cut}, or the fault when it is {@link broken}. */
  stopped = 0;
  /** What should have been there instead, when it is {@link broken}. */
  expected = '';
  #state: number = state.value;
  /** The brackets that have to be closed. */
  #open: number[] = [];
  #isName = false;

  /** Begins with another value, or with a member: a name, a colon and a value. */
  begin(part: 'value' | 'member'): void {
    this.lines = 0;
    this.#state = part === 'member' ? state.name : state.value;
    this.#open = [];
  }

  /** The index behind the value, {@link cut}, or {@link broken}. Bytes are read from `index` up to `end`. */
  scan(bytes: Uint8Array, index: number, end: number): number {
    const open = this.#open;
    let now = this.#state;
    let isName = this.#isName;
    let at = index;
    this.lineStart = -1;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (now === state.inString) {
        if (byte === quote) {
          now = isName ? state.colon : state.afterValue;
          if (open.length === 0 && !isName) return at + 1;
        } else if (byte === backslash) {
          now = state.inEscape;
        } else if (byte < 0x20) {
          const isLineEnd = byte === lineFeed || byte === carriageReturn;
          return this.#fail(at, isLineEnd ? endOfText : escapedControl);
        }
        continue;
      }
      if (now === state.inEscape) {
        if (byte < 0x20) return this.#fail(at, 'an escape');
        now = state.inString;
        continue;
      }
      if (now === state.inScalar) {
        if (!endsScalar[byte]) continue;
        if (open.length === 0) return at;
        now = state.afterValue;
      }
      if (byte <= 0x20) {
        if (byte === lineFeed) {
          this.lines++;
          this.lineStart = at + 1;
        } else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) {
          return this.#fail(at, this.#expectedAt(now));
        }
        continue;
      }
      switch (now) {
        case state.firstValue:
        case state.value:
          if (byte === quote) {
            now = state.inString;
            isName = false;
          } else if (byte === openBrace) {
            open.push(closeBrace);
            now = state.firstName;
          } else if (byte === openBracket) {
            open.push(closeBracket);
            now = state.firstValue;
          } else if (beginsScalar[byte]) {
            now = state.inScalar;
          } else if (byte === closeBracket && now === state.firstValue) {
            open.pop();
            if (open.length === 0) return at + 1;
            now = state.afterValue;
          } else {
            return this.#fail(at, expected[now] as string);
          }
          break;
        case state.firstName:
        case state.name:
          if (byte === quote) {
            now = state.inString;
            isName = true;
          } else if (byte === closeBrace && now === state.firstName) {
            open.pop();
            if (open.length === 0) return at + 1;
            now = state.afterValue;
          } else {
            return this.#fail(at, expected[now] as string);
          }
          break;
        case state.colon:
          if (byte !== colon) return this.#fail(at, expected[now] as string);
          now = state.value;
          break;
        default: {
          const closing = open[open.length - 1];
          if (byte === comma) {
            now = closing === closeBrace ? state.name : state.value;
          } else if (byte === closing) {
            open.pop();
            if (open.length === 0) return at + 1;
          } else {
            return this.#fail(at, this.#expectedAt(now));
          }
        }
      }
    }
    this.#state = now;
    this.#isName = isName;
    this.stopped = at;
    return cut;
  }

  #fail(at: number, what: string): typeof broken {
    this.stopped = at;
    this.expected = what;
    return broken;
  }

  #expectedAt(now: number): string {
    return expected[now] ?? `"," or "${this.#open.at(-1) === closeBrace ? '}' : ']'}"`;
  }
}

/** Whether a number or a word can begin with a byte. */
const beginsScalar = tableOf('-0123456789tfn');

/** Whether a byte is behind a number or a word. */
const endsScalar = tableOf(' \t\r\n,:]}["{');

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
