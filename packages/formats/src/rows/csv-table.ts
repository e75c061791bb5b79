import { delimiterNamedBy } from '../csv-columns.ts';
import { type Dialect, RowParser } from '../csv-reader.ts';
import { Refusal } from '../parsed-entry.ts';
import { findKnownTable, type KnownTable } from './known-tables.ts';
import type { RowSettings } from './row.ts';

/** A line from the beginning of a file. */
export interface SampleLine {
  readonly text: string;
  readonly ending: string;
}

/** How a CSV file is written, and where its rows begin. */
export interface CsvTable {
  readonly dialect: Dialect;
  /** The fields of the header; `undefined` if the file has none. */
  readonly header: readonly string[] | undefined;
  /** The table whose columns are known without a header. */
  readonly known: KnownTable | undefined;
  /** How many fields the rows have. */
  readonly width: number;
  /** The index of the sample's line with the first row. */
  readonly start: number;
  /** How many lines that are not empty precede the header or the first row. */
  readonly skipped: number;
  /** How many fields almost all rows have, if these are more than `width`. */
  readonly tooMany: number | undefined;
}

/** A row of the sample. */
interface SampleRow {
  readonly cells: readonly string[];
  /** The indexes of its first line, and of the line after it. */
  readonly start: number;
  readonly end: number;
  /** How many fields it has without empty ones at its end. */
  readonly filled: number;
  /** Whether quotes are wrong, or within a field that is not in quotes. */
  readonly isOdd: boolean;
}

/** A way to read the sample, and how well it fits. */
interface Candidate extends CsvTable {
  readonly score: number;
}

/** The usual delimiters. Those at the end are seldom within fields. */
const usualDelimiters = [',', ';', '|', '^', '\t'];

/** Finds how a CSV file is written by its first lines: the delimiter that gives the most regular table. */
export function findTable(lines: readonly SampleLine[], settings: RowSettings): CsvTable {
  const first = lines.findIndex(({ text }) => text.trim() !== '');
  const named = delimiterNamedBy(lines[first]?.text ?? '');
  const start = named === undefined ? 0 : first + 1;
  const read = (dialect: Omit<Dialect, 'isStrict'>) =>
    readSample(lines, start, { ...dialect, isStrict: false }, settings.columns);
  if (/^\?\w+(?:\t\?\w+)*\s*$/.test(lines[start]?.text ?? '')) {
    return read({ delimiter: '\t', prepare: readTerms });
  }
  const delimiter = settings.delimiter ?? named;
  if (delimiter !== undefined) return read({ delimiter });
  const usual = usualDelimiters.map((each) => read({ delimiter: each }));
  const best = bestOf(usual);
  if (best.score > 0) return best;
  const isTable = ({ score, header }: Candidate) =>
    score > 0 && (header !== undefined || settings.columns !== undefined);
  const unwrapped = bestOf(usualDelimiters.map((each) => read({ delimiter: each, prepare: unwrap })));
  const separated = [separateWide, separate].map((prepare) => read({ delimiter: '\t', prepare }));
  const isColumn = ({ width, tooMany }: Candidate) => width === 1 && tooMany === undefined;
  return [unwrapped, ...separated].find(isTable) ?? usual.find(isColumn) ?? best;
}

/** Writes plain fields for the terms of RDF in results of SPARQL 1.1 as TSV: `<http://a>`, `"text"@en`. */
export function readTerms(line: string): string {
  const plain = (term: string) => {
    const [, text] = /^"((?:[^"\\]|\\.)*)"(?:@[\w-]+|\^\^<[^>]*>)?$/.exec(term) ?? [];
    if (text === undefined) return term.replace(/^\?|^<(.*)>$/, '$1');
    return `"${text.replace(/\\(["'\\])/g, '$1').replaceAll('"', '""')}"`;
  };
  return line.split('\t').map(plain).join('\t');
}

/** Takes a line out of quotes: some programs put each line in quotes as if it were one field. */
function unwrap(line: string): string {
  const [, inner] = /^\s*"(.*)"[\s,;]*$/s.exec(line) ?? [];
  return inner?.replaceAll('""', '"') ?? line;
}

/** Writes tabs for the spaces between fields. Fields in quotes may have spaces. */
function separate(line: string): string {
  return line.trim().replace(/("(?:[^"]|"")*")|\s+/g, (_, quoted?: string) => quoted ?? '\t');
}

/** Writes tabs for two and more spaces. */
function separateWide(line: string): string {
  return line.trim().replace(/("(?:[^"]|"")*")|\s{2,}/g, (_, quoted?: string) => quoted ?? '\t');
}

function bestOf(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, other) => (other.score > best.score ? other : best));
}

/** So many rows must have the usual number of fields for a delimiter to be believed. */
const leastShare = 0.5;

function readSample(
  lines: readonly SampleLine[],
  start: number,
  dialect: Dialect,
  columns: readonly string[] | undefined,
): Candidate {
  const body = skipComments(lines, start);
  const rows = rowsOf(lines, body, dialect);
  const filled = usual(rows.map((row) => row.filled));
  const all = usual(rows.map((row) => row.cells.length));
  const inRows = findHeader(rows, filled.value, all.value);
  const inComment = commentedHeader(lines, start, body, dialect);
  const isComment =
    inRows?.isCertain === false &&
    inComment?.filled === inRows.row.filled &&
    /^\s*"?[#%/]+\S/.test(lines[inComment.start]?.text ?? '');
  const found = columns !== undefined ? undefined : isComment ? inComment : (inRows?.row ?? inComment);
  const below = rows.filter((row) => row.start >= (found?.end ?? 0));
  const header = found && (isNumbered(below, found.cells.length) ? ['', ...found.cells] : found.cells);
  const isKnown = columns === undefined && header === undefined;
  const known = isKnown ? findKnownTable(below.map((row) => row.cells)) : undefined;
  const width = columns?.length ?? header?.length ?? all.value;
  const wider = below.filter((row) => row.filled > width);
  const isNamed = header !== undefined || columns?.length === filled.value || columns?.length === all.value;
  return {
    dialect,
    header,
    known,
    width,
    start: found?.end ?? body,
    skipped: countFilled(lines, start, found?.start ?? body),
    tooMany: wider.length > 1 && wider.length >= 0.9 * below.length ? filled.value : undefined,
    // A header with one name means that the delimiter belongs to the values, as in 48.2, 16.3.
    score:
      width === 1 ? 0 : scoreOf(rows, filled.count > all.count ? filled : all, dialect) * (isNamed ? 1 : 0.5),
  };
}

/** Whether the rows begin with their numbers, for which the header has no name: R writes such tables. */
function isNumbered(rows: readonly SampleRow[], width: number): boolean {
  return (
    rows.length > 0 &&
    rows.every(({ cells }, index) => cells.length === width + 1 && cells[0] === String(index + 1))
  );
}

/** Says how regular the rows are, and prefers more fields. */
function scoreOf(rows: readonly SampleRow[], { value, count }: Usual, { delimiter }: Dialect): number {
  // Narrower rows at the beginning are titles.
  const first = rows.findIndex(({ cells }) => cells.length >= value);
  const table = rows.slice(Math.max(first, 0));
  const share = count / Math.max(table.length, 1);
  if (share < leastShare || value < 2) return 0;
  // Quotes for seconds are within fields as well, so that these rows count if no others are regular.
  const isOdd = rows.filter((row) => row.isOdd).length > rows.length * (1 - leastShare);
  // A comma may be within numbers or texts of a table with other delimiters.
  const stronger = usualDelimiters.slice(usualDelimiters.indexOf(delimiter) + 1);
  const isWithin = ({ cells }: SampleRow) =>
    stronger.some((other) => cells.some((cell) => cell.includes(other)));
  const isWeak = delimiter !== '\t' && table.filter(isWithin).length > table.length / 2;
  const coverage = Math.sqrt(table.length / rows.length);
  return coverage * share * Math.log2(value) * (isWeak ? 0.5 : 1) * (isOdd ? 0.1 : 1);
}

/** Returns how many lines from `start` to `end` are not empty. */
function countFilled(lines: readonly SampleLine[], start: number, end: number): number {
  return lines.slice(start, end).filter(({ text }) => text.trim() !== '').length;
}

/** Matches the mark of a comment, which a spreadsheet may have put in quotes. */
const comment = /^\s*(?:(")\s*)?(#+|\/\/+|%+)\s*/;

/** Returns the index of the first line that is neither a comment nor empty. */
function skipComments(lines: readonly SampleLine[], start: number): number {
  let at = start;
  while (at < lines.length && isSkipped((lines[at] as SampleLine).text)) at++;
  return at;
}

function isSkipped(text: string): boolean {
  return text.trim() === '' || comment.test(text);
}

function rowsOf(lines: readonly SampleLine[], start: number, dialect: Dialect): SampleRow[] {
  const rows: SampleRow[] = [];
  for (let at = start; at < lines.length; ) {
    const row = rowAt(lines, at, dialect);
    if (row.filled > 0) rows.push(row);
    at = row.end;
  }
  return rows;
}

/** A row with more fields counts as one field: to judge them would take minutes. */
const maxColumns = 10_000;

/** Parses the row that begins at a line. If its quotes are wrong, the line is one field. */
function rowAt(lines: readonly SampleLine[], start: number, dialect: Dialect): SampleRow {
  const row = new RowParser(dialect);
  const brokenRow = { cells: [lines[start]?.text ?? ''], start, end: start + 1, filled: 1, isOdd: true };
  let end = start;
  try {
    do {
      const line = lines[end++];
      if (line === undefined) return brokenRow;
      row.add(line.text, line.ending);
    } while (row.isOpen);
  } catch (error) {
    if (error instanceof Refusal) return brokenRow;
    throw error;
  }
  const { fields: cells, quoted } = row;
  if (cells.length > maxColumns) return brokenRow;
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const isOdd = cells.some((cell, column) => cell.includes('"') && !quoted.has(column));
  return { cells, start, end, filled, isOdd };
}

/** A number of fields, and how many rows have it. */
interface Usual {
  readonly value: number;
  readonly count: number;
}

/** Returns the most frequent number. A few lines with less in front of a small table do not outweigh it. */
function usual(numbers: readonly number[]): Usual {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const weigh = ({ value, count }: Usual) => count * Math.log2(value + 0.5);
  let best: Usual = { value: 0, count: 0 };
  for (const [value, count] of counts) {
    if (best.count === 0 || weigh({ value, count }) > weigh(best)) best = { value, count };
  }
  return best;
}

/** How many rows are searched for a header, how many of these may be wide, and how many are compared. */
const headerRows = 100;
const maxWideRows = 5;
const comparedRows = 200;

/** A row that may be the header. */
interface HeaderCandidate {
  readonly row: SampleRow;
  /** Whether it has names where the rows below have values. */
  readonly isCertain: boolean;
}

/**
 * Finds the header: the row that has names where the rows below have values, or else the first row that is as
 * wide as most. Of several, such as a title above it or units below it, it is the one with most names, and
 * none with more fields than the rows.
 */
function findHeader(rows: readonly SampleRow[], filled: number, all: number): HeaderCandidate | undefined {
  const found: HeaderCandidate[] = [];
  let wideRows = 0;
  for (const [index, row] of rows.slice(0, headerRows).entries()) {
    const { names, values } = compare(row, rows.slice(index + 1, index + 1 + comparedRows));
    const isWide = row.filled >= filled;
    if (isWide && values > 0 && names <= values) break;
    if (names > values) found.push({ row, isCertain: true });
    else if (isWide && wideRows === 0) found.push({ row, isCertain: false });
    if (isWide && ++wideRows === maxWideRows) break;
  }
  const fitting = found.filter(({ row }) => row.filled <= Math.max(filled, all));
  const candidates = fitting.length > 0 ? fitting : found;
  const most = Math.max(...candidates.map(({ row }) => countNames(row)));
  return candidates.find(({ row }) => countNames(row) === most);
}

/** Returns how many different names a row may have. */
function countNames({ cells }: SampleRow): number {
  return new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && !isValue(cell))).size;
}

/** Returns the last comment before the first row as a row, without its mark. */
function commentedHeader(
  lines: readonly SampleLine[],
  start: number,
  body: number,
  dialect: Dialect,
): SampleRow | undefined {
  const index = lines.slice(0, body).findLastIndex(({ text }) => text.trim() !== '');
  const line = lines[index];
  if (line === undefined || index < start) return undefined;
  const bare = { ...line, text: line.text.replace(comment, '$1') };
  const row = rowAt([bare], 0, dialect);
  if (row.filled < 2 || row.cells.some(isValue)) return undefined;
  // A column may be named by the mark alone.
  const [name, ...others] = row.cells;
  return { ...row, cells: [name || '#', ...others], start: index, end: index + 1 };
}

/** Counts the columns in which a row has a name or a value where the rows below have values. */
function compare(
  { cells }: SampleRow,
  below: readonly SampleRow[],
): { readonly names: number; readonly values: number } {
  let [names, values] = [0, 0];
  for (const [column, cell] of cells.entries()) {
    // Some names are years or days.
    if (cell.trim() === '' || year.test(cell)) continue;
    const isAboveValues = hasValues(below, column);
    if (isValue(cell) && (isAboveValues || below.length === 0)) values++;
    else if (isAboveValues && !isValue(cell)) names++;
  }
  return { names, values };
}

/** Matches a year or a day. */
const year = /^\s*(1[89]|20|21)\d\d(-\d\d?(-\d\d?.*)?)?\s*$/;

/** Whether almost all rows have values in a column, except perhaps for units and names above them. */
function hasValues(rows: readonly SampleRow[], column: number): boolean {
  const cells = rows.map((row) => row.cells[column] ?? '').filter((cell) => cell.trim() !== '');
  const first = cells.slice(0, 3).findIndex(isValue);
  return first !== -1 && cells.filter(isValue).length >= 0.8 * (cells.length - first);
}

/** Of a longer cell, the beginning tells. */
const mostJudged = 200;

const numeral = /^[[("]?[NSEWO]?\s*[-+−–]?[\d.,]*\d([eE][-+]?\d+)?\s*($|[°º'′’NSEWO,;:/\s-])/;
const geometry = /^(SRID=|(MULTI)?POINT\s*[ZM]*\s*\(|\{|\[)/i;

/** Whether a cell has a number, a coordinate in degrees, a geometry or a date: no name of a column. */
function isValue(cell: string): boolean {
  const text = cell.trimStart().slice(0, mostJudged);
  return (numeral.test(text) && !/\p{L}{3}/u.test(cell)) || geometry.test(text);
}
