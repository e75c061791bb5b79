import { checkRecord } from '../check-record.ts';
import { FormatError } from '../format-error.ts';
import { ByteWindow } from '../input/byte-window.ts';
import { EntryBatch } from '../input/entry-batch.ts';
import { decodeText } from '../json/parse-json.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { Refusal, refuseRecord } from '../refusal.ts';
import type { TextReader } from '../text-reader.ts';
import { readCoordinate } from './coordinate-text.ts';
import { type CsvColumns, readHeader } from './csv-header.ts';
import { type CsvRow, CsvRows } from './csv-rows.ts';
import { delimiterNamedBy, findDelimiter } from './delimiter.ts';
import { findLineEnd } from './line-ends.ts';
import { OpenQuote } from './open-quote.ts';
import { syntax } from './parser-run.ts';

/** How far the end of the header line is looked for, to tell the delimiter. */
const maxHeaderLength = 2 ** 16;

/** Reads CSV with `csv-parse`, which is loaded only then: it needs the streams of Node.js. */
export const readCsv: TextReader = async function* (chunks, settings): ReturnType<TextReader> {
  const window = new ByteWindow(chunks);
  try {
    const [{ Parser }, { parse }] = await Promise.all([import('csv-parse'), import('csv-parse/sync')]);
    const start = await window.skipByteOrderMarks();
    const firstLine = await peekLine(window, start);
    const named = delimiterNamedBy(firstLine);
    const delimiter = settings.delimiter ?? named ?? findDelimiter(firstLine);
    const { maxRecordLength, latitudeColumn, longitudeColumn } = settings;
    // Without its text, the line that names the delimiter is an empty one.
    const begin = named === undefined ? start : start + new TextEncoder().encode(firstLine).length;
    const dialect = { delimiter, maxRecordLength, oneLineColumns: [latitudeColumn, longitudeColumn] };
    const rows = new CsvRows(window, begin, Parser, dialect);
    const batch = new EntryBatch();
    const openQuote = new OpenQuote();
    let sheet: Sheet | undefined;
    let index = 0;
    for (let some = await rows.read(); some !== undefined; some = await rows.read()) {
      for (const row of some) {
        if (sheet === undefined) {
          sheet = { columns: readHeader(headerOf(row), settings), delimiter, parse, settings };
          continue;
        }
        index++;
        const bytes = window.slice(row.start, row.end);
        for (const entry of openQuote.take(readRow(row, index, bytes, sheet))) batch.add(entry, bytes.length);
      }
      if (batch.isFull) yield batch.take();
    }
    if (sheet === undefined) throw new FormatError('FORMAT_INVALID', 'The CSV file has no header.');
    for (const entry of openQuote.end()) batch.add(entry, 0);
    if (!batch.isEmpty) yield batch.take();
  } finally {
    await window.close();
  }
};

/** The text of the first line, as far as it is needed to tell the delimiter. */
async function peekLine(window: ByteWindow, start: number): Promise<string> {
  let end = start;
  do {
    end = findLineEnd(window.slice(0, window.end), end);
  } while (end === window.end && end < maxHeaderLength && (await window.more()));
  return new TextDecoder().decode(window.slice(start, end));
}

function headerOf({ line, content }: CsvRow): readonly string[] {
  if (!(content instanceof Refusal)) return content;
  throw new FormatError(
    'FORMAT_INVALID',
    `The header of the CSV file in line ${line} cannot be read: ${content.reason}.`,
  );
}

type Parse = typeof import('csv-parse/sync').parse;

/** What a reader of rows needs to know of the file. */
interface Sheet {
  readonly columns: CsvColumns;
  readonly delimiter: string;
  /** Of `csv-parse/sync`. */
  readonly parse: Parse;
  readonly settings: ParseSettings;
}

function readRow(row: CsvRow, index: number, bytes: Uint8Array, sheet: Sheet): ParsedEntry {
  const { start, line, content } = row;
  const { columns, settings } = sheet;
  const position = { index, line, byte: start };
  let id: string | undefined;
  try {
    if (content instanceof Refusal) throw content;
    // The parser puts U+FFFD in the place of what is not UTF-8.
    if (content.some((field) => field.includes('\ufffd'))) decodeText(bytes);
    const field = (column: number) => content[column] as string;
    id = field(columns.id);
    const description = columns.description === undefined ? undefined : field(columns.description);
    const isAbsent = description === '' && !isQuoted(bytes, columns.description as number, sheet);
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

/**
 * Whether the empty field of a row is in quotes. `csv-parse` tells it only to a function that it calls for every field,
 * which is slow, so a row that may have such a field is parsed again.
 */
function isQuoted(row: Uint8Array, column: number, { parse, delimiter }: Sheet): boolean {
  const text = decodeText(row);
  if (!text.includes('""')) return false;
  const [isInQuotes = []]: unknown[][] = parse(text, {
    ...syntax(delimiter),
    cast: (_, { quoting }) => quoting,
  });
  return isInQuotes[column] === true;
}
