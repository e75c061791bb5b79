import { FormatError } from '../formats.ts';
import { quote, quoteAll, Refusal } from '../parsed-entry.ts';
import { decoderOf } from './decoder.ts';
import { judge, namedEncoding } from './encoding.ts';
import type { FieldName, RowSettings } from './row.ts';

/** The table of a shapefile. */
export interface DbfTable {
  /** The length of each row in bytes. */
  readonly rowLength: number;
  /** Returns the row with this number from 0, or why it is refused; `undefined` behind the last one. */
  read(index: number): ReadonlyMap<FieldName, unknown> | 'deleted' | Refusal | undefined;
}

/** A column, and where its values are in a row. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

const headerLength = 32;
const columnLength = 32;
/** Ends the list of the columns. */
const terminator = 0x0d;
/** Marks rows that are deleted. */
const star = 0x2a;

/** Types whose values are text. Of the others, those in `binary` are read, too. */
const textual = 'CNFDL';
const binary = 'IO';

/**
 * Opens a `.dbf` file.
 *
 * @param cpg what the `.cpg` file says of its encoding.
 * @throws {FormatError} `FORMAT_INVALID` if it is damaged, or its encoding has to be named.
 */
export async function openDbf(
  bytes: Uint8Array,
  cpg: string | undefined,
  settings: RowSettings,
): Promise<DbfTable> {
  if (bytes.length < headerLength) throw invalid();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begin = view.getUint16(8, true);
  const rowLength = view.getUint16(10, true);
  if (begin > bytes.length || rowLength === 0) throw invalid();
  const count = Math.min(view.getUint32(4, true), Math.floor((bytes.length - begin) / rowLength));
  const encoding = await encodingOf(bytes, begin, cpg, settings);
  const decode = decoderOf(encoding);
  const columns = columnsOf(bytes.subarray(0, begin), decode);
  const others = columns.filter(({ type }) => !(textual + binary).includes(type));
  if (others.length > 0) {
    settings.note(`columns of memos and bytes are left out: ${quoteAll(others.map(({ name }) => name))}`);
  }
  return {
    rowLength,
    read(index) {
      if (index >= count) return undefined;
      const start = begin + index * rowLength;
      if (bytes[start] === star) return 'deleted';
      return readRow(bytes.subarray(start, start + rowLength), columns, decode, encoding);
    },
  };
}

function columnsOf(header: Uint8Array, decode: (bytes: Uint8Array) => string): readonly Column[] {
  const columns: Column[] = [];
  let start = 1;
  for (let at = headerLength; at + columnLength <= header.length; at += columnLength) {
    if (header[at] === terminator) break;
    const [name = ''] = decode(header.subarray(at, at + 11)).split('\0', 1);
    const type = String.fromCharCode(header[at + 11] as number);
    const length = header[at + 16] as number;
    columns.push({ name: name.trim(), type, start, length });
    start += length;
  }
  return columns;
}

function readRow(
  row: Uint8Array,
  columns: readonly Column[],
  decode: (bytes: Uint8Array) => string,
  encoding: string,
): ReadonlyMap<FieldName, unknown> | Refusal {
  const fields = new Map<FieldName, unknown>();
  for (const { name, type, start, length } of columns) {
    const bytes = row.subarray(start, start + length);
    const value = textual.includes(type) ? valueIn(type, textOf(decode(bytes))) : numberOf(type, bytes);
    if (typeof value === 'string' && value.includes('\ufffd')) {
      return new Refusal('D33', `the text in ${quote(name)} is not valid ${encoding.toUpperCase()}`);
    }
    if (value !== undefined) fields.set(name, value);
  }
  return fields;
}

/** Fields are filled up with spaces or NULs. Some programs cut a text within its last character. */
function textOf(field: string): string {
  const [text = ''] = field.split('\0', 1);
  return text.replace(/\ufffd$/, '').trimEnd();
}

/** Returns the value of a field; `undefined` if it is empty. */
function valueIn(type: string, text: string): unknown {
  if (text === '') return undefined;
  if (type === 'C') return text;
  if (type === 'D') return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  if (type === 'L') return /^[ty]/i.test(text) ? true : /^[fn]/i.test(text) ? false : undefined;
  const digits = text.trimStart();
  // Stars mean a number that is too long.
  if (digits.startsWith('*')) return undefined;
  const number = Number(digits);
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : digits;
}

function numberOf(type: string, bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'I' && bytes.length === 4) return view.getInt32(0, true);
  if (type === 'O' && bytes.length === 8) return view.getFloat64(0, true);
  return undefined;
}

/** The numbers of code pages that `TextDecoder` has under other names. */
const codePages: Readonly<Record<string, string>> = {
  65001: 'utf-8',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  866: 'ibm866',
  874: 'windows-874',
  20866: 'koi8-r',
  51932: 'euc-jp',
  88591: 'windows-1252',
  88592: 'iso-8859-2',
  88595: 'iso-8859-5',
  885915: 'iso-8859-15',
};

/** The languages that some programs write into the header, by their numbers. Others mean nothing. */
const languages: Readonly<Record<number, string>> = {
  19: '932',
  77: '936',
  78: '949',
  79: '950',
  101: '866',
  123: '932',
  200: '1250',
  201: '1251',
  202: '1254',
  203: '1253',
};

/** Finds the encoding: the one that is asked for, that of the `.cpg` file, or what the bytes look like. */
async function encodingOf(
  bytes: Uint8Array,
  begin: number,
  cpg: string | undefined,
  settings: RowSettings,
): Promise<string> {
  if (settings.encoding !== undefined) return namedEncoding(settings.encoding);
  const named = cpg === undefined ? undefined : codePage(cpg);
  if (named !== undefined) return named;
  const language = codePage(languages[bytes[29] as number] ?? '');
  if (language !== undefined) {
    settings.note(`read as ${language}, which the table of the shapefile names`);
    return language;
  }
  const open = async function* () {
    yield bytes.subarray(begin);
  };
  return judge({ open }, settings);
}

/** Returns the encoding with a name as `.cpg` files have it: `UTF-8`, `1252`, `ANSI 1252`, `CP936`. */
function codePage(name: string): string | undefined {
  const number = /(?:^|\D)(\d{3,6})$/.exec(name.replace(/^.*8859-(\d+)$/i, '8859$1'))?.[1];
  for (const label of [name, codePages[number ?? ''], `windows-${number}`]) {
    try {
      if (label !== undefined && label !== '') return new TextDecoder(label).encoding;
    } catch {
      // It is not known under this name.
    }
  }
  return undefined;
}

function invalid(): FormatError {
  return new FormatError('FORMAT_INVALID', 'The .dbf file of the shapefile is cut off or damaged.');
}
