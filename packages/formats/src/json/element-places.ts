import type { ElementKind } from './element-kind.ts';
import type { JsonCursor } from './json-cursor.ts';
import { nextElement } from './next-element.ts';

/** Where the elements of a file stand, which tells where the next one may begin behind a broken one. */
export class ElementPlaces {
  readonly #cursor: JsonCursor;
  readonly #kind: ElementKind;
  /** The line on which the last element ended. */
  #lastLine: number;
  #isOnOneLine = true;
  /** The column of the last good element. */
  #column = Number.POSITIVE_INFINITY;
  /** The line that begins with a refused element, as long as no good one comes, and the column of this element. */
  #faultLine = 0;
  #faultColumn = 0;

  constructor(cursor: JsonCursor, kind: ElementKind) {
    this.#cursor = cursor;
    this.#kind = kind;
    this.#lastLine = cursor.line;
  }

  /** Notes that the element at the cursor is good. */
  addGood(): void {
    this.#isOnOneLine = this.#cursor.scanner.lines === 0;
    this.#column = this.#cursor.column;
    this.#faultLine = 0;
  }

  /**
   * Notes that the element at the cursor is refused. Returns whether that is named already: of a line on which the
   * beginning of a record is lost, the rest may look like several elements.
   */
  addRefused(): boolean {
    const { line, position, column } = this.#cursor;
    if (line === this.#faultLine) return !this.#cursor.startsWith(this.#kind.opening, position);
    this.#faultLine = line > this.#lastLine ? line : 0;
    this.#faultColumn = column;
    return false;
  }

  /** Notes that an element ended at the cursor. */
  endElement(): void {
    this.#lastLine = this.#cursor.line;
  }

  /** Notes that the next element begins at the cursor, behind a broken one in a column. */
  endBroken(column: number): void {
    const { line } = this.#cursor;
    this.#lastLine = this.#cursor.column === column ? line - 1 : line;
  }

  /** The pattern of where the next element begins if the one at the cursor is broken. */
  patternOfNext(): RegExp {
    const { line } = this.#cursor;
    const isInFaultLine = line === this.#faultLine;
    // A part of an element whose first line is missing stands further right.
    const column = Math.min(isInFaultLine ? this.#faultColumn : this.#cursor.column, this.#column);
    const beginsLine = isInFaultLine || line > this.#lastLine;
    const place = { column, beginsLine, isOnOneLine: this.#isOnOneLine };
    return nextElement(place, this.#kind.closer, this.#kind.beginning);
  }
}
