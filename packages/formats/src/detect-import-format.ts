import { InvalidArgumentError } from '@location-records/core';
import { hasLines, headLength, isEsriJson, isWhole, membersOf } from './detect-format.ts';
import { FormatError, findFormat, type ImportFormat } from './formats.ts';
import { shortened } from './parsed-entry.ts';
import { markedEncoding } from './rows/encoding.ts';
import {
  findUnreadKind,
  gml,
  mapData,
  topoJson,
  type UnreadKind,
  unread,
  unreadKind,
  webPage,
} from './unread-formats.ts';
import { formatOfZip, namesInZip } from './zip-entries.ts';

/**
 * Detects the format of a file to import by its first bytes: 65,536 are enough. Text may be UTF-8, UTF-16 or
 * of a code page. `json` is any JSON but GeoJSON and lines; an archive may turn out to be something else only
 * when it is read.
 *
 * @param path the name or the path of the file. Its ending counts if the content does not tell, and messages
 * have it in commands.
 * @throws {FormatError} `FORMAT_UNKNOWN` if it is of a kind that is not read. The message says what to do.
 * @throws {InvalidArgumentError} if `head` is not bytes.
 */
export function detectImportFormat(head: Uint8Array, path?: string): ImportFormat {
  if (!(head instanceof Uint8Array)) throw new InvalidArgumentError('head', 'a Uint8Array');
  const bytes = head.subarray(0, headLength);
  return detectBinary(bytes, path) ?? detectText(textOf(bytes), path);
}

function detectBinary(head: Uint8Array, path: string | undefined): ImportFormat | undefined {
  const content = String.fromCharCode(...head.subarray(0, 32));
  if (content.startsWith('SQLite format 3\0')) return 'gpkg';
  if (content.startsWith('PK\x03\x04')) {
    return formatOfZip(namesInZip(head), path) ?? (hasEnding(path, '.kmz') ? 'kmz' : 'shapefile');
  }
  if (content.startsWith('PK\x05\x06')) throw unread('a zip archive without files', noRecords);
  if (content.startsWith('\0\0\x27\x0a') || hasEnding(path, '.dbf')) return 'shapefile';
  const kind = findUnreadKind(content);
  if (kind !== undefined) throw unreadKind(kind, path);
  return undefined;
}

const noRecords = 'It has no records of places.';

function hasEnding(path: string | undefined, ending: string): boolean {
  return path?.toLowerCase().endsWith(ending) ?? false;
}

/** Returns text in which ASCII can be recognised, whatever the encoding is. */
function textOf(head: Uint8Array): string {
  const encoding = markedEncoding(head) ?? 'latin1';
  return new TextDecoder(encoding).decode(head).replace(/^\ufeff+/, '');
}

function detectText(text: string, path: string | undefined): ImportFormat {
  const content = text.trimStart();
  if (content === '') return detectEmpty(path);
  if (isBinary(content)) {
    throw unread('neither text nor a known kind of file', 'Save it as CSV, GeoJSON or KML.');
  }
  if (content.startsWith('\x1e')) return 'geojsonseq';
  if (content.startsWith('<')) return detectXml(content, path);
  if (content.startsWith('[')) return isSequence(content, path) ? 'ndjson' : 'json';
  if (content.startsWith('{')) return detectObject(content, path);
  if (script.test(content)) return 'json';
  if (/[,;\t|]/.test(content) || /[\r\n]/.test(content.trimEnd())) return 'csv';
  throw unread('text without columns', 'A CSV file has a line with the names of its columns first.');
}

/** Whether a text has many control characters. One in a cell is a fault of its row. */
function isBinary(content: string): boolean {
  let controls = 0;
  for (let index = 0; index < content.length; index++) {
    const code = content.charCodeAt(index);
    if (code < 0x09 || (code > 0x0d && code < 0x1a)) controls++;
  }
  return controls > content.length / 100;
}

/** Matches JSON after the assignment or the call of a script, and after comments. */
const script =
  /^(?:\/\*(?:(?!\*\/)[\s\S])*\*\/\s*|\/\/.*\n\s*)*(?:(?:(?:var|let|const)\s+)?[\w$.]+\s*[=(]|export\s+default\b)\s*(?:\(\s*)?[[{]/;

/** Files of lines have no line if they have no records. */
function detectEmpty(path: string | undefined): ImportFormat {
  const format = path === undefined ? undefined : findFormat(path);
  if (format === 'ndjson' || format === 'geojsonseq') return format;
  throw unread('an empty file', noRecords);
}

/** Formats and kinds of XML by their root elements. */
const roots: readonly (readonly [name: RegExp, found: 'kml' | 'gpx' | UnreadKind])[] = [
  [/^kml$/, 'kml'],
  [/^gpx$/, 'gpx'],
  [/^html$|^head$|^body$|^!doctype html/i, webPage],
  [/^osm(?:Change)?$/, mapData],
];

function detectXml(content: string, path: string | undefined): 'kml' | 'gpx' {
  const bare = content.replace(/<\?.*?\?>|<!--.*?-->/gs, '').trimStart();
  const [, doctype] = /^<(!doctype\s+html)/i.exec(bare) ?? [];
  const [, name = ''] = /<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/.exec(bare) ?? [];
  const found = roots.find(([pattern]) => pattern.test(doctype ?? name))?.[1];
  if (typeof found === 'string') return found;
  if (found !== undefined) throw unreadKind(found, path);
  if (/opengis\.net\/(?:gml|wfs)/.test(content)) throw unreadKind(gml, path);
  throw unread(
    `XML with the element <${shortened(name)}>, which is not read`,
    'Save it as KML, GPX, GeoJSON or CSV.',
  );
}

/** Detects the format of a text that begins with an object of JSON. */
function detectObject(content: string, path: string | undefined): ImportFormat {
  const type = typeOf(content);
  if (type === '"Topology"') throw unreadKind(topoJson, path);
  if (type === '"Feature"') return hasLines(content) ? 'ndjson' : 'geojson';
  if (isSequence(content, path)) return 'ndjson';
  return type === undefined ? 'json' : 'geojson';
}

const typesOfGeoJson =
  /^"(?:Feature|FeatureCollection|Topology|Point|MultiPoint|GeometryCollection|(?:Multi)?(?:LineString|Polygon))"$/;

/**
 * Returns the type of an object of GeoJSON or TopoJSON, in quotes.
 *
 * @throws {FormatError} if it is an Error object of the service.
 */
function typeOf(content: string): string | undefined {
  for (const { name, value, index } of membersOf(content)) {
    if (name === '"type"' && typesOfGeoJson.test(value)) return value;
    if (isEsriJson(name, content.slice(index))) return undefined;
    if (name === '"features"' && value === '[') return '"FeatureCollection"';
    if (name === '"error_message"' && value.startsWith('"')) throw errorObject(value);
  }
  return undefined;
}

function errorObject(message: string): FormatError {
  return new FormatError(
    'FORMAT_UNKNOWN',
    `This is an Error object of the service, not a file of places: ${message.slice(0, 200)}.`,
  );
}

/** Whether each line of a text is JSON. One line alone says so by the name of its file. */
function isSequence(content: string, path: string | undefined): boolean {
  const end = content.search(/[\r\n]/);
  const rest = end === -1 ? '' : content.slice(end).trimStart();
  if (rest === '') return path !== undefined && findFormat(path) === 'ndjson';
  return /^[[{]/.test(rest) && isWhole(content.slice(0, end));
}
