import type { FormatError } from './formats.ts';
import { quote } from './parsed-entry.ts';
import { command, excel, fileNames, openDocument, unread, unreadKind } from './unread-formats.ts';

const latin = /* @__PURE__ */ new TextDecoder('latin1');
const utf8 = /* @__PURE__ */ new TextDecoder();

/** What precedes each file of a zip archive (APPNOTE 4.3.7). */
const localHeader = { signature: 'PK\x03\x04', length: 30, nameLength: 26 } as const;

/** Returns the names of the files that begin in the first bytes of a zip archive. */
export function namesInZip(head: Uint8Array): readonly string[] {
  const text = latin.decode(head);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const names: string[] = [];
  for (let at = 0; at !== -1; at = text.indexOf(localHeader.signature, at + 1)) {
    const start = at + localHeader.length;
    if (start > head.length) break;
    const end = start + view.getUint16(at + localHeader.nameLength, true);
    if (end <= head.length) names.push(utf8.decode(head.subarray(start, end)));
  }
  return names;
}

/** Files that only a public timetable (GTFS) has. */
const timetable = /^(?:stops|stop_times|routes|trips|agency|calendar|calendar_dates|feed_info)\.txt$/;

/**
 * Finds out what a zip archive is by the names of files in it. Returns `undefined` if they do not tell.
 *
 * @throws {FormatError} `FORMAT_UNKNOWN` if it is of a kind that is not read. The message says what to do.
 */
export function formatOfZip(
  names: readonly string[],
  path: string | undefined,
): 'kmz' | 'shapefile' | undefined {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  if (has(/^xl\//)) throw unreadKind(excel, path);
  if (has(/^content\.xml$|^META-INF\/manifest\.xml$/)) throw unreadKind(openDocument, path);
  const folder = names.map((name) => /^(?:.*\/)?[^/]+\.gdb(?=\/)/i.exec(name)?.[0]).find(Boolean);
  if (folder !== undefined) throw fileGeodatabase(folder, path);
  if (has(/\.shp$|\.shx$|\.dbf$/i)) return 'shapefile';
  if (has(/\.kml$/i)) return 'kmz';
  if (has(timetable)) throw publicTimetable(path);
  return undefined;
}

function fileGeodatabase(folder: string, path: string | undefined): FormatError {
  const { input, output } = fileNames(path);
  const convert = command('ogr2ogr', output('.gpkg'), `/vsizip/${input}/${folder}`);
  return unread('an Esri File Geodatabase, which is not read', `Convert it first: ${convert}`);
}

function publicTimetable(path: string | undefined): FormatError {
  const unpack = `${command('unzip', '-p', fileNames(path).input, 'stops.txt')} > stops.csv`;
  return unread('a public timetable (GTFS)', `Unpack its stops, and import stops.csv: ${unpack}`);
}

/** Matches names that a command can have: no flags, no hidden characters. */
const plain = /^(?!-)[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u;

/** Files that may have records. */
const importable =
  /\.(?:csv|tsv|txt|(?:geo|topo)?json[a-z]?|geojsonseq|ndjson|gpx|gpkg|fgb|xlsx?|ods|parquet|gml|osm)$/i;

/**
 * Creates the error about a zip archive that is neither KMZ nor a shapefile. `names` are all of its files.
 */
export function adviseOnZip(names: readonly string[], path: string | undefined): FormatError {
  const all = names.filter((name) => plain.test(name));
  const found = all.filter((name) => importable.test(name));
  const candidates = found.length > 0 ? found : all;
  const [first, ...others] = candidates;
  if (names.length === 0) return unread('a zip archive without files', 'It has no records of places.');
  if (first === undefined) return unread('a zip archive', 'Unpack it, and import a file of it.');
  const unpack = command('unzip', fileNames(path).input, first);
  const choice = others.length > 0 ? `, or another of its ${candidates.length} files` : '';
  return unread('a zip archive', `Unpack it, and import ${quote(first)}${choice}: ${unpack}`);
}
