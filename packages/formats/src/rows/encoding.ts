import { FormatError } from '../formats.ts';
import { encodeBroken } from '../input.ts';
import { quote } from '../parsed-entry.ts';
import type { RowSettings, RowSource } from './row.ts';

/** The text of a file as UTF-8. */
export interface Utf8Text {
  /** Its bytes. What the encoding of the file does not allow is an invalid byte. */
  readonly chunks: AsyncGenerator<Uint8Array, undefined>;
  /** Whether the bytes read so far differ from those of the file, so that offsets mean nothing. */
  readonly isTranscoded: boolean;
}

/**
 * Reads a file of text in any encoding as UTF-8: for CSV, JSON and XML alike. Notes the encoding if it is not
 * UTF-8.
 *
 * `settings.encoding` says which encoding it is. Otherwise, a byte order mark tells, or the zeros of UTF-16.
 * Other text is read as UTF-8 up to its first byte beyond ASCII, and this part is the same in each encoding;
 * then the whole file is searched for more of these bytes, which are those of UTF-8 or of Windows-1252.
 *
 * @throws {FormatError} at once, if the encoding that `settings` names is not known; by the iteration, if the
 * text is in an encoding that has to be named.
 */
export function openUtf8(source: RowSource, settings: Pick<RowSettings, 'encoding' | 'note'>): Utf8Text {
  const named = settings.encoding === undefined ? undefined : namedEncoding(settings.encoding);
  const state = { isTranscoded: false };
  const chunks = read();
  return {
    chunks,
    get isTranscoded() {
      return state.isTranscoded;
    },
  };

  async function* read(): AsyncGenerator<Uint8Array, undefined> {
    let encoding = named;
    let transcode: ReturnType<typeof transcoderOf> | undefined;
    let isFirst = true;
    for await (const chunk of withHead(source.open())) {
      if (encoding === undefined && isFirst) {
        encoding = markedEncoding(chunk);
        if (encoding?.startsWith('utf-16')) settings.note(`read as ${encoding.toUpperCase()}`);
      }
      if (encoding === undefined && hasOther(chunk)) encoding = await judge(source, settings);
      isFirst = false;
      if (encoding === undefined || encoding === 'utf-8') {
        yield chunk;
        continue;
      }
      state.isTranscoded = true;
      transcode ??= transcoderOf(encoding);
      yield transcode(chunk);
    }
    if (transcode !== undefined) yield transcode();
  }
}

/** Returns the usual name of an encoding. */
export function namedEncoding(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new FormatError(
      'FORMAT_INVALID',
      `The encoding ${quote(name)} is not known. Usual ones are utf-8, utf-16le, windows-1252, ` +
        'windows-1250, windows-1251, iso-8859-2, shift_jis, gb18030, big5 and euc-kr.',
    );
  }
}

/** How many bytes the first chunk has at least, if the file is not shorter. */
const headLength = 4096;

/** Joins the first chunks, so that the first one is long enough to judge by. */
async function* withHead(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let head: Uint8Array | undefined = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    const joined: Uint8Array = new Uint8Array(head.length + chunk.length);
    joined.set(head);
    joined.set(chunk, head.length);
    head = joined;
    if (head.length < headLength) continue;
    yield head;
    head = undefined;
  }
  if (head !== undefined) yield head;
}

/** Returns the encoding that a byte order mark names, or UTF-16 if every other byte is zero. */
export function markedEncoding(head: Uint8Array): string | undefined {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros: [number, number] = [0, 0];
  const length = Math.min(head.length, headLength) & ~1;
  for (let at = 0; at < length; at++) {
    if (head[at] === 0) zeros[(at & 1) as 0 | 1]++;
  }
  const [even, odd] = zeros;
  if (Math.max(even, odd) * 6 < length || Math.min(even, odd) * 20 > Math.max(even, odd)) return undefined;
  return length === 0 ? undefined : odd > even ? 'utf-16le' : 'utf-16be';
}

/** Whether a chunk has bytes beyond ASCII. */
function hasOther(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] as number) > 0x7f) return true;
  }
  return false;
}

/**
 * So many characters of UTF-8 leave no doubt that a file is UTF-8, unless it has many other bytes as well.
 */
const enough = 1000;

/**
 * Searches a text for the characters of UTF-8 and for other bytes beyond ASCII, and decides by their numbers.
 *
 * @throws {FormatError} if it is neither UTF-8 nor Windows-1252.
 */
export async function judge(
  source: Pick<RowSource, 'open'>,
  { note }: Pick<RowSettings, 'note'>,
): Promise<'utf-8' | 'windows-1252'> {
  const counter = new ByteCounter();
  for await (const chunk of source.open()) {
    counter.add(chunk);
    if (counter.characters >= enough && counter.characters > 100 * counter.others) break;
  }
  counter.end();
  // A few cut characters of UTF-8 are faults of their records, which are then refused.
  if (counter.characters * 4 >= counter.others) return 'utf-8';
  const likely = findOtherEncodings(counter);
  if (likely !== undefined) {
    throw new FormatError(
      'FORMAT_INVALID',
      `The text is neither UTF-8 nor Windows-1252. Name its encoding, such as ${likely}; or save it as UTF-8.`,
    );
  }
  note('read as Windows-1252; encoding: "…" names another');
  return 'windows-1252';
}

/** Says which encodings a text may have that is neither UTF-8 nor Windows-1252. */
function findOtherEncodings({ others, neighbours, controls, high, marks }: ByteCounter): string | undefined {
  // Western words have few letters beyond ASCII, and these are seldom together.
  if (others >= 6 && neighbours > 0.25 * others && controls > 0.25 * others) return 'encoding: "shift_jis"';
  if (others >= 6 && neighbours > 0.6 * others) {
    if (high > 0.6 * others) return 'encoding: "windows-1251", "windows-1253" or "koi8-r"';
    return 'encoding: "gb18030", "euc-kr", "big5" or "windows-1251"';
  }
  // Nor are marks between letters.
  if (marks >= 2 && marks > 0.02 * others) return 'encoding: "windows-1250", "iso-8859-2" or "macintosh"';
  return undefined;
}

/** The characters of the bytes from 80 to 9F in Windows-1252. */
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * The characters of Windows-1252 that are never between two letters, while others have letters for their
 * bytes.
 */
const marksOfWindows = '\x81‚„…†‡ˆ‰‹\x8d\x8f\x90”•˜™›\x9d£¥±³¶¹¼¾¿';

/** Counts what is beyond ASCII in a text. */
class ByteCounter {
  /** Well-formed characters of UTF-8. */
  characters = 0;
  /** Bytes that are no part of them, and how many of these follow another one. */
  others = 0;
  neighbours = 0;
  /** How many of them are from 80 to 9F, and from E0 on. */
  controls = 0;
  high = 0;
  /** How many marks of Windows-1252 are between two letters. */
  marks = 0;
  /** The bytes of a character so far, and how many are to come. */
  #begun: number[] = [];
  #missing = 0;
  #before = 0;
  #isMark = false;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte > 0x7f || this.#before > 0x7f || this.#missing > 0) this.#take(byte);
      else this.#before = byte;
    }
  }

  end(): void {
    const begun = this.#begun;
    this.#begun = [];
    this.#missing = 0;
    for (const byte of begun) this.#addOther(byte);
  }

  #take(byte: number): void {
    if (this.#missing > 0 && (byte & 0xc0) === 0x80) {
      this.#begun.push(byte);
      if (--this.#missing === 0) this.#addCharacter();
      return;
    }
    if (this.#missing > 0) this.end();
    if (byte < 0x80) {
      if (this.#isMark && isLetter(byte)) this.marks++;
      this.#before = byte;
      return;
    }
    this.#missing = continuationsAfter(byte);
    if (this.#missing === 0) this.#addOther(byte);
    else this.#begun.push(byte);
  }

  #addCharacter(): void {
    this.characters++;
    this.#begun = [];
    this.#before = 0;
  }

  #addOther(byte: number): void {
    this.others++;
    if (this.#before > 0x7f) this.neighbours++;
    if (byte < 0xa0) this.controls++;
    if (byte >= 0xe0) this.high++;
    const character = byte < 0xa0 ? (windowsCharacters[byte - 0x80] as string) : String.fromCharCode(byte);
    this.#isMark = isLetter(this.#before) && marksOfWindows.includes(character);
    this.#before = byte;
  }
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Returns how many bytes of a character of UTF-8 follow its first byte; 0 if none begins with this byte. */
function continuationsAfter(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 0;
  if (byte < 0xe0) return 1;
  return byte < 0xf0 ? 2 : 3;
}

/** Returns a function that turns chunks of an encoding into UTF-8, and at last, without a chunk, the rest. */
function transcoderOf(encoding: string): (chunk?: Uint8Array) => Uint8Array {
  const decode = decoderOf(encoding);
  return (chunk) => {
    const text = decode(chunk, { stream: chunk !== undefined });
    return encoding === 'windows-1252' ? new TextEncoder().encode(text) : encodeBroken(text, /\ufffd/);
  };
}

/** Returns the `decode` of a `TextDecoder`. What the encoding does not allow becomes U+FFFD. */
export function decoderOf(
  encoding: string,
): (chunk?: Uint8Array, options?: { readonly stream: boolean }) => string {
  const decoder = new TextDecoder(encoding);
  return (chunk, options) => {
    const text = decoder.decode(chunk, options);
    // Some releases of Node.js decode Windows-1252 as if it were ISO 8859-1.
    return encoding === 'windows-1252' ? text.replace(/[\x80-\x9f]/g, windowsCharacter) : text;
  };
}

function windowsCharacter(control: string): string {
  return windowsCharacters[control.charCodeAt(0) - 0x80] as string;
}
