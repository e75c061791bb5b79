import type { Parser } from 'csv-parse';
import type { ByteWindow } from '../input/byte-window.ts';
import type { Refusal } from '../refusal.ts';
import { countLineEnds, findLineEnd, isLineEnd, skipLineEnd } from './line-ends.ts';
import { type CsvDialect, type ParsedRow, ParserRun } from './parser-run.ts';
import { explainFault, explainWidth, tooLong } from './row-faults.ts';

/** A row of a CSV file. */
export interface CsvRow {
  /** Where it begins in the file, and where the next line begins. */
  readonly start: number;
  readonly end: number;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** Its fields, as many as the first row has, or why it is refused. */
  readonly content: readonly string[] | Refusal;
}

/** How much the parser is given at once: little behind a fault, since it begins anew at the next one. */
const minPiece = 2 ** 9;
const maxPiece = 2 ** 16;

/**
 * Reads the rows of a CSV file with `csv-parse`, which ends at the first fault. A new parser then begins on the line
 * behind the one on which the faulty row began, so that no row is lost in a field whose quote is not closed.
 */
export class CsvRows {
  readonly #window: ByteWindow;
  readonly #parserClass: typeof Parser;
  readonly #dialect: CsvDialect;
  #run: ParserRun;
  #piece = maxPiece;
  /** Where the next row begins, or empty lines before it, and on which line. */
  #position: number;
  #line = 1;
  /** How many fields the first row has. */
  #width: number | undefined;
  /** Which of them have no line ends in the rows behind it. */
  #oneLineFields: readonly number[] = [];
  /** The fault of the next row, as a code of `csv-parse`. */
  #fault: string | undefined;
  #isAtEnd = false;

  /** `start` is the offset of the first row, which sets the number of fields. */
  constructor(window: ByteWindow, start: number, parserClass: typeof Parser, dialect: CsvDialect) {
    this.#window = window;
    this.#parserClass = parserClass;
    this.#dialect = dialect;
    this.#position = start;
    this.#run = new ParserRun(parserClass, start, dialect);
  }

  /** The next rows, at least one; `undefined` at the end. Their bytes are in the window until the next call. */
  async read(): Promise<readonly CsvRow[] | undefined> {
    while (!this.#isAtEnd) {
      this.#window.release(this.#position);
      if (this.#fault !== undefined) return [await this.#refuseRow(this.#fault)];
      this.#fault = await this.#feed();
      const rows = this.#takeRows();
      if (rows.length > 0) return rows;
    }
    return undefined;
  }

  /** Gives the parser some more bytes. Returns the fault that it met. */
  async #feed(): Promise<string | undefined> {
    const { fed } = this.#run;
    if (fed < this.#window.end || (await this.#window.more())) {
      const end = Math.min(fed + this.#piece, this.#window.end);
      this.#piece = Math.min(2 * this.#piece, maxPiece);
      return await this.#run.feed(this.#window.slice(fed, end));
    }
    const fault = await this.#run.finish();
    this.#isAtEnd = fault === undefined;
    return fault;
  }

  #takeRows(): readonly CsvRow[] {
    const rows: CsvRow[] = [];
    for (const parsed of this.#run.takeRows()) {
      this.#skipEmptyLines();
      if (this.#mayHoldOthers(parsed)) {
        this.#fault = 'CSV_QUOTE_NOT_CLOSED';
        this.#isAtEnd = false;
        break;
      }
      rows.push(this.#rowOf(parsed));
    }
    return rows;
  }

  #rowOf({ fields, end }: ParsedRow): CsvRow {
    const { maxRecordLength, delimiter } = this.#dialect;
    const width = this.#width ?? this.#readNames(fields);
    const start = this.#position;
    const line = this.#line;
    this.#advance(end);
    const refusal =
      end - start > maxRecordLength ? tooLong(maxRecordLength) : explainWidth(fields, width, delimiter);
    return { start, end, line, content: refusal ?? fields };
  }

  /** Takes the first row for the names of the columns. Returns how many they are. */
  #readNames(fields: readonly string[]): number {
    this.#oneLineFields = this.#dialect.oneLineColumns.map((name) => fields.indexOf(name));
    this.#width = fields.length;
    return fields.length;
  }

  /**
   * Whether a row has several lines, and one of them in a field of one line or not as many fields as the first row: a
   * quote may not be closed on its first line.
   */
  #mayHoldOthers({ fields, end }: ParsedRow): boolean {
    if (this.#width === undefined) return false;
    const isWhole = fields.length === this.#width;
    if (isWhole && !this.#oneLineFields.some((index) => hasLineEnd(fields[index]))) return false;
    const bytes = this.#window.slice(this.#position, end);
    return skipLineEnd(bytes, findLineEnd(bytes)) < bytes.length;
  }

  /** The row at this position with a fault. The next row begins on the next line. */
  async #refuseRow(fault: string): Promise<CsvRow> {
    this.#skipEmptyLines();
    const start = this.#position;
    const line = this.#line;
    const content = await this.#skipLine(fault);
    this.#fault = undefined;
    this.#run = new ParserRun(this.#parserClass, this.#position, this.#dialect);
    this.#piece = minPiece;
    return { start, end: this.#position, line, content };
  }

  /** Moves on to the next line. Returns what is wrong with this one. */
  async #skipLine(fault: string): Promise<Refusal> {
    const { maxRecordLength } = this.#dialect;
    let refusal: Refusal | undefined;
    for (let searched = this.#position; ; ) {
      const lineEnd = searched + findLineEnd(this.#window.slice(searched, this.#window.end));
      // Behind a CR, there may be an LF.
      if (lineEnd + 1 < this.#window.end || !(await this.#window.more())) {
        const line = this.#window.slice(this.#position, lineEnd);
        refusal ??= explainFault(fault, line, this.#dialect);
        const rest = this.#window.slice(lineEnd, this.#window.end);
        this.#advance(lineEnd + Math.min(skipLineEnd(rest, 0), rest.length));
        return refusal;
      }
      searched = lineEnd;
      if (searched - this.#position <= maxRecordLength) continue;
      refusal = tooLong(maxRecordLength);
      this.#position = searched;
      this.#window.release(searched);
    }
  }

  /** Moves on behind a row and its line end. */
  #advance(end: number): void {
    this.#line += countLineEnds(this.#window.slice(this.#position, end));
    this.#position = end;
  }

  #skipEmptyLines(): void {
    let end = this.#position;
    while (end < this.#window.end && isLineEnd(this.#window.bytes[end - this.#window.base])) end++;
    this.#advance(end);
  }
}

function hasLineEnd(field: string | undefined): boolean {
  return field !== undefined && /[\r\n]/.test(field);
}
