import { FormatError } from './formats.ts';
import { ByteWindow, EntryBatch } from './input.ts';
import { findFault } from './json-fault.ts';
import { type RecordPosition, Refusal, type RefusedRecord, refuseRecord } from './parsed-entry.ts';

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin = /* @__PURE__ */ new TextDecoder('latin1');

/** @throws {Refusal} if the bytes are not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refusal('D24', 'it is not UTF-8', 'save the file as UTF-8');
  }
}

/** Returns the reason of `JSON.parse` in one line, without the position. */
export function syntaxProblem({ message }: Error): string {
  const reason = message.replace(/^JSON\.parse: |,? (?:in JSON )?at (?:position|line) .*$/gs, '');
  return reason.replace(/[\s\p{Cc}]+/gu, ' ');
}

/** Creates the refusal of a record that is too long. */
export function tooLong(maxRecordLength: number): Refusal {
  return new Refusal('maxRecordLength', `the record is longer than ${maxRecordLength} bytes`);
}

/** Creates the error about a file that cannot be read from a line on. The column counts bytes, from 1. */
export function invalidAt(line: number, problem: string, column?: number): FormatError {
  const place = column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`;
  return new FormatError('FORMAT_INVALID', `${place}: ${problem}`);
}

/** Whether a byte is white space of JSON. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09;
}

const lineFeed = 0x0a;
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * A part of JSON:
 *
 * - A value. An array or an object ends with its last bracket, whatever follows.
 * - A member of an object (name and value), or the name of a member. A comma, a bracket or a colon follows.
 * - The rest of an array or an object, up to its last bracket.
 */
type Part = 'value' | 'member' | 'name' | 'rest';

/**
 * Walks through a JSON file part by part. Brackets and quotes tell where a part ends, and `JSON.parse` reads
 * it, so that a file of any length needs no more memory than its longest part.
 */
export class JsonReader {
  /** The offset of the next byte, and its line, from 1. */
  position = 0;
  line = 1;
  readonly #window: ByteWindow;
  readonly #maxLength: number;
  readonly #parse: (text: string) => unknown;
  /** The offset of the first byte of the line. */
  #lineStart = 0;
  /** The end of what is scanned of the current part, and the state of the scanner. */
  #scanned = 0;
  #depth = 0;
  #isInString = false;
  #lines = 0;
  #lastLineStart = 0;

  /** `parse` reads the text of a part. */
  constructor(
    chunks: AsyncIterable<Uint8Array>,
    { maxRecordLength }: { readonly maxRecordLength: number },
    parse: (text: string) => unknown = (text) => JSON.parse(text),
  ) {
    this.#window = new ByteWindow(chunks);
    this.#maxLength = maxRecordLength;
    this.#parse = parse;
  }

  /** The place of the next byte in its line, in bytes from 1. */
  get column(): number {
    return this.position - this.#lineStart + 1;
  }

  /** Creates the error about what is here. */
  fault(problem: string): FormatError {
    return invalidAt(this.line, problem, this.column);
  }

  /** Skips byte order marks and white space at the beginning of the file. Returns the next byte. */
  async begin(): Promise<number | undefined> {
    this.position = await this.#window.skipByteOrderMarks();
    return this.next();
  }

  /** Takes the first bracket of the file. `container` is for the message. */
  async open(opener: '[' | '{', container: string): Promise<void> {
    if ((await this.begin()) !== opener.charCodeAt(0)) {
      throw this.fault(`${container} begins with "${opener}".`);
    }
    this.take();
  }

  /** Skips what a pattern matches in the first kilobyte from here. Returns what it has skipped. */
  async skip(pattern: RegExp): Promise<string> {
    const window = this.#window;
    window.release(this.position);
    while (window.end - this.position < 1024 && (await window.more()));
    const bytes = window.slice(this.position, Math.min(this.position + 1024, window.end));
    const [found = ''] = pattern.exec(latin.decode(bytes)) ?? [];
    this.#countLines(bytes.subarray(0, found.length));
    this.position += found.length;
    return found;
  }

  /** Finds the next byte that is not white space, without taking it. `undefined` at the end of the file. */
  async next(): Promise<number | undefined> {
    for (;;) {
      const { bytes, base, end } = this.#window;
      for (; this.position < end; this.position++) {
        const byte = bytes[this.position - base] as number;
        if (byte === lineFeed) {
          this.line++;
          this.#lineStart = this.position + 1;
        } else if (!isSpace(byte)) return byte;
      }
      this.#window.release(this.position);
      if (!(await this.#window.more())) return undefined;
    }
  }

  /** Takes the byte that {@link next} has found. */
  take(): void {
    this.position++;
  }

  /**
   * Takes the next part and returns what `JSON.parse` makes of it: of a member, an object.
   *
   * @throws {FormatError} if it is not well-formed.
   * @throws {Refusal} if it is too long or not UTF-8, but may be well-formed: reading can continue after it.
   */
  async read(part: Exclude<Part, 'rest'> = 'value'): Promise<unknown> {
    await this.next();
    const { line, column } = this;
    const text = withoutMark(decodeText(await this.#takeBytes(part)));
    if (text.length > maxBrackets && countBrackets(text) > maxBrackets) {
      throw new Refusal('maxRecordLength', `the record has more than ${maxBrackets} arrays and objects`);
    }
    if (text === '') {
      const isComma = (await this.next()) === comma;
      const found = isComma ? 'a comma is here' : 'a bracket is here';
      throw this.fault(`not JSON: ${found} instead of a ${part}. Is a comma too many?`);
    }
    try {
      return this.#parse(part === 'member' ? `{${text}}` : text);
    } catch (error) {
      throw faultIn(text, part, line, column) ?? invalidAt(line, (error as Error).message, column);
    }
  }

  /**
   * Takes the next value and returns it, if it has at most so many bytes and is well-formed. Otherwise,
   * returns `undefined` and takes nothing.
   */
  async readShort(maxLength: number): Promise<{ readonly value: unknown } | undefined> {
    await this.next();
    const start = this.position;
    this.#window.release(start);
    this.#beginScan();
    while (!this.#findEnd('value')) {
      if (this.#scanned - start > maxLength || !(await this.#window.more())) return undefined;
    }
    if (this.#scanned - start > maxLength) return undefined;
    try {
      const value = this.#parse(withoutMark(decodeText(this.#window.slice(start, this.#scanned))));
      this.#endScan();
      return { value };
    } catch {
      return undefined;
    }
  }

  /** Skips the rest of the array or the object that is open. Its last bracket is next. */
  async skipRest(): Promise<void> {
    await this.#scan('rest', 0);
  }

  /** Takes the comma or the last bracket after a part. Returns whether another part follows. */
  async takeSeparator(closer: ']' | '}'): Promise<boolean> {
    const byte = await this.next();
    if (byte === undefined) throw this.fault('the file ends before its last bracket. Is it cut off?');
    if (byte !== comma && byte !== closer.charCodeAt(0)) {
      throw this.fault(`not JSON: "," or "${closer}" should be here.`);
    }
    this.take();
    return byte === comma;
  }

  /** Takes the name of a member and the colon after it. */
  async takeName(): Promise<string> {
    const name = await this.read('name').catch((error: unknown) => {
      // Without its name, nothing is known of a member.
      throw error instanceof Refusal ? this.fault(`the name of a member: ${error.reason}.`) : error;
    });
    if (typeof name !== 'string' || (await this.next()) !== colon) {
      throw this.fault('not JSON: a name in quotes and a colon should be here.');
    }
    this.take();
    return name;
  }

  /**
   * Takes the text up to a separator, or to the end of the file.
   *
   * @throws {Refusal} if it is too long or not UTF-8: reading can continue after it.
   */
  async takeText(separator: number): Promise<string> {
    const window = this.#window;
    const start = this.position;
    for (let isFound = false; !isFound; ) {
      const rest = window.slice(this.position, window.end);
      const index = rest.indexOf(separator);
      isFound = index !== -1;
      const length = isFound ? index : rest.length;
      if (separator !== lineFeed) this.#countLines(rest.subarray(0, length));
      this.position += length;
      window.release(this.position - start > this.#maxLength ? this.position : start);
      if (!isFound && !(await window.more())) break;
    }
    if (this.position - start > this.#maxLength) throw tooLong(this.#maxLength);
    return withoutMark(decodeText(window.slice(start, this.position)));
  }

  /** @throws {FormatError} if the file continues. */
  async end(container: string): Promise<void> {
    if ((await this.next()) === undefined) return;
    const advice = 'Were files joined? Read each of them alone.';
    throw this.fault(`the file continues after the ${container}. ${advice}`);
  }

  /** Reads no more of the file. */
  close(): Promise<void> {
    return this.#window.close();
  }

  /** Takes the bytes of a part, which are valid until the next read. */
  async #takeBytes(part: Part): Promise<Uint8Array> {
    const start = this.position;
    await this.#scan(part, this.#maxLength);
    if (this.position - start > this.#maxLength) throw tooLong(this.#maxLength);
    return this.#window.slice(start, this.position);
  }

  /** Takes a part. Its bytes are kept if they are at most `maxLength`. */
  async #scan(part: Part, maxLength: number): Promise<void> {
    const start = this.position;
    const window = this.#window;
    this.#beginScan();
    while (!this.#findEnd(part)) {
      const isTooLong = this.#scanned - start > maxLength;
      window.release(isTooLong ? Math.min(this.#scanned, window.end) : start);
      if (await window.more()) continue;
      const advice = 'Is it cut off, or is a quote or a bracket missing?';
      throw this.fault(`the file ends inside what begins here. ${advice}`);
    }
    this.#endScan();
  }

  #beginScan(): void {
    this.#scanned = this.position;
    this.#depth = this.#lines = 0;
    this.#isInString = false;
  }

  #endScan(): void {
    this.position = this.#scanned;
    this.line += this.#lines;
    if (this.#lines > 0) this.#lineStart = this.#lastLineStart;
  }

  /** Counts the lines of bytes from here. */
  #countLines(bytes: Uint8Array): void {
    for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
      this.line++;
      this.#lineStart = this.position + at + 1;
    }
  }

  /**
   * Scans on to the end of the part: the last bracket of a value, or the comma or bracket after another part. Returns `false` if more bytes are needed.
   */
  #findEnd(part: Part): boolean {
    const { bytes, base, end } = this.#window;
    const stop = end - base;
    let at = this.#scanned - base;
    let isFound = false;
    for (; at < stop && !isFound; at++) {
      const byte = bytes[at] as number;
      if (this.#isInString) {
        if (byte === quote) this.#isInString = false;
        else if (byte === backslash) at++;
        // JSON has no control characters in strings: a quote is missing, and this part must not swallow the
        // next.
        else if (byte < 0x20) isFound = true;
      } else if (byte === quote) this.#isInString = true;
      else if (byte === openBracket || byte === openBrace) this.#depth++;
      else if (byte === lineFeed) {
        this.#lines++;
        this.#lastLineStart = base + at + 1;
      } else if (this.#depth > 0) {
        if (byte === closeBracket || byte === closeBrace) {
          this.#depth--;
          isFound = this.#depth === 0 && part === 'value';
        }
      } else if (
        byte === closeBracket ||
        byte === closeBrace ||
        (byte === comma && part !== 'rest') ||
        (byte === colon && part === 'name')
      ) {
        at--;
        isFound = true;
      }
    }
    this.#scanned = base + at;
    return isFound;
  }
}

/** Tiny arrays and objects take twenty times the memory of their text. */
const maxBrackets = 1_000_000;

function countBrackets(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === openBracket || code === openBrace) count++;
  }
  return count;
}

/** Returns the error about a part that is not JSON. */
function faultIn(text: string, part: Part, line: number, column: number): FormatError | undefined {
  const fault = findFault(part === 'member' ? `{${text}}` : text);
  if (fault === undefined) return undefined;
  const before = text.slice(0, part === 'member' ? fault.offset - 1 : fault.offset);
  const lines = before.split('\n');
  const last = lines.at(-1) as string;
  const start = lines.length > 1 ? 1 : column;
  const isNameWithoutColon = part === 'name' && text.startsWith('"') && fault.offset > 0;
  const problem = isNameWithoutColon ? 'a colon should be here, after the name' : fault.problem;
  return invalidAt(line + lines.length - 1, `not JSON: ${problem}.`, start + last.length);
}

/** Joined files have byte order marks between their records. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** What becomes of the elements of an array, or of the members of an object. */
export interface Elements<Entry> {
  readonly part: 'value' | 'member';
  /**
   * Returns the entry of a parsed element: a value, or an object with one member. `undefined` if it has none.
   *
   * @throws {Refusal} if it cannot be read.
   */
  readonly read: (position: RecordPosition, value: unknown, length: number) => Entry | undefined;
  /** Changes the position of an element among its siblings. */
  readonly place?: (position: RecordPosition) => RecordPosition;
}

/** Reads elements from after the first bracket of their array or object to after the last one. */
export async function* readElements<Entry>(
  json: JsonReader,
  { part, read, place = (position) => position }: Elements<Entry>,
): AsyncGenerator<readonly (Entry | RefusedRecord)[], undefined> {
  const closer = part === 'member' ? '}' : ']';
  const batch = new EntryBatch<Entry | RefusedRecord>();
  let index = 0;
  try {
    let goesOn = (await json.next()) !== closer.charCodeAt(0);
    if (!goesOn) json.take();
    while (goesOn) {
      await json.next();
      const start = json.position;
      const position = place({ index: ++index, line: json.line, byte: start });
      let entry: Entry | RefusedRecord | undefined;
      try {
        const value = await json.read(part);
        entry = read(position, value, json.position - start);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        entry = refuseRecord(position, error);
      }
      if (entry !== undefined) batch.add(entry, json.position - start);
      if (batch.isFull) yield batch.take();
      goesOn = await json.takeSeparator(closer);
    }
  } catch (error) {
    if (!batch.isEmpty) yield batch.take();
    throw error;
  }
  if (!batch.isEmpty) yield batch.take();
}
