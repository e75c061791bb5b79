import { checkRecord } from './check-record.ts';
import {
  type CsvColumns,
  delimiterNamedBy,
  findDelimiter,
  readCoordinate,
  readHeader,
} from './csv-columns.ts';
import { type CsvRow, LineReader, readRow } from './csv-reader.ts';
import { FormatError } from './formats.ts';
import { EntryBatch } from './input.ts';
import type { ParseSettings, TextReader } from './parse-options.ts';
import { type ParsedEntry, type RecordPosition, Refusal, refuseRecord } from './parsed-entry.ts';

/** Reads CSV (RFC 4180): a header, then a row for each record. */
export const readCsv: TextReader = async function* (chunks, settings): ReturnType<TextReader> {
  const lines = new LineReader(chunks, settings.maxRecordLength);
  try {
    const dialect = { delimiter: await findDelimiterOf(lines, settings), isStrict: true };
    const header = await readRow(lines, dialect);
    if (header === undefined) throw new FormatError('FORMAT_INVALID', 'The CSV file has no header.');
    const columns = readHeader(namesOf(header), settings);
    const width = namesOf(header).length;
    const batch = new EntryBatch();
    for (let index = 1; ; index++) {
      const row = await readRow(lines, dialect, width);
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
async function findDelimiterOf(lines: LineReader, settings: ParseSettings): Promise<string> {
  await lines.begin();
  const { position } = lines;
  const first = await lines.takeFilled();
  const text = first?.bytes instanceof Uint8Array ? new TextDecoder().decode(first.bytes) : '';
  const named = delimiterNamedBy(text);
  if (named === undefined) lines.goTo(position, 1);
  return settings.delimiter ?? named ?? findDelimiter(text);
}

function namesOf({ line, content }: CsvRow): readonly string[] {
  if (!(content instanceof Refusal)) return content;
  const problem = `The header of the CSV file in line ${line} cannot be read: ${content.reason}.`;
  throw new FormatError('FORMAT_INVALID', problem);
}

function readRecord(
  { content, quoted }: CsvRow,
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
