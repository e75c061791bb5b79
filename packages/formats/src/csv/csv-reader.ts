import { checkRecord } from '../check-record.ts';
import { FormatError } from '../format-error.ts';
import { ByteWindow } from '../input/byte-window.ts';
import { EntryBatch } from '../input/entry-batch.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { Refusal, refuseRecord } from '../refusal.ts';
import type { TextReader } from '../text-reader.ts';
import { readCoordinate } from './coordinate-text.ts';
import { type CsvColumns, findDelimiter, readHeader } from './csv-header.ts';
import { type CsvRow, CsvRows } from './csv-rows.ts';
import { findLineEnd } from './line-ends.ts';
import { isQuotedField } from './quoted-field.ts';

/** How far the end of the header line is looked for, to tell the delimiter. */
const maxHeaderLength = 2 ** 16;

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Reads CSV with `csv-parse`. */
export const readCsv: TextReader = async function* (chunks, settings) {
  const window = new ByteWindow(chunks);
  try {
    const { Parser } = await import('csv-parse');
    const headerLine = await peekLine(window);
    const start = byteOrderMark.every((byte, index) => window.bytes[index] === byte) ? 3 : 0;
    const delimiter = settings.delimiter ?? findDelimiter(headerLine);
    const { maxRecordLength } = settings;
    const rows = new CsvRows(window, start, Parser, { delimiter, maxRecordLength });
    const batch = new EntryBatch();
    let columns: CsvColumns | undefined;
    let index = 0;
    for (let some = await rows.read(); some !== undefined; some = await rows.read()) {
      for (const row of some) {
        if (columns === undefined) {
          columns = readHeader(headerOf(row), settings);
          continue;
        }
        index++;
        const bytes = window.slice(row.start, row.end);
        batch.add(readRow(row, index, bytes, columns, delimiter, settings), bytes.length);
      }
      if (batch.isFull) yield batch.take();
    }
    if (columns === undefined) throw new FormatError('FORMAT_INVALID', 'The CSV file is empty: it has no header.');
    if (!batch.isEmpty) yield batch.take();
  } finally {
    await window.close();
  }
};
