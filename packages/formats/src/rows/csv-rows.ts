import { type CsvRow, LineReader, readRow } from '../csv-reader.ts';
import { FormatError } from '../formats.ts';
import { EntryBatch } from '../input.ts';
import { Refusal, refuseRecord } from '../parsed-entry.ts';
import { type CsvTable, findTable, readTerms, type SampleLine } from './csv-table.ts';
import { openUtf8 } from './encoding.ts';
import type { FieldName, RowBatches, RowEntry, RowReader, RowSettings } from './row.ts';

/**
 * Reads CSV as people have it: with any separator, with lines in front of the header or without one, with
 * rows that are shorter or have empty fields at their end. What cannot be read without doubt is refused.
 */
export const readCsvRows: RowReader = async function* (source, settings): RowBatches {
  const text = openUtf8(source, settings);
  const lines = new LineReader(text.chunks, settings.maxRecordLength);
  try {
    const table = await openTable(lines, settings);
    const { dialect, width } = table;
    const reading = new TableReading(table, settings);
    const batch = new EntryBatch<RowEntry>();
    for (;;) {
      const row = await readRow(lines, dialect, width);
      if (row === undefined) break;
      const entry = reading.entryOf(row, text.isTranscoded);
      if (entry !== undefined) batch.add(entry, row.length);
      if (batch.isFull) yield batch.take();
    }
    if (!batch.isEmpty) yield batch.take();
    reading.end();
  } finally {
    await lines.close();
  }
};

/** How much of the beginning of a file is looked at, at most. */
const sampleLines = 1000;
const sampleBytes = 2 ** 18;

/** Finds out how the file is written, and goes to its first row. */
async function openTable(lines: LineReader, settings: RowSettings): Promise<CsvTable> {
  await lines.begin();
  const begin = { position: lines.position, line: lines.line };
  const places = [begin];
  const sample: SampleLine[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  while (sample.length < sampleLines && lines.position < sampleBytes) {
    const line = await lines.take(begin.position);
    if (line === undefined || line.bytes instanceof Refusal) break;
    sample.push({ text: decoder.decode(line.bytes), ending: line.ending });
    places.push({ position: lines.position, line: lines.line });
  }
  const table = findTable(sample, settings);
  if (table.header?.some((name) => name.includes('\0'))) {
    throw new FormatError(
      'FORMAT_INVALID',
      'This is not CSV, and not text: its header has the character NUL.',
    );
  }
  checkWidth(table);
  const { position, line } = places[table.start] ?? begin;
  lines.goTo(position, line);
  return table;
}

/** @throws {FormatError} if almost all rows have more fields than there are names. */
function checkWidth({ dialect, header, width, tooMany }: CsvTable): void {
  if (tooMany === undefined) return;
  const names = header === undefined ? `${width} columns are named` : `the header has ${width}`;
  const advice =
    dialect.delimiter === ','
      ? 'If commas are decimal signs as well, save the file with semicolons. Otherwise name'
      : 'Name';
  throw new FormatError(
    'FORMAT_INVALID',
    `Most rows have ${tooMany} fields, and ${names}. ${advice} all columns with columns: […].`,
  );
}

/** What databases write for an absent value: MySQL, PostgreSQL, Hive. */
const absent = '\\N';

/** Turns the rows of a table into fields, and counts what a user should know at its end. */
class TableReading {
  readonly #names: readonly FieldName[];
  /** The columns without a name in the header. */
  readonly #unnamed: ReadonlySet<number>;
  readonly #header: readonly string[] | undefined;
  /** How many fields a row has at least, if none is missing. */
  readonly #least: number;
  readonly #note: RowSettings['note'];
  #index = 0;
  #shorter = 0;
  #repeated = 0;
  #mended = 0;

  constructor({ dialect, header, known, width, skipped }: CsvTable, { columns, note }: RowSettings) {
    const given = columns ?? header ?? known?.columns;
    const names = Array.from({ length: width }, (_, column) =>
      (given?.[column] ?? '').trim().replace(/\s+/g, ' '),
    );
    this.#names = distinct(names.map((name, column) => name || `column${column + 1}`));
    this.#unnamed = new Set(names.flatMap((name, column) => (name === '' ? [column] : [])));
    this.#header = given;
    this.#least = names.findLastIndex((name) => name !== '') + 1;
    this.#note = note;
    if (skipped > 0) {
      const place = header === undefined ? 'first row' : 'header';
      note(`${counted(skipped, 'line')} before the ${place} ${are(skipped)} skipped`);
    }
    if (columns === undefined && header === undefined && width > 0) {
      const found = known === undefined ? inShort(this.#names) : `those of ${known.publisher}`;
      note(`the file has no header: its columns are ${found}; columns: […] names them`);
    }
    const isSeparated = dialect.prepare !== undefined && dialect.prepare !== readTerms;
    if (isSeparated && dialect.delimiter === '\t') note('spaces separate the columns');
    if (!',;\t'.includes(dialect.delimiter)) note(`"${dialect.delimiter}" separates the columns`);
  }

  /** Returns a row or its refusal; `undefined` if it has nothing, or is the header again. */
  entryOf(
    { content, quoted, isMended, line, byte, length }: CsvRow,
    isTranscoded: boolean,
  ): RowEntry | undefined {
    const position = { line, byte: isTranscoded ? undefined : byte };
    if (content instanceof Refusal) return refuseRecord({ index: ++this.#index, ...position }, content);
    if (isBlank(content) || (this.#index === 0 && isFormat(content))) return undefined;
    if (this.#isHeader(content)) {
      this.#repeated++;
      return undefined;
    }
    const names = this.#names;
    const count = Math.min(content.length, names.length);
    if (count < this.#least) this.#shorter++;
    if (isMended) this.#mended++;
    const fields = new Map<FieldName, string>();
    for (let column = 0; column < count; column++) {
      const cell = content[column] as string;
      if ((cell !== '' && cell !== absent) || (quoted.has(column) && !this.#unnamed.has(column))) {
        fields.set(names[column] as FieldName, cell);
      }
    }
    return { index: ++this.#index, ...position, length, fields };
  }

  /** Notes what was counted. */
  end(): void {
    const [shorter, repeated, mended] = [this.#shorter, this.#repeated, this.#mended];
    if (shorter > 0) this.#note(`${counted(shorter, 'row')} ${are(shorter)} shorter than the header`);
    if (repeated > 0) this.#note(`${counted(repeated, 'repeated header')} ${are(repeated)} skipped`);
    if (mended > 0) this.#note(`misplaced quotes in ${counted(mended, 'row')} are read as text`);
  }

  #isHeader(content: readonly string[]): boolean {
    return this.#header?.every((name, column) => name === content[column]) ?? false;
  }
}

/** Numbers names that occur before. */
function distinct(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let other = name;
    for (let number = 2; taken.has(other) || (other !== name && names.includes(other)); number++) {
      other = `${name}_${number}`;
    }
    taken.add(other);
    return other;
  });
}

/** Whether a row has nothing but lines of a drawn table, or the end of a file of DOS. */
function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '' || cell === '\x1a' || /^[\s:=+-]*$/.test(cell));
}

/** Whether a row has the lengths and types of the columns, as tables of the USGS have below the header. */
function isFormat(cells: readonly string[]): boolean {
  return cells.every((cell) => /^\d+[sdn]$/.test(cell));
}

function inShort(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 2).join(', ')}, …` : names.join(', ');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
