import { EntryBatch } from '../input/entry-batch.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import { Refusal, refuseRecord } from '../refusal.ts';
import { findElementBehind } from './early-bracket.ts';
import type { ElementKind } from './element-kind.ts';
import { ElementPlaces } from './element-places.ts';
import {
  cutInside,
  missingBracket,
  missingComma,
  openEnd,
  superfluousComma,
  tooLongElement,
} from './element-refusals.ts';
import { type JsonCursor, tooLong } from './json-cursor.ts';
import { brokenAt, decodeText, parseJson, strayAt } from './parse-json.ts';
import { scanElement, suspiciousLength, swallowing } from './scan-element.ts';
import { broken, cut } from './value-scanner.ts';

const comma = 0x2c;

/** With this begins a byte order mark. */
const markStart = 0xef;

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
  readonly #places: ElementPlaces;

  constructor(cursor: JsonCursor, kind: ElementKind, settings: ParseSettings) {
    this.#cursor = cursor;
    this.#kind = kind;
    this.#settings = settings;
    this.#places = new ElementPlaces(cursor, kind);
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
        goesOn = await this.#takeCloser();
      } else if (byte === comma) {
        this.#takeComma();
      } else if (byte !== markStart || !(await cursor.takeByteOrderMarks())) {
        goesOn = (byte === this.#kind.opener && this.#readNow()) || (await this.#readSlowly());
      }
      if (this.#batch.isFull) yield this.#batch.take();
    }
    if (!this.#batch.isEmpty) yield this.#batch.take();
  }

  /** Takes a closing bracket. Returns whether there is more behind it, and it is refused. */
  async #takeCloser(): Promise<boolean> {
    const { line, position: byte } = this.#cursor;
    // Behind a record, that has been found out already.
    const next = this.#before === 'record' ? undefined : await this.#findBehind(byte);
    if (next !== undefined) {
      const position = { index: ++this.#index, line, byte };
      this.#refuse(refuseRecord(position, brokenAt('a record', byte)), 1);
      this.#goOnAt(next);
      return true;
    }
    if (this.#before === 'comma') this.#batch.add(this.#superfluousComma(), 1);
    this.#cursor.take();
    this.isClosed = true;
    return false;
  }

  /** Where an element is behind a closing bracket that comes too early. */
  #findBehind(at: number): Promise<number | undefined> {
    return findElementBehind(this.#cursor, this.#kind, at, this.#settings.maxRecordLength);
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
    const pattern = this.#places.patternOfNext();
    const end = await scanElement(cursor, this.#kind, this.#settings.maxRecordLength);
    if (end < 0) return this.#recover(end, position, pattern);
    const entry = this.#parse(position, end);
    const { maxRecordLength } = this.#settings;
    const behind = await cursor.nextBehind(maxRecordLength);
    if (behind === cut && 'rule' in entry && cursor.find(pattern, start, start + 1, end) !== undefined) {
      return this.#recover(swallowing, position, pattern);
    }
    const next = behind === closer ? await this.#findBehind(cursor.behind) : undefined;
    if (next !== undefined || (behind >= 0 && ![closer, comma, opener].includes(behind))) {
      this.#refuse(refuseRecord(position, strayAt(behind, cursor.behind), idOf(entry)), end - start);
      if (next === undefined) return this.#resume(pattern, cursor.behind + 1);
      this.#goOnAt(next);
      return true;
    }
    const isInOrder = this.#before !== 'record';
    this.#finish(isInOrder ? entry : refuseRecord(position, missingComma, idOf(entry)), end - start);
    return true;
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
    if ('record' in entry) {
      this.#places.addGood();
      this.#batch.add(entry, length);
    } else {
      this.#refuse(entry, length);
    }
    cursor.takeScanned();
    this.#places.endElement();
    this.#before = 'record';
  }

  /** Refuses an element that is not whole, and goes on with the next one. Returns whether there is one. */
  async #recover(end: number, position: RecordPosition, pattern: RegExp): Promise<boolean> {
    const cursor = this.#cursor;
    const { position: start, window } = cursor;
    const length = cursor.scanned - start;
    if (end === tooLong) {
      this.#refuse(refuseRecord(position, tooLongElement(this.#settings.maxRecordLength)), length);
      return this.#skipLong(pattern);
    }
    const from = this.#searchFrom(pattern);
    const isSwallowing = this.#kind.showsMissingBrackets && from < cursor.scanned;
    if (end === broken && !isSwallowing) {
      this.#refuse(refuseRecord(position, brokenAt(cursor.scanner.expected, cursor.scanned)), length);
      return this.#resume(pattern, from);
    }
    const isInside =
      end === swallowing || isSwallowing || cursor.find(pattern, start, from, window.end) !== undefined;
    this.#refuse(refuseRecord(position, isInside ? missingBracket : cutInside), length);
    return this.#resume(pattern, from);
  }

  /** The offset from which on the next element is looked for. A long element is not searched again line by line. */
  #searchFrom(pattern: RegExp): number {
    const { position: start, scanned } = this.#cursor;
    const { swallowed, showsMissingBrackets } = this.#kind;
    const isShort = !showsMissingBrackets && scanned - start <= suspiciousLength;
    const found = isShort
      ? this.#cursor.findOutsideStrings(pattern)
      : this.#cursor.find(swallowed, start, start + 1, scanned);
    return found ?? Math.max(start + 1, scanned);
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
    this.#places.endElement();
    this.#before = 'record';
    return true;
  }

  /** Goes on where the next element begins. Returns whether there is one. */
  async #resume(pattern: RegExp, from: number): Promise<boolean> {
    const cursor = this.#cursor;
    const { column } = cursor;
    const isFound = await cursor.skipTo(pattern, from);
    this.#before = 'fault';
    this.#places.endBroken(column);
    return isFound;
  }

  /** Goes on with an element at an offset. */
  #goOnAt(offset: number): void {
    const { column } = this.#cursor;
    this.#cursor.moveTo(offset);
    this.#before = 'fault';
    this.#places.endBroken(column);
  }

  /** Adds an entry that is refused, unless that is named already. */
  #refuse(entry: ParsedEntry, length: number): void {
    if (this.#places.addRefused()) this.#index--;
    else this.#batch.add(entry, length);
  }

  #takeComma(): void {
    const { line, position: byte } = this.#cursor;
    this.#commaPosition = { index: 0, line, byte };
    if (this.#before === 'bracket' || this.#before === 'comma') this.#refuse(this.#superfluousComma(), 1);
    this.#before = 'comma';
    this.#cursor.take();
  }

  #superfluousComma(): ParsedEntry {
    return refuseRecord({ ...this.#commaPosition, index: ++this.#index }, superfluousComma);
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
