import { Refusal } from '../refusal.ts';
import type { CsvDialect } from './parser-run.ts';

const quote = 0x22;

const openQuote = 'a quote is not closed';

/** Whether a row is refused for a quote that is not closed. */
export function isOpenQuote({ reason }: { readonly reason: string }): boolean {
  return reason.startsWith(openQuote);
}

/** Why a row is refused that is longer than the option allows. */
export function tooLong(maxRecordLength: number): Refusal {
  return new Refusal('maxRecordLength', `the record is longer than ${maxRecordLength} bytes`);
}

/**
 * Why a row is refused at which `csv-parse` ended.
 *
 * @param code of its error.
 * @param line the bytes of the line on which the row begins. The fault is there, except in a row of several lines.
 */
export function explainFault(
  code: string,
  line: Uint8Array,
  { delimiter, maxRecordLength }: CsvDialect,
): Refusal {
  const first = line.indexOf(quote);
  if (first === -1 || line.length > maxRecordLength) return tooLong(maxRecordLength);
  if (first > 0 && line[first - 1] !== new TextEncoder().encode(delimiter).at(-1)) {
    return new Refusal(
      'RFC 4180 2.5',
      'a quote in a field that does not begin with one',
      'put the field in quotes, and write "" for each quote in it',
    );
  }
  const isTooLong = code === 'CSV_MAX_RECORD_SIZE';
  if (isTooLong || line.reduce((count, byte) => count + Number(byte === quote), 0) % 2 === 1) {
    const otherwise = isTooLong ? `, or the record is longer than ${maxRecordLength} bytes` : '';
    return new Refusal('RFC 4180 2.5', `${openQuote}${otherwise}`, 'add a quote at the end of the field');
  }
  return new Refusal(
    'RFC 4180 2.7',
    'a quote within a field in quotes is not doubled',
    'write "" for each quote within the field',
  );
}

/** Why a row is refused that has more or fewer fields than the header, `width`. `undefined` when it has as many. */
export function explainWidth(
  fields: readonly string[],
  width: number,
  delimiter: string,
): Refusal | undefined {
  const count = fields.length;
  if (count === width) return undefined;
  const reason = `the row has ${count} field${count === 1 ? '' : 's'} instead of ${width}`;
  if (count < width) return new Refusal('RFC 4180 2.4', reason);
  // 48,2 and 16,3 are four fields instead of two.
  const isDecimal = delimiter === ',' && count === width + 2;
  const suggestion = isDecimal
    ? 'write decimal numbers with a point, and put a field with a comma in quotes'
    : 'put a field with the delimiter in it in quotes';
  return new Refusal('RFC 4180 2.4', reason, suggestion);
}
