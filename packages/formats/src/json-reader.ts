import { FormatError } from './formats.ts';
import { ByteWindow, EntryBatch } from './input.ts';
import type { ParseSettings } from './parse-options.ts';
import { type ParsedEntry, type RecordPosition, Refusal, refuseRecord } from './parsed-entry.ts';

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

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

/** Creates the error about a file that cannot be read from a line on. */
export function invalidAt(line: number, problem: string): FormatError {
  return new FormatError('FORMAT_INVALID', `Line ${line}: ${problem}`);
}

/** Whether a byte is white space of JSON. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09;
}

const lineFeed = 0x0a;
const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A part of JSON: a value, a member of an object (name and value), or the name of a member. */
type Part = 'value' | 'member' | 'name';

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
  /** The end of what is scanned of the current part, and the state of the scanner. */
  #scanned = 0;
  #depth = 0;
  #isInString = false;
  #lines = 0;

  constructor(chunks: AsyncIterable<Uint8Array>, { maxRecordLength }: ParseSettings) {
    this.#window = new ByteWindow(chunks);
    this.#maxLength = maxRecordLength;
  }

  /** Skips byte order marks and white space at the beginning of the file. Returns the next byte. */
  async begin(): Promise<number | undefined> {
    this.position = await this.#window.skipByteOrderMarks();
    return this.next();
  }

  /** Takes the first bracket of the file. `container` is for the message. */
  async open(opener: '[' | '{', container: string): Promise<void> {
    if ((await this.begin()) !== opener.charCodeAt(0)) {
      throw invalidAt(this.line, `${container} begins with "${opener}".`);
    }
    this.take();
  }

  /** Finds the next byte that is not white space, without taking it. `undefined` at the end of the file. */
  async next(): Promise<number | undefined> {
    for (;;) {
      const { bytes, base, end } = this.#window;
      for (; this.position < end; this.position++) {
        const byte = bytes[this.position - base] as number;
        if (byte === lineFeed) this.line++;
        else if (!isSpace(byte)) return byte;
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
  async read(part: Part = 'value'): Promise<unknown> {
    await this.next();
    const { line } = this;
    const text = withoutMark(decodeText(await this.#takeBytes(part)));
    if (text === '') throw invalidAt(line, `not JSON: a comma or a bracket is here instead of a ${part}.`);
    try {
      return JSON.parse(part === 'member' ? `{${text}}` : text);
    } catch (error) {
      throw invalidAt(line, `what begins here is not JSON: ${syntaxProblem(error as Error)}.`);
    }
  }

  /** Takes the comma or the last bracket after a part. Returns whether another part follows. */
  async takeSeparator(closer: ']' | '}'): Promise<boolean> {
    const byte = await this.next();
    if (byte === undefined)
      throw invalidAt(this.line, 'the file ends before its last bracket. Is it cut off?');
    if (byte !== comma && byte !== closer.charCodeAt(0)) {
      throw invalidAt(this.line, `not JSON: "," or "${closer}" should be here.`);
    }
    this.take();
    return byte === comma;
  }

  /** Takes the name of a member and the colon after it. */
  async takeName(): Promise<string> {
    const name = await this.read('name');
    if (typeof name !== 'string' || (await this.next()) !== colon) {
      throw invalidAt(this.line, 'not JSON: a name in quotes and a colon should be here.');
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
      if (separator !== lineFeed) this.line += countLines(rest.subarray(0, length));
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
    throw invalidAt(this.line, `the file continues after the ${container}. ${advice}`);
  }

  /** Reads no more of the file. */
  close(): Promise<void> {
    return this.#window.close();
  }

  /** Takes the bytes of a part, which are valid until the next read. */
  async #takeBytes(part: Part): Promise<Uint8Array> {
    const start = this.position;
    const window = this.#window;
    this.#scanned = start;
    this.#depth = this.#lines = 0;
    this.#isInString = false;
    while (!this.#findEnd(part === 'name')) {
      const isTooLong = this.#scanned - start > this.#maxLength;
      window.release(isTooLong ? Math.min(this.#scanned, window.end) : start);
      if (await window.more()) continue;
      const advice = 'Is it cut off, or is a quote or a bracket missing?';
      throw invalidAt(this.line, `the file ends inside what begins here. ${advice}`);
    }
    const end = this.#scanned;
    this.position = end;
    this.line += this.#lines;
    if (end - start > this.#maxLength) throw tooLong(this.#maxLength);
    return window.slice(start, end);
  }

  /** Scans on to the comma or closing bracket after the part. Returns `false` if more bytes are needed. */
  #findEnd(isName: boolean): boolean {
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
      else if (byte === lineFeed) this.#lines++;
      else if (this.#depth > 0) {
        if (byte === closeBracket || byte === closeBrace) this.#depth--;
      } else if (
        byte === comma ||
        byte === closeBracket ||
        byte === closeBrace ||
        (isName && byte === colon)
      ) {
        at--;
        isFound = true;
      }
    }
    this.#scanned = base + at;
    return isFound;
  }
}

/** Joined files have byte order marks between their records. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === lineFeed) count++;
  return count;
}

/** Records as the elements of an array, or as the members of an object. */
export interface Elements {
  readonly part: 'value' | 'member';
  /** Returns the entry of a parsed element: a value, or an object with one member. */
  readonly read: (position: RecordPosition, value: unknown, settings: ParseSettings) => ParsedEntry;
}

/** Reads records from after the first bracket of their array or object to after the last one. */
export async function* readElements(
  json: JsonReader,
  { part, read }: Elements,
  settings: ParseSettings,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  const closer = part === 'member' ? '}' : ']';
  const batch = new EntryBatch();
  let index = 0;
  try {
    let goesOn = (await json.next()) !== closer.charCodeAt(0);
    if (!goesOn) json.take();
    while (goesOn) {
      await json.next();
      const position = { index: ++index, line: json.line, byte: json.position };
      let entry: ParsedEntry;
      try {
        entry = read(position, await json.read(part), settings);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        entry = refuseRecord(position, error);
      }
      batch.add(entry, json.position - position.byte);
      if (batch.isFull) yield batch.take();
      goesOn = await json.takeSeparator(closer);
    }
  } catch (error) {
    if (!batch.isEmpty) yield batch.take();
    throw error;
  }
  if (!batch.isEmpty) yield batch.take();
}
