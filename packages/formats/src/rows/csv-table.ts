import { delimiterNamedBy } from '../csv-columns.ts';
import { type Dialect, RowParser } from '../csv-reader.ts';
import { Refusal } from '../parsed-entry.ts';
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
  /** How many fields the rows have. */
  readonly width: number;
  /** The index of the sample's line with the first row. */
  readonly start: number;
  /** How many lines that are not empty precede the header or the first row. */
  readonly skipped: number;
}

/** A row of the sample. */
interface SampleRow {
  readonly cells: readonly string[];
  /** The indexes of its first line, and of the line after it. */
  readonly start: number;
  readonly end: number;
  /** How many fields it has without empty ones at its end. */
  readonly filled: number;
  /** Whether a quote is within a field that is not in quotes. */
  readonly isOdd: boolean;
}

/** A way to read the sample, and how well it fits. */
interface Candidate extends CsvTable {
  readonly score: number;
}

const usualDelimiters = [',', ';', '\t', '|'];

/** Matches spaces between fields, and quoted fields, which may have spaces. */
const manySpaces = /("(?:[^"]|"")*")|[ \t]{2,}/g;
const anySpaces = /("(?:[^"]|"")*")|[ \t]+/g;

/** Finds how a CSV file is written by its first lines: the delimiter that gives the most regular table. */
export function findTable(lines: readonly SampleLine[], settings: RowSettings): CsvTable {
  const first = lines.findIndex(({ text }) => text.trim() !== '');
  const named = delimiterNamedBy(lines[first]?.text ?? '');
  const start = named === undefined ? 0 : first + 1;
  const delimiter = settings.delimiter ?? named;
  const read = (dialect: Dialect) => readSample(lines, start, dialect, settings.columns);
  if (delimiter !== undefined) return read({ delimiter, isStrict: false });
  const best = bestOf(usualDelimiters.map((usual) => read({ delimiter: usual, isStrict: false })));
  if (best.score > 0) return best;
  const isTable = ({ score, header }: Candidate) =>
    score > 0 && (header !== undefined || settings.columns !== undefined);
  const spaced = [manySpaces, anySpaces].map((spaces) => read({ delimiter: '\t', isStrict: false, spaces }));
  return spaced.find(isTable) ?? best;
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
  const filled = mostFrequent(rows.map((row) => row.filled));
  const all = mostFrequent(rows.map((row) => row.cells.length));
  const header =
    columns === undefined ? findHeader(lines, start, body, rows, filled.value, dialect) : undefined;
  const width = columns?.length ?? header?.cells.length ?? all.value;
  const rowsStart = header?.end ?? body;
  const odd = rows.filter(({ isOdd }) => isOdd).length;
  const share = (Math.max(filled.count, all.count) - odd) / Math.max(rows.length, 1);
  const isNamed = header !== undefined || columns?.length === filled.value || columns?.length === all.value;
  const fields = Math.max(filled.value, all.value);
  return {
    dialect,
    header: header?.cells,
    width,
    start: rowsStart,
    skipped: countFilled(lines, start, header?.start ?? body),
    score: share < leastShare ? 0 : share * Math.log2(Math.max(fields, 1)) * (isNamed ? 1 : 0.5),
  };
}

/** Returns how many lines from `start` to `end` are not empty. */
function countFilled(lines: readonly SampleLine[], start: number, end: number): number {
  return lines.slice(start, end).filter(({ text }) => text.trim() !== '').length;
}

/** Matches the mark of a comment, which a spreadsheet may have put in quotes. */
const comment = /^\s*("?)\s*(#+|\/\/+|%+)\s*/;

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
    if (row !== undefined && row.filled > 0) rows.push(row);
    at = row?.end ?? at + 1;
  }
  return rows;
}

/** Parses the row that begins at a line; `undefined` if its quotes are wrong. */
function rowAt(lines: readonly SampleLine[], start: number, dialect: Dialect): SampleRow | undefined {
  const row = new RowParser(dialect);
  let end = start;
  try {
    do {
      const line = lines[end++];
      if (line === undefined) return undefined;
      row.add(line.text, line.ending);
    } while (row.isOpen);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  const { fields: cells, quoted } = row;
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const isOdd = cells.some((cell, column) => cell.includes('"') && !quoted.has(column));
  return { cells, start, end, filled, isOdd };
}

/** Returns the most frequent number, and how often it occurs; of equally frequent ones the largest. */
function mostFrequent(numbers: readonly number[]): { readonly value: number; readonly count: number } {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let best = { value: 0, count: 0 };
  for (const [value, count] of counts) {
    if (count > best.count || (count === best.count && value > best.value)) best = { value, count };
  }
  return best;
}

/**
 * Finds the header: the first row with as many fields as most rows, if it has names where the rows below have
 * numbers; otherwise the row or the comment just above it. Narrower rows above it are titles.
 */
function findHeader(
  lines: readonly SampleLine[],
  start: number,
  body: number,
  rows: readonly SampleRow[],
  width: number,
  dialect: Dialect,
): SampleRow | undefined {
  const index = rows.findIndex(({ filled }) => filled >= width);
  const first = rows[index];
  if (first === undefined) return commentedHeader(lines, start, body, dialect);
  if (isHeader(first, rows.slice(index + 1))) return first;
  const above = rows[index - 1] ?? commentedHeader(lines, start, body, dialect);
  return above !== undefined && above.filled > 1 && !above.cells.some(isValue) ? above : undefined;
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
  if (row === undefined) return undefined;
  // A column may be named by the mark alone.
  const [name, ...others] = row.cells;
  return { ...row, cells: [name || '#', ...others], start: index, end: index + 1 };
}

/** Whether a row has names where the rows below have values. Some names are years. */
function isHeader({ cells }: SampleRow, below: readonly SampleRow[]): boolean {
  let [names, values] = [0, 0];
  for (const [column, cell] of cells.entries()) {
    if (cell.trim() === '' || year.test(cell)) continue;
    if (below.length === 0 ? isValue(cell) : isValue(cell) && hasValues(below, column)) values++;
    else if (hasValues(below, column)) names++;
  }
  return values === 0 || names > values;
}

const year = /^\s*(1[89]|20|21)\d\d\s*$/;

/** Whether almost all rows have values in a column. */
function hasValues(rows: readonly SampleRow[], column: number): boolean {
  const cells = rows.map((row) => row.cells[column] ?? '').filter((cell) => cell.trim() !== '');
  return cells.length > 0 && cells.filter(isValue).length >= 0.8 * cells.length;
}

const numeral = /^\s*[[("]?[NSEWO]?\s*[-+−–]?[\d.,]*\d([eE][-+]?\d+)?\s*($|[°º'′’NSEWO,;:/\s-])/;
const geometry = /^\s*(SRID|(MULTI)?POINT|\{|\[)/i;

/** Whether a cell has a number, a coordinate in degrees, a geometry or a date: no name of a column. */
function isValue(cell: string): boolean {
  return numeral.test(cell) || geometry.test(cell);
}
