import { InvalidArgumentError } from '@location-records/core';
import { delimiterNamedBy } from './csv-columns.ts';
import { type FormatError, type FormatName, unknownFormat } from './formats.ts';

/** How many bytes {@link detectFormat} looks at. */
export const headLength = 2 ** 16;

/** How many bytes {@link checkIsText} looks at. */
export const signatureLength = 4;

const convert = 'convert it with "ogr2ogr places.geojson" and its name';

type Signature = readonly [bytes: readonly number[], advice: string];

/** The first bytes of files that are not UTF-8, with advice. */
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

/** The first bytes of other files without records. A CSV file might begin with the same letters. */
const lettersOfOthers: readonly Signature[] = [
  [[0x42, 0x5a, 0x68], 'it is compressed with bzip2. Unpack it first, as with "bunzip2"'],
  [[0x66, 0x67, 0x62], `it is FlatGeobuf: ${convert}`],
  [[0x50, 0x41, 0x52, 0x31], `it is Parquet: ${convert}`],
];

const latin = /* @__PURE__ */ new TextDecoder('latin1');

/**
 * Detects the format of a file by its first bytes: 65,536 are enough.
 *
 * @throws {FormatError} `FORMAT_UNKNOWN` if the format is not known. The message says what to do.
 * @throws {InvalidArgumentError} if `head` is not bytes.
 */
export function detectFormat(head: Uint8Array): FormatName {
  if (!(head instanceof Uint8Array)) throw new InvalidArgumentError('head', 'a Uint8Array');
  const text = latin.decode(head.subarray(0, headLength));
  if (text.startsWith('SQLite format 3\0')) return 'gpkg';
  checkIsText(head);
  refuse(head, lettersOfOthers);
  const content = text.replace(/^(?:\u00ef\u00bb\u00bf)+/, '').trimStart();
  if (content === '') throw unknownFormat('it is empty. Name the format if it has no records');
  if (content.startsWith('<')) return detectXml(content);
  const [header = ''] = content.split(/[\r\n]/, 1);
  if (content.startsWith('\x1e')) return 'geojsonseq';
  if (content.startsWith('[')) return 'json';
  if (content.startsWith('{')) return detectObject(content, head.length >= headLength);
  if (delimiterNamedBy(header) !== undefined) return 'csv';
  if (/[,;\t]/.test(header)) return 'csv';
  throw unknownFormat('it begins neither like JSON nor like CSV with a header line');
}

/**
 * Checks that a file may be text in UTF-8, by its first 4 bytes.
 *
 * @throws {FormatError} `FORMAT_UNKNOWN` if it is compressed, UTF-16 or not text. The message says what to
 * do.
 */
export function checkIsText(head: Uint8Array): void {
  refuse(head, bytesBeyondText);
  if (head[0] === 0 || head[1] === 0) throw unknownFormat('it is UTF-16 or not text. Save it as UTF-8');
}

function refuse(head: Uint8Array, signatures: readonly Signature[]): void {
  const found = signatures.find(([bytes]) => bytes.every((byte, index) => head[index] === byte));
  if (found) throw unknownFormat(found[1]);
}

/** Detects the format of XML by its first element. */
function detectXml(text: string): 'kml' | 'gpx' {
  const [, name] = /<(?:\w+:)?(kml|gpx)[\s>]/.exec(text) ?? [];
  if (name === 'kml' || name === 'gpx') return name;
  throw unknownFormat(`it is XML or HTML, but neither KML nor GPX: ${convert}`);
}

/** The last text may be cut. */
const token = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/**
 * Detects the format of a text that begins with an object of JSON, by the members of this object.
 *
 * @param text the beginning of the file, in Latin-1.
 * @param isCut whether more may follow.
 * @throws {FormatError} if it has no records.
 */
function detectObject(text: string, isCut: boolean): 'geojson' | 'ndjson' | 'json-object' {
  const values = new Map<string, string>();
  let start: number | undefined;
  for (const { name, value, index } of membersOf(text)) {
    if (name === '"type"' && value.startsWith('"')) {
      if (value === '"Topology"') throw unknownFormat('it is TopoJSON. Convert it to GeoJSON');
      return value === '"Feature"' && hasLines(text) ? 'ndjson' : 'geojson';
    }
    if (isEsriJson(name, text.slice(index))) throw esriJson();
    if (name === '"features"' && value === '[') return 'geojson';
    if (name === '"error_message"' && value.startsWith('"')) {
      throw unknownFormat(`it is an Error object of the service: ${value.slice(0, 200)}`);
    }
    values.set(name, value);
    start ??= index;
  }
  const [first = '{'] = values.values();
  if (first === '{') {
    // If the text ends within the first member, only a Location in it shows that the others are records.
    const isUnclear = isCut && values.size === 1 && !location.test(text.slice(start));
    if (isUnclear) throw unknownFormat('its first member is too long. Name the format');
    return 'json-object';
  }
  throw unknownFormat('it is an object of JSON, but neither GeoJSON nor Locations by identifier');
}

/** Members of Esri JSON beside its features, in quotes. */
const esriMembers: readonly string[] = ['"geometryType"', '"objectIdFieldName"', '"fieldAliases"'];

/** Matches the beginning of a Location. */
const location = /^\{\s*(?:"(?:coordinates|description)"|$)/;

/** Matches the beginning of features of Esri JSON. */
const esriFeature = /^\[\s*\{\s*"(?:attributes"|geometry"\s*:\s*\{\s*"(?:x|y|hasZ|hasM|points|paths|rings)")/;

/** Whether a member, with its name in quotes and the text of its value, is one of Esri JSON. */
export function isEsriJson(name: string, value: string): boolean {
  return esriMembers.includes(name) || (name === '"features"' && esriFeature.test(value));
}

function esriJson(): FormatError {
  return unknownFormat('it is Esri JSON. Convert it with "ogr2ogr places.geojson" and its name');
}

/** A member of an object. */
interface Member {
  /** In quotes. */
  readonly name: string;
  /** The first token of its value, and its index in the text. */
  readonly value: string;
  readonly index: number;
}

/** Iterates over the members of the first object. */
export function* membersOf(text: string): Generator<Member, undefined> {
  let depth = 0;
  let [name, last]: (string | undefined)[] = [];
  for (const { 0: found, index } of text.matchAll(token)) {
    if (depth === 1 && name !== undefined && found !== ':') {
      yield { name, value: found, index };
      name = undefined;
    } else if (depth === 1 && found === ':') {
      name = last;
    }
    if (found === '{' || found === '[') depth++;
    if (found === '}' || found === ']') depth--;
    if (depth === 0) return undefined;
    last = found;
  }
  return undefined;
}

/** Whether a text that begins with a Feature has one Feature on each line. */
export function hasLines(text: string): boolean {
  const end = text.search(/[\r\n]/);
  if (end === -1) return true;
  const rest = text.slice(end).trimStart();
  return rest === '' || rest.startsWith('{"') || isWhole(text.slice(0, end));
}

/** Whether all brackets of a text are closed. */
export function isWhole(text: string): boolean {
  let depth = 0;
  for (const [found] of text.matchAll(token)) {
    if (found === '{' || found === '[') depth++;
    if (found === '}' || found === ']') depth--;
  }
  return depth === 0;
}
