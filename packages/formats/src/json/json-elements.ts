import { EntryBatch } from '../input/entry-batch.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import { Refusal, refuseRecord } from '../refusal.ts';
import type { ElementKind } from './element-kind.ts';
import {
  cutInside,
  missingBracket,
  missingComma,
  openEnd,
  superfluousComma,
  tooLongElement,
} from './element-refusals.ts';
import { type JsonCursor, tooLong } from './json-cursor.ts';
import { nextElement } from './next-element.ts';
import { brokenAt, decodeText, parseJson, strayAt } from './parse-json.ts';
import { broken, cut } from './value-scanner.ts';

const comma = 0x2c;

/** With this begins a byte order mark. */
const markStart = 0xef;

/** An element of this length is looked at: it may have swallowed the next ones. */
const suspiciousLength = 2 ** 12;

/** The element has swallowed the next one. */
const swallowing = -4;

/** Reads the elements of an array or object from behind its first bracket to behind its last one. */
export class ElementReader {
  /** Whether the last bracket was found. If not, that has been reported, and the file has no more. */
  isClosed = false;
  readonly #cursor: JsonCursor;
  readonly #kind: ElementKind;
  readonly #settings: ParseSettings;
  readonly #batch = new EntryBatch();
  #index = 0;
  #before: 'bracket' | 'comma' | 'record' | 'fault' = 'bracket';
  #commaPosition: RecordPosition = { index: 0, line: 0 };
  /** The line on which the last element ended. */
  #lastLine: number;
  #isOnOneLine = true;
  /** The column of the last good element. */
  #column = Number.POSITIVE_INFINITY;

  constructor(cursor: JsonCursor, kind: ElementKind, settings: ParseSettings) {
    this.#cursor = cursor;
    this.#kind = kind;
    this.#settings = settings;
    this.#lastLine = cursor.line;
  }

  /** The entries, in batches. */
  async *entries(): AsyncGenerator<readonly ParsedEntry[], undefined> {
    const cursor = this.#cursor;
    for (let goesOn = true; goesOn; ) {
      let byte = cursor.peek();
      if (byte === cut) byte = await cursor.next();
      if (byte === cut) {
        this.#reportOpenEnd();
        goesOn = false;
      } else if (byte === this.#kind.closer) {
        if (this.#before === 'comma') this.#refuseComma();
        cursor.take();
        this.isClosed = true;
        goesOn = false;
      } else if (byte === comma) {
        this.#takeComma();
      } else if (byte !== markStart || !(await cursor.takeByteOrderMarks())) {
        goesOn = this.#readNow() || (await this.#readSlowly());
      }
      if (this.#batch.isFull) yield this.#batch.take();
    }
    if (!this.#batch.isEmpty) yield this.#batch.take();
  }

  /** Reads an element where all of it, and what is behind it, is there and as it should be, as nearly always. */
  #readNow(): boolean {
    const cursor = this.#cursor;
    const { position: start, line } = cursor;
    const end = cursor.scan(this.#kind.part, start + suspiciousLength);
    if (end < 0 || this.#before === 'record') return false;
    const behind = cursor.peekBehind();
    // The slow way looks whether a closing bracket is one too many.
    if (behind !== comma) return false;
    this.#finish(this.#parse({ index: ++this.#index, line, byte: start }, end), end - start);
    return true;
  }

  /** Reads any other element. Returns whether the file goes on. */
  async #readSlowly(): Promise<boolean> {
    const cursor = this.#cursor;
    const { position: start, line } = cursor;
    const { closer, opener } = this.#kind;
    const position = { index: ++this.#index, line, byte: start };
    const pattern = this.#patternOfNext();
    const end = await this.#scanAll(start);
    if (end < 0) return this.#recover(end, position, pattern);
    const entry = this.#parse(position, end);
    const { maxRecordLength } = this.#settings;
    const behind = await cursor.nextBehind(maxRecordLength);
    if (behind === cut && 'rule' in entry && cursor.find(pattern, start, start + 1, end) !== undefined) {
      return this.#recover(swallowing, position, pattern);
    }
    const isStray =
      behind === closer
        ? await cursor.goesOnBehind(comma, opener, maxRecordLength)
        : behind >= 0 && behind !== comma && behind !== opener;
    if (isStray) {
      this.#batch.add(refuseRecord(position, strayAt(behind, cursor.behind), idOf(entry)), end - start);
      return this.#resume(pattern, cursor.behind + 1);
    }
    const isInOrder = this.#before !== 'record';
    this.#finish(isInOrder ? entry : refuseRecord(position, missingComma, idOf(entry)), end - start);
    return true;
  }

  /** The offset behind the element, or why there is none. */
  async #scanAll(start: number): Promise<number> {
    const cursor = this.#cursor;
    let limit = start + suspiciousLength;
    let end = cursor.scan(this.#kind.part, limit);
    while (end === cut) {
      const length = cursor.scanned - start;
      if (cursor.scanned >= limit) {
        const { swallowed } = this.#kind;
        if (cursor.find(swallowed, start, start + 1, cursor.scanned) !== undefined) return swallowing;
        limit = start + 2 * length;
      }
      if (length > this.#settings.maxRecordLength) return tooLong;
      if (cursor.scanned === cursor.window.end) {
        cursor.window.release(start);
        if (!(await cursor.window.more())) return cut;
      }
      end = cursor.scanOn(limit);
    }
    return end;
  }

  #parse(position: RecordPosition, end: number): ParsedEntry {
    const { window, position: start } = this.#cursor;
    try {
      if (end - start > this.#settings.maxRecordLength) throw tooLongElement(this.#settings.maxRecordLength);
      const text = decodeText(window.slice(start, end));
      const value = parseJson(this.#kind.part === 'member' ? `{${text}}` : text);
      return this.#kind.read(position, value, this.#settings);
    } catch (error) {
      if (error instanceof Refusal) return refuseRecord(position, error);
      throw error;
    }
  }

  /** Goes on behind an element that is whole. */
  #finish(entry: ParsedEntry, length: number): void {
    const cursor = this.#cursor;
    this.#batch.add(entry, length);
    if ('record' in entry) {
      this.#isOnOneLine = cursor.scanner.lines === 0;
      this.#column = cursor.column;
    }
    cursor.takeScanned();
    this.#lastLine = cursor.line;
    this.#before = 'record';
  }

  /** Refuses an element that is not whole, and goes on with the next one. Returns whether there is one. */
  async #recover(end: number, position: RecordPosition, pattern: RegExp): Promise<boolean> {
    const cursor = this.#cursor;
    const { position: start, window } = cursor;
    const length = cursor.scanned - start;
    if (end === tooLong) {
      this.#batch.add(refuseRecord(position, tooLongElement(this.#settings.maxRecordLength)), length);
      return this.#skipLong(pattern);
    }
    const from = this.#searchFrom();
    const isSwallowing = this.#kind.showsMissingBrackets && from < cursor.scanned;
    if (end === broken && !isSwallowing) {
      this.#batch.add(refuseRecord(position, brokenAt(cursor.scanner.expected, cursor.scanned)), length);
      return this.#resume(pattern, from);
    }
    const isInside =
      end === swallowing || isSwallowing || cursor.find(pattern, start, from, window.end) !== undefined;
    this.#batch.add(refuseRecord(position, isInside ? missingBracket : cutInside), length);
    return this.#resume(pattern, from);
  }

  /** The offset from which on the next element is looked for. A long element is not searched again line by line. */
  #searchFrom(): number {
    const { position: start, scanned } = this.#cursor;
    const { swallowed, showsMissingBrackets } = this.#kind;
    if (!showsMissingBrackets && scanned - start <= suspiciousLength) return start + 1;
    return this.#cursor.find(swallowed, start, start + 1, scanned) ?? Math.max(start + 1, scanned);
  }

  /** Goes on behind an element that is too long to be kept. Returns whether the file goes on. */
  async #skipLong(pattern: RegExp): Promise<boolean> {
    const cursor = this.#cursor;
    let end = cut;
    while (end === cut) {
      cursor.window.release(cursor.scanned);
      if (cursor.scanned === cursor.window.end && !(await cursor.window.more())) return false;
      end = cursor.scanOn(Number.POSITIVE_INFINITY);
    }
    cursor.takeScanned();
    if (end === broken) return this.#resume(pattern, cursor.position + 1);
    this.#lastLine = cursor.line;
    this.#before = 'record';
    return true;
  }

  /** Goes on where the next element begins. Returns whether there is one. */
  async #resume(pattern: RegExp, from: number): Promise<boolean> {
    const cursor = this.#cursor;
    const { column } = cursor;
    const isFound = await cursor.skipTo(pattern, from);
    this.#before = 'fault';
    this.#lastLine = cursor.column === column ? cursor.line - 1 : cursor.line;
    return isFound;
  }

  #patternOfNext(): RegExp {
    const { line } = this.#cursor;
    // A part of an element whose first line is missing stands further right.
    const column = Math.min(this.#cursor.column, this.#column);
    const place = { column, beginsLine: line > this.#lastLine, isOnOneLine: this.#isOnOneLine };
    return nextElement(place, this.#kind.closer, this.#kind.beginning);
  }

  #takeComma(): void {
    const { line, position: byte } = this.#cursor;
    this.#commaPosition = { index: 0, line, byte };
    if (this.#before === 'bracket' || this.#before === 'comma') this.#refuseComma();
    this.#before = 'comma';
    this.#cursor.take();
  }

  #refuseComma(): void {
    this.#batch.add(refuseRecord({ ...this.#commaPosition, index: ++this.#index }, superfluousComma), 1);
  }

  #reportOpenEnd(): void {
    const { line, position: byte } = this.#cursor;
    const refusal = openEnd(this.#kind.container);
    this.#batch.add(refuseRecord({ index: ++this.#index, line, byte }, refusal), 0);
  }
}

/** The identifier of an entry, where it is known. */
function idOf(entry: ParsedEntry): string | undefined {
  return 'record' in entry ? entry.record[0] : entry.id;
}
