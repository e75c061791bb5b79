import { ByteWindow, skipMark } from '../input/byte-window.ts';
import { EntryBatch } from '../input/entry-batch.ts';
import { tooLongElement } from '../json/element-refusals.ts';
import { isSpace } from '../json/next-element.ts';
import { decodeText, explainBroken, jsonRule, parseJson } from '../json/parse-json.ts';
import { ValueScanner } from '../json/value-scanner.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import { Refusal, refuseRecord } from '../refusal.ts';
import { readFeature } from './feature.ts';

const lineFeed = 0x0a;
const recordSeparator = 0x1e;
const openBrace = 0x7b;

/**
 * Reads a Feature from each line, or from each text behind a record separator where the file begins with one (RFC 8142).
 * Empty lines and texts are skipped.
 */
export async function* readFeatureLines(
  chunks: AsyncIterable<Uint8Array>,
  settings: ParseSettings,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  const window = new ByteWindow(chunks);
  try {
    yield* new LineReader(window, settings).entries();
  } finally {
    await window.close();
  }
}

class LineReader {
  readonly #window: ByteWindow;
  readonly #settings: ParseSettings;
  readonly #batch = new EntryBatch();
  #separator = lineFeed;
  /** The offset of the next byte, and its line. */
  #position = 0;
  #line = 1;
  /** The offset up to which there is no separator. */
  #searched = 0;
  #index = 0;
  /** Where the text begins that is too long, while it is skipped. */
  #long: RecordPosition | undefined;

  constructor(window: ByteWindow, settings: ParseSettings) {
    this.#window = window;
    this.#settings = settings;
  }

  async *entries(): AsyncGenerator<readonly ParsedEntry[], undefined> {
    await this.#begin();
    for (;;) {
      const end = this.#findEnd() ?? (await this.#readToEnd());
      this.#readText(end);
      if (this.#batch.isFull) yield this.#batch.take();
      if (end === this.#window.end) break;
      this.#position = end + 1;
      if (this.#separator === lineFeed) this.#line++;
    }
    if (!this.#batch.isEmpty) yield this.#batch.take();
  }

  /** Skips byte order marks and white space, and looks for a record separator in front of the first text. */
  async #begin(): Promise<void> {
    const window = this.#window;
    this.#position = await window.skipByteOrderMarks();
    for (;;) {
      const { bytes, base, end } = window;
      for (; this.#position < end; this.#position++) {
        const byte = bytes[this.#position - base] as number;
        if (byte === lineFeed) this.#line++;
        else if (byte === recordSeparator) this.#separator = recordSeparator;
        if (!isSpace(byte)) return;
      }
      window.release(end);
      if (!(await window.more())) return;
    }
  }

  /** The offset of the next separator in the bytes that are there. */
  #findEnd(): number | undefined {
    const { bytes, base, end } = this.#window;
    const index = bytes.indexOf(this.#separator, Math.max(this.#position, this.#searched) - base);
    if (index !== -1 && base + index < end) return base + index;
    this.#searched = end;
    return undefined;
  }

  /** Reads on until there is a separator, or to the end of the file. Returns the offset of either. */
  async #readToEnd(): Promise<number> {
    const window = this.#window;
    for (;;) {
      if (this.#isTooLong(window.end)) this.#skipLong(window.end);
      window.release(this.#position);
      if (!(await window.more())) return window.end;
      const end = this.#findEnd();
      if (end !== undefined) return end;
    }
  }

  #isTooLong(end: number): boolean {
    return this.#long !== undefined || end - this.#position > this.#settings.maxRecordLength;
  }

  /** Gives up the bytes of a text that is too long, up to an offset. */
  #skipLong(end: number): void {
    if (this.#long === undefined) {
      if (!this.#skipSpace(end)) return;
      this.#long = { index: ++this.#index, line: this.#line, byte: this.#position };
    }
    this.#moveTo(end);
  }

  /** Reads the text up to an offset. It should be one Feature, but a separator may be missing. */
  #readText(end: number): void {
    if (this.#isTooLong(end)) this.#skipLong(end);
    if (this.#long !== undefined) {
      this.#batch.add(refuseRecord(this.#long, tooLongElement(this.#settings.maxRecordLength)), 0);
      this.#long = undefined;
    }
    for (let isFirst = true; this.#skipSpace(end); isFirst = false) {
      const position = { index: ++this.#index, line: this.#line, byte: this.#position };
      const whole = this.#parse(position, end);
      const next = 'rule' in whole && whole.rule === jsonRule ? this.#findNextFeature(end) : end;
      const entry = next === end ? whole : this.#parse(position, next);
      const id = 'record' in entry ? entry.record[0] : entry.id;
      this.#batch.add(
        isFirst ? entry : refuseRecord(position, this.#missingSeparator(), id),
        next - this.#position,
      );
      this.#moveTo(next);
    }
  }

  /**
   * Skips white space up to an offset, and byte order marks, as they are left where files were joined. Returns whether
   * there is anything else.
   */
  #skipSpace(end: number): boolean {
    this.#moveTo(this.#position + skipSpace(this.#window.slice(this.#position, end), 0));
    return this.#position < end;
  }

  /** Moves on, and counts the lines in a text that is behind a record separator. */
  #moveTo(offset: number): void {
    if (this.#separator === recordSeparator) {
      for (const byte of this.#window.slice(this.#position, offset)) if (byte === lineFeed) this.#line++;
    }
    this.#position = offset;
  }

  /**
   * Where another Feature begins behind the first one, before an offset. This offset where there is something else, and
   * the end of the Feature where there is nothing.
   */
  #findNextFeature(end: number): number {
    const bytes = this.#window.slice(this.#position, end);
    const scanner = new ValueScanner();
    scanner.begin('value');
    const behind = scanner.scan(bytes, 0, bytes.length);
    if (behind < 0) return end;
    const next = skipSpace(bytes, behind);
    if (next === bytes.length) return this.#position + behind;
    return bytes[next] === openBrace ? this.#position + next : end;
  }

  #missingSeparator(): Refusal {
    if (this.#separator === lineFeed) return new Refusal(jsonRule, 'a line end is missing in front of it');
    return new Refusal('RFC 8142 2', 'a record separator is missing in front of it');
  }

  #parse(position: RecordPosition, end: number): ParsedEntry {
    const bytes = this.#window.slice(position.byte as number, end);
    try {
      return readFeature(position, parseJson(decodeText(bytes)), this.#settings);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const fault = error.rule === jsonRule ? explainBroken(bytes, position.byte as number) : undefined;
      return refuseRecord(position, fault ?? error);
    }
  }
}

/** The index behind white space and byte order marks. */
function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    while (at < bytes.length && isBetween(bytes[at] as number)) at++;
    const behind = skipMark(bytes, at);
    if (behind === at) return at;
    at = behind;
  }
}

/** Whether a byte may be in front of a Feature. */
function isBetween(byte: number): boolean {
  return isSpace(byte) || byte === recordSeparator;
}
