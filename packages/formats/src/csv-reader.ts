import { ByteWindow } from './input.ts';
import { decodeText, tooLong } from './json-reader.ts';
import { Refusal } from './parsed-entry.ts';

/** How the rows of a CSV file are written. */
export interface Dialect {
  readonly delimiter: string;
  /** Whether a row is refused if it is not as RFC 4180 says. */
  readonly isStrict: boolean;
  /** Turns a line into one with the delimiter, if it is written in another way. */
  readonly prepare?: ((line: string) => string) | undefined;
}

/** A row of a CSV file. */
export interface CsvRow {
  /** The line on which it begins, from 1, and the offset of its first byte. */
  readonly line: number;
  readonly byte: number;
  readonly length: number;
  /** Its fields, or why it is refused. */
  readonly content: readonly string[] | Refusal;
  /** Which of the fields are in quotes. */
  readonly quoted: ReadonlySet<number>;
  /** Whether some quotes are misplaced, and read as text. */
  readonly isMended: boolean;
}

/**
 * Reads the next row; `undefined` at the end. After a row that is refused for its quotes, reading continues
 * at the second line of the row, so that a quote that is not closed hides no other rows.
 */
export async function readRow(
  lines: LineReader,
  dialect: Dialect,
  width?: number,
): Promise<CsvRow | undefined> {
  const first = lines.takeReady() ?? (await lines.takeFilled());
  if (first === undefined) return undefined;
  const { line, start } = first;
  const { position: behindLine } = lines;
  const row = new RowParser(dialect);
  const texts: string[] = [];
  const addLine = (taken: Line) => {
    const text = textOf(taken);
    texts.push(text);
    row.add(text, taken.ending);
  };
  let content: readonly string[] | Refusal = row.fields;
  let isMended = false;
  try {
    addLine(first);
    while (row.isOpen) {
      const next = await lines.take(start);
      if (next === undefined) throw openQuote;
      addLine(next);
    }
    content = row.fields;
    if (width !== undefined) checkWidth(row, width, dialect);
    if (texts.length > 1 && isUnquoted(texts, dialect, width)) throw openQuote;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    lines.goTo(behindLine, line + 1);
    const mended = width === undefined || dialect.isStrict ? undefined : mendQuotes(texts[0], width, dialect);
    isMended = mended !== undefined;
    content = mended ?? (row.lines > 1 ? openQuote : error);
  }
  const quoted = isMended ? noFields : row.quoted;
  return { line, byte: start, length: lines.position - start, content, quoted, isMended };
}

/** Whether lines with tabs are whole rows, so that their quotes are text: many programs write no others. */
function isUnquoted(texts: readonly string[], { delimiter, isStrict }: Dialect, width?: number): boolean {
  return !isStrict && delimiter === '\t' && texts.every((text) => text.split(delimiter).length === width);
}

/**
 * Reads a line with misplaced quotes if one reading of them gives as many fields as the header has: quotes
 * behind backslashes, quotes that are not doubled, or no quotes at all.
 */
function mendQuotes(
  text: string | undefined,
  width: number,
  dialect: Dialect,
): readonly string[] | undefined {
  if (!text?.includes('"')) return undefined;
  const readings = [splitEscaped, splitUndoubled, (line: string) => line.split(dialect.delimiter)];
  for (const split of readings) {
    const fields = split(text, dialect);
    if (fields?.length === width) return fields;
  }
  return undefined;
}

/** Splits a line in which `\"` is a quote within a field in quotes. */
function splitEscaped(text: string, dialect: Dialect): readonly string[] | undefined {
  const row = new RowParser(dialect);
  try {
    row.add(text.replaceAll('\\"', '""'), '');
    return row.isOpen ? undefined : row.fields;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Splits a line in which only a quote before a delimiter ends a field in quotes. */
function splitUndoubled(text: string, { delimiter }: Dialect): readonly string[] {
  const fields: string[] = [];
  const lastClose = text.lastIndexOf(`"${delimiter}`);
  for (let at = 0; at <= text.length; ) {
    const close = text[at] === '"' && at < lastClose ? text.indexOf(`"${delimiter}`, at + 1) : -1;
    const isLast = text[at] === '"' && close === -1 && text.length > at + 1 && text.endsWith('"');
    const next = text.indexOf(delimiter, close === -1 ? at : close);
    const end = isLast || next === -1 ? text.length : next;
    const isQuoted = isLast || close !== -1;
    const field = isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end);
    fields.push(field);
    at = end + delimiter.length;
  }
  return fields;
}

/** @throws {Refusal} if the line is too long or not UTF-8. */
function textOf({ bytes }: Line): string {
  if (bytes instanceof Refusal) throw bytes;
  return decodeText(bytes);
}

const openQuote = new Refusal('RFC 4180 2.5', 'a quote is not closed', 'add a quote at the end of the field');

function checkWidth({ fields, lines }: RowParser, width: number, { delimiter, isStrict }: Dialect): void {
  const count = fields.length;
  if (count === width) return;
  if (!isStrict) {
    // Two quotes of different rows may look like a field of several lines.
    if (count < width && lines > 1) throw openQuote;
    if (fields.slice(width).every((field) => field.trim() === '')) return;
  }
  const reason = `the row has ${count} field${count === 1 ? '' : 's'} instead of ${width}`;
  if (count < width) throw new Refusal('RFC 4180 2.4', reason);
  // 48,2 and 16,3 are four fields instead of two.
  const isDecimal = delimiter === ',' && count === width + 2;
  const suggestion = isDecimal
    ? 'write decimal numbers with a point, and put a field with a comma in quotes'
    : 'put a field with the delimiter in it in quotes';
  throw new Refusal('RFC 4180 2.4', reason, suggestion);
}

const noFields: ReadonlySet<number> = new Set();

/** Parses the fields of a row, line by line: a field in quotes may go on in the next line. */
export class RowParser {
  fields: string[] = [];
  lines = 0;
  readonly #dialect: Dialect;
  #quoted: Set<number> | undefined;
  /** The part of a field in quotes from the lines before. */
  #begun: string | undefined;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Whether the row continues in the next line. */
  get isOpen(): boolean {
    return this.#begun !== undefined;
  }

  /** Which of the fields are in quotes. */
  get quoted(): ReadonlySet<number> {
    return this.#quoted ?? noFields;
  }

  /** @throws {Refusal} if a quote is misplaced. */
  add(line: string, ending: string): void {
    this.lines++;
    const { delimiter, prepare } = this.#dialect;
    const text = prepare === undefined ? line : prepare(line);
    if (!this.isOpen && !text.includes('"')) {
      this.fields = text.split(delimiter);
      return;
    }
    for (let at: number | undefined = 0; at !== undefined; ) {
      const opening: number | undefined = this.isOpen ? at : this.#findOpening(text, at);
      at = opening === undefined ? this.#addBare(text, at) : this.#addQuoted(text, opening, ending);
    }
  }

  /** Returns where the content of a field begins that is in quotes. */
  #findOpening(text: string, start: number): number | undefined {
    let at = start;
    if (!this.#dialect.isStrict) while (text[at] === ' ') at++;
    return text[at] === '"' ? at + 1 : undefined;
  }

  /** Adds a field in quotes. Returns where the next field begins. */
  #addQuoted(text: string, from: number, ending: string): number | undefined {
    const { delimiter, isStrict } = this.#dialect;
    let end = text.indexOf('"', from);
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    const begun = `${this.#begun ?? ''}${text.slice(from, end === -1 ? undefined : end).replaceAll('""', '"')}`;
    if (end === -1) {
      this.#begun = `${begun}${ending}`;
      return undefined;
    }
    this.#begun = undefined;
    this.#quoted ??= new Set();
    this.#quoted.add(this.fields.push(begun) - 1);
    let behind = end + 1;
    if (!isStrict) while (text[behind] === ' ') behind++;
    if (behind === text.length) return undefined;
    if (text.startsWith(delimiter, behind)) return behind + delimiter.length;
    const advice = 'write "" for each quote within the field';
    throw new Refusal('RFC 4180 2.7', 'a quote within a field in quotes is not doubled', advice);
  }

  #addBare(text: string, start: number): number | undefined {
    const { delimiter, isStrict } = this.#dialect;
    const end = text.indexOf(delimiter, start);
    const field = text.slice(start, end === -1 ? undefined : end);
    if (isStrict && field.includes('"')) {
      const advice = 'put the field in quotes, and write "" for each quote in it';
      throw new Refusal('RFC 4180 2.5', 'a quote in a field that does not begin with one', advice);
    }
    this.fields.push(field);
    return end === -1 ? undefined : end + delimiter.length;
  }
}

const [lf, cr] = [0x0a, 0x0d];

export interface Line {
  /** Its number, from 1, and the offset of its first byte. */
  readonly line: number;
  readonly start: number;
  /** Its bytes without the line end, valid until the next read; or why it is refused. */
  readonly bytes: Uint8Array | Refusal;
  /** LF, CR LF, CR, or nothing in the last line. */
  readonly ending: string;
}

/** Reads the lines of a file. */
export class LineReader {
  /** Where the next line begins. */
  position = 0;
  #line = 1;
  readonly #window: ByteWindow;
  readonly #maxLength: number;

  constructor(chunks: AsyncIterable<Uint8Array>, maxLength: number) {
    this.#window = new ByteWindow(chunks);
    this.#maxLength = maxLength;
  }

  /** The number of the next line. */
  get line(): number {
    return this.#line;
  }

  /** Skips byte order marks. */
  async begin(): Promise<void> {
    this.position = await this.#window.skipByteOrderMarks();
  }

  /** Goes back to the beginning of a line. */
  goTo(position: number, line: number): void {
    this.position = position;
    this.#line = line;
  }

  /** Takes the next line that is not empty. */
  async takeFilled(): Promise<Line | undefined> {
    for (;;) {
      const line = await this.take();
      if (line === undefined || line.bytes instanceof Refusal || line.bytes.length > 0) return line;
    }
  }

  /** Takes the next line that is not empty if no more of the file has to be read for it. */
  takeReady(): Line | undefined {
    const { bytes, base, end: windowEnd } = this.#window;
    for (;;) {
      const start = this.position;
      const end = base + findLineEnd(bytes, start - base, windowEnd - base);
      if (end + 1 >= windowEnd || end - start > this.#maxLength) return undefined;
      const line = this.#lineTo(end);
      if (end > start) return line;
    }
  }

  /**
   * Takes the next line; `undefined` at the end of the file, or if the lines from the offset `kept` on, to
   * which `goTo` may return, are too long.
   */
  async take(kept = this.position): Promise<Line | undefined> {
    const window = this.#window;
    const start = this.position;
    const isFirst = kept === start;
    let end = start;
    for (;;) {
      end = window.base + findLineEnd(window.bytes, end - window.base, window.end - window.base);
      // An LF may follow a CR.
      if (end + 1 < window.end) break;
      const isTooLong = end - kept > this.#maxLength;
      if (isTooLong && !isFirst) return undefined;
      window.release(isTooLong ? end : kept);
      if (!(await window.more())) break;
    }
    return end === start && end === window.end ? undefined : this.#lineTo(end);
  }

  /** Reads no more of the file. */
  close(): Promise<void> {
    return this.#window.close();
  }

  /** Takes the line that ends at an offset. */
  #lineTo(end: number): Line {
    const start = this.position;
    const ending = this.#endingAt(end);
    const line = this.#line++;
    this.position = end + ending.length;
    const isTooLong = end - start > this.#maxLength;
    return {
      line,
      start,
      bytes: isTooLong ? tooLong(this.#maxLength) : this.#window.slice(start, end),
      ending,
    };
  }

  #endingAt(end: number): string {
    const { bytes, base } = this.#window;
    if (end === this.#window.end) return '';
    if (bytes[end - base] === lf) return '\n';
    return end + 1 < this.#window.end && bytes[end + 1 - base] === lf ? '\r\n' : '\r';
  }
}

/** Finds the next LF or CR. Returns `stop` if none comes before it. */
function findLineEnd(bytes: Uint8Array, start: number, stop: number): number {
  let at = start;
  while (at < stop && bytes[at] !== lf && bytes[at] !== cr) at++;
  return at;
}
