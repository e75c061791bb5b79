import { FormatError } from '../formats.ts';
import { encodeBroken } from '../input.ts';
import { quote } from '../parsed-entry.ts';
import { decoderOf } from './decoder.ts';
import type { EncodingGuess } from './guess-encoding.ts';
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
 * then the whole file is searched for more of these bytes, and its letters tell the encoding.
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
 * Searches a text for the characters of UTF-8 and for other bytes beyond ASCII, and decides by their numbers,
 * or by the words that they make in other encodings.
 *
 * @throws {FormatError} if several encodings may be right, or none.
 */
export async function judge(
  source: Pick<RowSource, 'open'>,
  { note }: Pick<RowSettings, 'note'>,
): Promise<string> {
  const counter = new ByteCounter();
  const parts = new PartsBeyondAscii();
  for await (const chunk of withHead(source.open())) {
    counter.add(chunk);
    parts.add(chunk);
    if (counter.characters >= enough && counter.characters > 100 * counter.others) break;
  }
  counter.end();
  // A few cut characters of UTF-8 are faults of their records, which are then refused.
  if (counter.characters >= 4 * counter.others) return 'utf-8';
  const { guessEncodings } = await import('./guess-encoding.ts');
  const [guess, ...others] = guessEncodings(parts.bytes());
  if (guess !== undefined && others.length === 0) {
    const name = guess.encoding === 'windows-1252' ? 'Windows-1252' : guess.encoding;
    note(`read as ${name}; encoding: "…" names another`);
    return guess.encoding;
  }
  if (counter.characters * (guess === undefined ? 4 : 1) >= counter.others) return 'utf-8';
  throw new FormatError('FORMAT_INVALID', explainEncodings(guess === undefined ? [] : [guess, ...others]));
}

function explainEncodings(guesses: readonly EncodingGuess[]): string {
  if (guesses.length === 0) {
    return 'The text is in no encoding that is recognised: save it as UTF-8, or name it with encoding: "…".';
  }
  const names = guesses.map(({ encoding }) => quote(encoding));
  const listed = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
  const samples = guesses.map(({ encoding, sample }) => `${quote(sample)} in ${encoding}`);
  return (
    `The text is not UTF-8. Name its encoding, such as encoding: ${listed}; or save it as UTF-8. ` +
    `It would read as ${samples.join(', ')}.`
  );
}

/** How much of a text is looked at to guess its encoding, and how much around each letter. */
const maxParts = 2 ** 16;
const longestPart = 400;

function isLineEnd(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d;
}

/** No character of two bytes ends with such a byte. */
function isPartEnd(byte: number, length: number): boolean {
  return isLineEnd(byte) || (length > longestPart && byte < 0x30);
}

/** Collects the lines of a text that have bytes beyond ASCII. */
class PartsBeyondAscii {
  #parts: Uint8Array[] = [];
  #length = 0;

  add(chunk: Uint8Array): void {
    let line = 0;
    for (let at = 0; at < chunk.length && this.#length < maxParts; at++) {
      const byte = chunk[at] as number;
      if (isLineEnd(byte)) line = at + 1;
      if (byte <= 0x7f) continue;
      const begin = at - line < longestPart ? line : at;
      let end = at + 1;
      while (end < chunk.length && !isPartEnd(chunk[end] as number, end - at)) end++;
      this.#parts.push(chunk.subarray(begin, end), Uint8Array.of(0x0a));
      this.#length += end - begin;
      // The rest of a line begins no part again.
      line = Number.NEGATIVE_INFINITY;
      at = end - 1;
    }
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

/** Counts what is beyond ASCII in a text. */
class ByteCounter {
  /** Well-formed characters of UTF-8. */
  characters = 0;
  /** Bytes that are no part of them. */
  others = 0;
  /** How many bytes of a character have come, and how many are to come. */
  #begun = 0;
  #missing = 0;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte > 0x7f || this.#missing > 0) this.#take(byte);
    }
  }

  end(): void {
    this.others += this.#begun;
    this.#begun = 0;
    this.#missing = 0;
  }

  #take(byte: number): void {
    if (this.#missing > 0 && (byte & 0xc0) === 0x80) {
      this.#begun++;
      if (--this.#missing > 0) return;
      this.characters++;
      this.#begun = 0;
      return;
    }
    if (this.#missing > 0) this.end();
    if (byte < 0x80) return;
    this.#missing = continuationsAfter(byte);
    if (this.#missing === 0) this.others++;
    else this.#begun = 1;
  }
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
