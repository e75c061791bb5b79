import { checkRecord } from './check-record.ts';
import {
  type CsvColumns,
  delimiterNamedBy,
  findDelimiter,
  readCoordinate,
  readHeader,
} from './csv-columns.ts';
import { FormatError } from './formats.ts';
import { ByteWindow, EntryBatch } from './input.ts';
import { decodeText, tooLong } from './json-reader.ts';
import type { ParseSettings, TextReader } from './parse-options.ts';
import { type ParsedEntry, type RecordPosition, Refusal, refuseRecord } from './parsed-entry.ts';

/** Reads CSV (RFC 4180): a header, then a row for each record. */
export const readCsv: TextReader = async function* (chunks, settings): ReturnType<TextReader> {
  const lines = new LineReader(chunks, settings.maxRecordLength);
  try {
    const delimiter = await findDialect(lines, settings);
    const header = await readRow(lines, delimiter);
    if (header === undefined) throw new FormatError('FORMAT_INVALID', 'The CSV file has no header.');
    const columns = readHeader(namesOf(header), settings);
    const width = namesOf(header).length;
    const batch = new EntryBatch();
    for (let index = 1; ; index++) {
      const row = await readRow(lines, delimiter, width);
      if (row === undefined) break;
      batch.add(readRecord(row, { index, line: row.line, byte: row.byte }, columns, settings), row.length);
      if (batch.isFull) yield batch.take();
    }
    if (!batch.isEmpty) yield batch.take();
  } finally {
    await lines.close();
  }
};

/** Skips what precedes the header, and finds the delimiter. */
async function findDialect(lines: LineReader, settings: ParseSettings): Promise<string> {
  await lines.begin();
  const { position } = lines;
  const first = await lines.takeFilled();
  const text = first?.bytes instanceof Uint8Array ? new TextDecoder().decode(first.bytes) : '';
  const named = delimiterNamedBy(text);
  if (named === undefined) lines.goTo(position, 1);
  return settings.delimiter ?? named ?? findDelimiter(text);
}

function namesOf({ line, content }: Row): readonly string[] {
  if (!(content instanceof Refusal)) return content;
  const problem = `The header of the CSV file in line ${line} cannot be read: ${content.reason}.`;
  throw new FormatError('FORMAT_INVALID', problem);
}

function readRecord(
  { content, quoted }: Row,
  position: RecordPosition,
  columns: CsvColumns,
  settings: ParseSettings,
): ParsedEntry {
  let id: string | undefined;
  try {
    if (content instanceof Refusal) throw content;
    const field = (column: number) => content[column] as string;
    id = field(columns.id);
    const description = columns.description === undefined ? undefined : field(columns.description);
    const isAbsent = description === '' && !quoted.has(columns.description as number);
    return checkRecord(
      position,
      {
        id,
        description: isAbsent ? undefined : description,
        latitude: readCoordinate(field(columns.latitude), 'latitude'),
        longitude: readCoordinate(field(columns.longitude), 'longitude'),
      },
      settings,
    );
  } catch (error) {
    if (error instanceof Refusal) return refuseRecord(position, error, id);
    throw error;
  }
}

/** A row of a CSV file. */
interface Row {
  /** The line on which it begins, from 1, and the offset of its first byte. */
  readonly line: number;
  readonly byte: number;
  readonly length: number;
  /** Its fields, or why it is refused. */
  readonly content: readonly string[] | Refusal;
  /** Which of the fields are in quotes. */
  readonly quoted: ReadonlySet<number>;
}

/**
 * Reads the next row; `undefined` at the end. After a row that is refused for its quotes, reading continues
 * at the second line of the row, so that a quote that is not closed hides no other rows.
 */
async function readRow(lines: LineReader, delimiter: string, width?: number): Promise<Row | undefined> {
  const first = await lines.takeFilled();
  if (first === undefined) return undefined;
  const { line, start } = first;
  const { position: behindLine } = lines;
  const row = new RowParser(delimiter);
  let content: readonly string[] | Refusal = row.fields;
  try {
    row.add(first);
    while (row.isOpen) {
      const next = await lines.take(start);
      if (next === undefined) throw openQuote;
      row.add(next);
    }
    if (width !== undefined) checkWidth(row.fields.length, width, delimiter);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    content = row.lines > 1 ? openQuote : error;
    lines.goTo(behindLine, line + 1);
  }
  return { line, byte: start, length: lines.position - start, content, quoted: row.quoted };
}

const openQuote = new Refusal('RFC 4180 2.5', 'a quote is not closed', 'add a quote at the end of the field');

function checkWidth(count: number, width: number, delimiter: string): void {
  if (count === width) return;
  const reason = `the row has ${count} field${count === 1 ? '' : 's'} instead of ${width}`;
  if (count < width) throw new Refusal('RFC 4180 2.4', reason);
  // 48,2 and 16,3 are four fields instead of two.
  const isDecimal = delimiter === ',' && count === width + 2;
  const suggestion = isDecimal
    ? 'write decimal numbers with a point, and put a field with a comma in quotes'
    : 'put a field with the delimiter in it in quotes';
  throw new Refusal('RFC 4180 2.4', reason, suggestion);
}

/** Parses the fields of a row, line by line: a field in quotes may go on in the next line. */
class RowParser {
  readonly fields: string[] = [];
  /** Which of them are in quotes. */
  readonly quoted = new Set<number>();
  lines = 0;
  readonly #delimiter: string;
  /** The part of a field in quotes from the lines before. */
  #begun: string | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Whether the row continues in the next line. */
  get isOpen(): boolean {
    return this.#begun !== undefined;
  }

  /** @throws {Refusal} if a quote is misplaced, or the line is too long or not UTF-8. */
  add({ bytes, ending }: Line): void {
    this.lines++;
    if (bytes instanceof Refusal) throw bytes;
    const text = decodeText(bytes);
    if (!this.isOpen && !text.includes('"')) {
      this.fields.push(...text.split(this.#delimiter));
      return;
    }
    for (let at: number | undefined = 0; at !== undefined; ) {
      at = this.isOpen || text[at] === '"' ? this.#addQuoted(text, at, ending) : this.#addBare(text, at);
    }
  }

  /** Adds a field in quotes. Returns where the next field begins. */
  #addQuoted(text: string, start: number, ending: string): number | undefined {
    const from = this.isOpen ? start : start + 1;
    let end = text.indexOf('"', from);
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    const begun = `${this.#begun ?? ''}${text.slice(from, end === -1 ? undefined : end).replaceAll('""', '"')}`;
    if (end === -1) {
      this.#begun = `${begun}${ending}`;
      return undefined;
    }
    this.#begun = undefined;
    this.quoted.add(this.fields.push(begun) - 1);
    if (end + 1 === text.length) return undefined;
    if (text.startsWith(this.#delimiter, end + 1)) return end + 1 + this.#delimiter.length;
    const advice = 'write "" for each quote within the field';
    throw new Refusal('RFC 4180 2.7', 'a quote within a field in quotes is not doubled', advice);
  }

  #addBare(text: string, start: number): number | undefined {
    const end = text.indexOf(this.#delimiter, start);
    const field = text.slice(start, end === -1 ? undefined : end);
    if (field.includes('"')) {
      const advice = 'put the field in quotes, and write "" for each quote in it';
      throw new Refusal('RFC 4180 2.5', 'a quote in a field that does not begin with one', advice);
    }
    this.fields.push(field);
    return end === -1 ? undefined : end + this.#delimiter.length;
  }
}

const [lf, cr] = [0x0a, 0x0d];

interface Line {
  /** Its number, from 1, and the offset of its first byte. */
  readonly line: number;
  readonly start: number;
  /** Its bytes without the line end, valid until the next read; or why it is refused. */
  readonly bytes: Uint8Array | Refusal;
  /** LF, CR LF, CR, or nothing in the last line. */
  readonly ending: string;
}

/** Reads the lines of a file. */
class LineReader {
  /** Where the next line begins. */
  position = 0;
  #line = 1;
  readonly #window: ByteWindow;
  readonly #maxLength: number;

  constructor(chunks: AsyncIterable<Uint8Array>, maxLength: number) {
    this.#window = new ByteWindow(chunks);
    this.#maxLength = maxLength;
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
    if (end === start && end === window.end) return undefined;
    const isTooLong = end - start > this.#maxLength;
    const ending = this.#endingAt(end);
    const line = this.#line++;
    this.position = end + ending.length;
    const bytes = isTooLong ? tooLong(this.#maxLength) : window.slice(start, end);
    return { line, start, bytes, ending };
  }

  /** Reads no more of the file. */
  close(): Promise<void> {
    return this.#window.close();
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
