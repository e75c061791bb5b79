import type { ByteWindow } from '../input/byte-window.ts';
import { isSpace } from './next-element.ts';
import { cut, ValueScanner } from './value-scanner.ts';

/** A value has more bytes than it may have. */
export const tooLong = -3;

/** How far the beginning of an element is looked at. */
export const openingLength = 2 ** 12;

/** How many bytes are searched again when more come, for a pattern that was cut. */
const tailLength = 2 ** 16;

const latin = /* @__PURE__ */ new TextDecoder('latin1');

/** Where a reader of JSON is in its file. */
export class JsonCursor {
  readonly window: ByteWindow;
  /** What {@link scan} has found out about a value that is `broken`. */
  readonly scanner = new ValueScanner();
  /** The offset of the next byte. */
  position = 0;
  /** The line of the next byte, from 1. */
  line = 1;
  /** The offset at which this line begins. */
  lineStart = 0;
  /** The offset up to which the value has been scanned. */
  scanned = 0;
  /** The offset of the byte that {@link peekBehind} found. */
  behind = 0;
  #valueLineStart = 0;

  constructor(window: ByteWindow) {
    this.window = window;
  }

  /** Skips byte order marks at the beginning of the file. */
  async begin(): Promise<void> {
    this.position = this.lineStart = await this.window.skipByteOrderMarks();
  }

  /** Takes byte order marks, as they are left where files were joined. Returns whether there was one. */
  async takeByteOrderMarks(): Promise<boolean> {
    const start = this.position;
    this.window.release(start);
    this.position = await this.window.skipByteOrderMarks(start);
    return this.position > start;
  }

  /** The next byte that is not white space, without taking it, or {@link cut} when more bytes are needed. */
  peek(): number {
    const { bytes, base, end } = this.window;
    const stop = end - base;
    for (let at = this.position - base; at < stop; at++) {
      const byte = bytes[at] as number;
      if (byte === 0x0a) {
        this.line++;
        this.lineStart = base + at + 1;
      } else if (!isSpace(byte)) {
        this.position = base + at;
        return byte;
      }
    }
    this.position = end;
    return cut;
  }

  /** As {@link peek}, with more bytes where they are needed: {@link cut} is the end of the file. */
  async next(): Promise<number> {
    for (;;) {
      const byte = this.peek();
      if (byte !== cut) return byte;
      this.window.release(this.position);
      if (!(await this.window.more())) return cut;
    }
  }

  /** Takes the byte that {@link peek} found. */
  take(): void {
    this.position++;
  }

  /** How many bytes are in front of the next byte on its line. */
  get column(): number {
    return this.position - this.lineStart;
  }

  /**
   * Scans a value, or a name with its value, from the next byte on, up to an offset and as far as there are bytes.
   *
   * @returns the offset behind it, `cut` or `broken`.
   */
  scan(part: 'value' | 'member', limit: number): number {
    this.scanner.begin(part);
    this.scanned = this.position;
    return this.scanOn(limit);
  }

  /** Scans on up to an offset, when a value was `cut`. */
  scanOn(limit: number): number {
    const { bytes, base, end } = this.window;
    const index = this.scanner.scan(bytes, this.scanned - base, Math.min(end, limit) - base);
    if (this.scanner.lineStart >= 0) this.#valueLineStart = base + this.scanner.lineStart;
    this.scanned = base + (index < 0 ? this.scanner.stopped : index);
    return index < 0 ? index : this.scanned;
  }

  /** Goes on behind the value that was scanned. */
  takeScanned(): void {
    if (this.scanner.lines > 0) {
      this.line += this.scanner.lines;
      this.lineStart = this.#valueLineStart;
    }
    this.position = this.scanned;
  }

  /** The first byte behind the scanned value that is not white space, or `cut` when more bytes are needed. */
  peekBehind(): number {
    const { bytes, base, end } = this.window;
    const stop = end - base;
    let at = this.scanned - base;
    while (at < stop && isSpace(bytes[at] as number)) at++;
    this.behind = base + at;
    return at < stop ? (bytes[at] as number) : cut;
  }

  /**
   * As {@link peekBehind}, with more bytes where they are needed: `cut` is the end of the file. {@link tooLong} when the
   * value and the white space have more than `maxLength` bytes, which would have to be kept.
   */
  async nextBehind(maxLength: number): Promise<number> {
    for (;;) {
      const byte = this.peekBehind();
      if (byte !== cut) return byte;
      if (this.behind - this.position > maxLength) return tooLong;
      this.window.release(this.position);
      if (!(await this.window.more())) return cut;
    }
  }

  /** Reads on until the bytes before an offset are there. Returns whether they are. */
  async load(end: number): Promise<boolean> {
    while (this.window.end < end) {
      this.window.release(this.position);
      if (!(await this.window.more())) return false;
    }
    return true;
  }

  /** Whether a sticky pattern matches at an offset. It sees {@link openingLength} bytes at most. */
  startsWith(pattern: RegExp, offset: number): boolean {
    pattern.lastIndex = 0;
    const end = Math.min(this.window.end, offset + openingLength);
    return pattern.test(latin.decode(this.window.slice(offset, end)));
  }

  /** The first offset from `from` on, and before `end`, at which a pattern matches. It sees the bytes from `start` on. */
  find(pattern: RegExp, start: number, from: number, end: number): number | undefined {
    const text = latin.decode(this.window.slice(start, end));
    pattern.lastIndex = from - start;
    const found = pattern.exec(text);
    return found === null ? undefined : start + found.index;
  }

  /**
   * The first offset behind the next byte, in the scanned bytes but outside their strings, at which a pattern matches.
   * A string that ends where the scanned bytes do may be none: a quote may be missing in front of it.
   */
  findOutsideStrings(pattern: RegExp): number | undefined {
    const { position: start, scanned } = this;
    const end = Math.min(this.window.end, scanned + openingLength);
    for (let from = start + 1; from < scanned; from++) {
      const found = this.find(pattern, start, from, end);
      if (found === undefined || found >= scanned) return undefined;
      const before = latin.decode(this.window.slice(start, found)).replace(/\\./g, '');
      const isInString = before.split('"').length % 2 === 0;
      if (!isInString || !/"[ \t]*\S/.test(latin.decode(this.window.slice(found, scanned)))) return found;
      from = found;
    }
    return undefined;
  }

  /**
   * Goes on where a pattern matches next, behind the next byte. Without a match this is the end of the file.
   *
   * @returns whether there was a match.
   */
  async skipTo(pattern: RegExp, from: number): Promise<boolean> {
    let start = this.position;
    let first = from;
    for (;;) {
      const stop = Math.min(this.window.end, first + 2 * tailLength);
      const found = this.find(pattern, start, first, stop);
      if (found !== undefined) {
        this.moveTo(found);
        return true;
      }
      start = Math.max(start, stop - tailLength);
      first = Math.max(first, start + 1);
      this.moveTo(start);
      this.window.release(start);
      if (stop < this.window.end || (await this.window.more())) continue;
      this.moveTo(this.window.end);
      return false;
    }
  }

  /** Moves on to an offset, and counts the lines. */
  moveTo(offset: number): void {
    const { bytes, base } = this.window;
    for (let at = this.position - base; at < offset - base; at++) {
      if (bytes[at] !== 0x0a) continue;
      this.line++;
      this.lineStart = base + at + 1;
    }
    this.position = offset;
  }
}
