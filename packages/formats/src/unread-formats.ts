import { FormatError } from './formats.ts';

/** The names of a file and of what it is converted to. */
export interface FileNames {
  readonly input: string;
  /** Returns the name of a converted file, in the current folder. */
  output(ending: string): string;
}

/** @param path the name or the path of the file, as the user gives it. */
export function fileNames(path = 'places'): FileNames {
  const stem = path.replace(/^.*[/\\]/, '').replace(/(?<=.)\..*$/, '') || 'places';
  return {
    input: path,
    output: (ending) => (stem + ending === path ? `converted${ending}` : stem + ending),
  };
}

/** Returns a line for a shell. */
export function command(...words: readonly string[]): string {
  return words.map((word) => (/^[\w./:@%+,=-]+$/.test(word) ? word : quoteForShell(word))).join(' ');
}

function quoteForShell(word: string): string {
  return `"${word.replace(/["\\$`]/g, '\\$&')}"`;
}

/**
 * Creates the error about a file of a kind that is not read.
 *
 * @param what completes `This is …`.
 * @param remedy a sentence, or the beginning of one that ends with a command.
 */
export function unread(what: string, remedy: string): FormatError {
  return new FormatError('FORMAT_UNKNOWN', `This is ${what}. ${remedy}`);
}

/** A kind of file that is not read. */
export interface UnreadKind {
  readonly what: string;
  readonly remedy: (names: FileNames) => string;
}

/** Creates the error about a file of a kind that is not read. */
export function unreadKind({ what, remedy }: UnreadKind, path: string | undefined): FormatError {
  return unread(what, remedy(fileNames(path)));
}

/** Converts a file with one layer. */
const toGeoJson = ({ input, output }: FileNames) =>
  `Convert it first: ${command('ogr2ogr', output('.geojson'), input)}`;

/** Converts all layers or tables. */
const toGeoPackage = ({ input, output }: FileNames) =>
  `Convert it first: ${command('ogr2ogr', output('.gpkg'), input)}`;

/** Converts the points of a map of OpenStreetMap. */
const pointsOfMap = ({ input, output }: FileNames) =>
  `Convert its points first: ${command('ogr2ogr', output('.geojson'), input, 'points')}`;

const saveAsCsv =
  (setting: string) =>
  ({ input, output }: FileNames) =>
    `Save its sheet as CSV, or convert it: ${command('ogr2ogr', '--config', setting, 'FORCE', output('.gpkg'), input)}`;

const unpackWith =
  (...program: readonly string[]) =>
  ({ input }: FileNames) =>
    `Unpack it first: ${command(...program, input)}`;

const withDuckDb = ({ input, output }: FileNames) => {
  const [from, to] = [input, output('.csv')].map((name) => `'${name.replaceAll("'", "''")}'`);
  return `Convert it first: ${command('duckdb', '-c', `COPY (FROM ${from}) TO ${to}`)}`;
};

const noPlaces = () => 'It has no records of places.';

export const excel: UnreadKind = {
  what: 'an Excel workbook, which is not read',
  remedy: saveAsCsv('OGR_XLSX_HEADERS'),
};
export const openDocument: UnreadKind = {
  what: 'an OpenDocument spreadsheet, which is not read',
  remedy: saveAsCsv('OGR_ODS_HEADERS'),
};
const oldExcel: UnreadKind = {
  what: 'an old Excel workbook (.xls), which is not read',
  remedy: saveAsCsv('OGR_XLS_HEADERS'),
};
export const topoJson: UnreadKind = { what: 'TopoJSON, which is not read', remedy: toGeoPackage };
export const otherDatabase: UnreadKind = {
  what: 'an SQLite database that is not a GeoPackage',
  remedy: toGeoPackage,
};
export const gzip: UnreadKind = { what: 'compressed with gzip', remedy: unpackWith('gunzip', '-k') };
export const mapData: UnreadKind = {
  what: 'map data of OpenStreetMap, which is not read',
  remedy: pointsOfMap,
};
export const gml: UnreadKind = { what: 'GML, which is not read', remedy: toGeoPackage };
export const webPage: UnreadKind = {
  what: 'a web page (HTML), not a file of places',
  remedy: ({ input }) =>
    /\.xlsx?$/i.test(input)
      ? 'Open it in a spreadsheet program, and save it as CSV.'
      : 'Download the file that the page is about.',
};

const image: UnreadKind = { what: 'an image', remedy: noPlaces };

/** Kinds by their first bytes, in Latin-1. */
const signatures: readonly (readonly [signature: string, kind: UnreadKind])[] = [
  ['\x1f\x8b', gzip],
  ['\x28\xb5\x2f\xfd', { what: 'compressed with zstd', remedy: unpackWith('unzstd') }],
  ['BZh', { what: 'compressed with bzip2', remedy: unpackWith('bunzip2', '-k') }],
  ['\xfd7zXZ\0', { what: 'compressed with xz', remedy: unpackWith('unxz', '-k') }],
  ['7z\xbc\xaf\x27\x1c', { what: 'a 7z archive', remedy: () => 'Unpack it first.' }],
  ['Rar!\x1a', { what: 'a RAR archive', remedy: () => 'Unpack it first.' }],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', oldExcel],
  ['PAR1', { what: 'Parquet, which is not read', remedy: withDuckDb }],
  ['fgb', { what: 'FlatGeobuf, which is not read', remedy: toGeoJson }],
  ['%PDF-', { what: 'a PDF document', remedy: noPlaces }],
  ['\x89PNG', image],
  ['\xff\xd8\xff', image],
  ['GIF8', image],
  ['II*\0', image],
  ['MM\0*', image],
];

/** The first block of map data in the binary format of OpenStreetMap, after the length of its header. */
const mapDataHeader = '\n\tOSMHeader';

/**
 * Returns the kind of a file that is not text.
 *
 * @param content its beginning, in Latin-1.
 */
export function findUnreadKind(content: string): UnreadKind | undefined {
  if (content.startsWith(mapDataHeader, 4)) return mapData;
  return signatures.find(([signature]) => content.startsWith(signature))?.[1];
}
