import { InvalidArgumentError } from '@location-records/core';
import { delimiterNamedBy } from './csv/delimiter.ts';
import { unknownFormat } from './format-error.ts';
import type { FormatName } from './format-names.ts';
import { detectObject } from './json/detect-object.ts';

/** How many bytes {@link detectFormat} looks at. */
export const headLength = 2 ** 16;

/** How many bytes {@link checkIsText} looks at. */
export const signatureLength = 4;

const convert = 'convert it with "ogr2ogr places.geojson" and its name';

type Signature = readonly [bytes: readonly number[], advice: string];

/** How files begin that are not UTF-8, each with what to do. */
const bytesBeyondText: readonly Signature[] = [
  [[0x1f, 0x8b], 'it is compressed with gzip. Unpack it first, as with "gunzip"'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed with zstd. Unpack it first, as with "unzstd"'],
  [
    [0x50, 0x4b, 0x03, 0x04],
    'it is a zip file, such as a spreadsheet, KMZ or shapefile. Save a spreadsheet as CSV, and unpack others',
  ],
  [[0xff, 0xfe], 'it is UTF-16. Save it as UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16. Save it as UTF-8'],
  [[0x00, 0x00, 0x27, 0x0a], `it is a shapefile: ${convert}`],
];

/** How other files begin that have no records, though CSV might begin so as well. */
const lettersOfOthers: readonly Signature[] = [
  [[0x42, 0x5a, 0x68], 'it is compressed with bzip2. Unpack it first, as with "bunzip2"'],
  [[0x66, 0x67, 0x62], `it is FlatGeobuf: ${convert}`],
  [[0x50, 0x41, 0x52, 0x31], `it is Parquet: ${convert}`],
];

/** A call with JSON in it (JSONP), or an assignment or an export of JSON. */
const script = /^(?:\/\*\*\/)?\s*(?:(?:(?:var|let|const)\s+)?[\w$.]+\s*[(=]|export\s+default)\s*[{[]/;

const latin = /* @__PURE__ */ new TextDecoder('latin1');

/**
 * Tells the format of a file by how it begins. The first 65,536 bytes are enough.
 *
 * @throws {FormatError} `FORMAT_UNKNOWN`, with what to do, when it is none of the known ones.
 * @throws {InvalidArgumentError} when `head` is not bytes.
 */
export function detectFormat(head: Uint8Array): FormatName {
  if (!(head instanceof Uint8Array)) throw new InvalidArgumentError('head', 'a Uint8Array');
  const text = latin.decode(head.subarray(0, headLength));
  if (text.startsWith('SQLite format 3\0')) return 'gpkg';
  checkIsText(head);
  refuse(head, lettersOfOthers);
  const content = text.replace(/^(?:\u00ef\u00bb\u00bf)+/, '').trimStart();
  if (content === '') throw unknownFormat('it is empty. Name the format if it has no records');
  if (content.startsWith('<')) throw unknownFormat(`it is XML or HTML. KML and GPX: ${convert}`);
  const [header = ''] = content.split(/[\r\n]/, 1);
  if (content.startsWith('\x1e')) return 'geojsonseq';
  if (content.startsWith('[')) return 'json';
  if (content.startsWith('{')) return detectObject(content, head.length >= headLength);
  if (delimiterNamedBy(header) !== undefined) return 'csv';
  if (script.test(content)) {
    throw unknownFormat('it is JavaScript. Keep the JSON in it: what is in the outermost brackets');
  }
  if (/[,;\t]/.test(header)) return 'csv';
  throw unknownFormat('it begins neither like JSON nor like CSV with a header line');
}

/**
 * Checks that a file may be text in UTF-8, in any format. The first 4 bytes are enough.
 *
 * @throws {FormatError} `FORMAT_UNKNOWN`, with what to do, when it is compressed, UTF-16 or otherwise not text.
 */
export function checkIsText(head: Uint8Array): void {
  refuse(head, bytesBeyondText);
  if (head[0] === 0 || head[1] === 0) throw unknownFormat('it is UTF-16 or not text. Save it as UTF-8');
}

function refuse(head: Uint8Array, signatures: readonly Signature[]): void {
  const found = signatures.find(([bytes]) => bytes.every((byte, index) => head[index] === byte));
  if (found) throw unknownFormat(found[1]);
}
