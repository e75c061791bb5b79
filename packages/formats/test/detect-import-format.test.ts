import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { detectImportFormat, type ImportFormat } from '../src/index.ts';

const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

/** A zip archive with some files. */
function zipOf(...names: readonly string[]): Uint8Array {
  return zipSync(Object.fromEntries(names.map((name) => [name, Uint8Array.of(1, 2, 3)])), { level: 0 });
}

/** Bytes by their numbers in Latin-1. */
const binary = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const feature = '{"type":"Feature","geometry":{"type":"Point","coordinates":[2,48]},"properties":{}}';

describe('detectImportFormat', () => {
  it.each<[ImportFormat, string, string | Uint8Array, string?]>([
    ['geojson', 'a FeatureCollection', `{"type":"FeatureCollection","features":[${feature}]}`],
    ['geojson', 'a FeatureCollection that names its type last', `{"features":[${feature}],"type":"F`],
    ['geojson', 'a Feature over lines', JSON.stringify(JSON.parse(feature), null, 2)],
    ['geojson', 'a geometry alone', '{"type":"MultiPoint","coordinates":[[1,2]]}'],
    ['ndjson', 'lines of Features', `${feature}\n${feature}\n`],
    ['ndjson', 'lines of objects', '{"_id":{"$oid":"1"},"lat":1}\r\n{"_id":{"$oid":"2"},"lat":2}\r\n'],
    ['ndjson', 'lines of objects with spaces', '{ "a": 1 }\n{ "a": 2 }\n'],
    ['ndjson', 'one line in a file of lines', '{"lat":1,"lon":2}\n', 'places.jsonl'],
    ['ndjson', 'an empty file of lines', '', 'places.ndjson'],
    ['geojsonseq', 'Features after separators', `\x1e${feature}\n`],
    ['json', 'an array of objects', '[{"name":"a","lat":1,"lon":2}]'],
    ['json', 'an array over lines', '[\n{"name":"a"},\n{"name":"b"}\n]'],
    ['json', 'an object with the list in a member', '{"type":"success","results":[{"lat":1}]}'],
    ['json', 'an object of objects', '{"a":{"lat":1,"lng":2},"b":{"lat":3,"lng":4}}'],
    ['json', 'Esri JSON', '{"geometryType":"esriGeometryPoint","features":[{"attributes":{}}]}'],
    ['json', 'Esri JSON with features first', '{"features":[{"attributes":{"a":1},"geometry":{"x":1}}]}'],
    ['json', 'the list of the service', '[["a",{"coordinates":{"latitude":1,"longitude":2}}]]'],
    ['csv', 'commas', 'id,lat,lon\na,1,2\n'],
    ['csv', 'semicolons after a byte order mark', '\ufeffid;lat;lon\na;1;2\n'],
    ['csv', 'tabs', 'id\tlat\tlon\na\t1\t2'],
    ['csv', 'vertical bars', 'id|lat|lon\na|1|2'],
    ['csv', 'spaces', 'id lat lon\na 1 2'],
    ['csv', 'one column', 'WKT\nPOINT (2 48)\n'],
    ['csv', 'comments in front', '# logger 7\n# 2024\nid,lat,lon\n'],
    ['csv', 'a NUL in one cell of many', `id,name,lat,lon\n1,a\0b,1,2\n${'2,cd,1,2\n'.repeat(50)}`],
    ['csv', 'Windows-1252', binary('Stra\xdfe;Breite;L\xe4nge\nM\xfchlgasse;1;2\n')],
    ['csv', 'UTF-16 with a byte order mark', Buffer.from('\ufeffid;lat;lon\na;1;2\n', 'utf16le')],
    ['csv', 'UTF-16 without one', Buffer.from('id;lat;lon\na;1;2\n', 'utf16le')],
    [
      'json',
      'JSON in a script',
      `// places\nvar places = {"type":"FeatureCollection","features":[${feature}]};`,
    ],
    ['json', 'JSON in a call', 'callback([{"lat":1,"lon":2}]);'],
    ['csv', 'brackets in a header', 'point[0],point[1]\n1,2\n'],
    ['json', 'JSON in UTF-16', Buffer.from('\ufeff[{"lat":1}]', 'utf16le').swap16()],
    ['kml', 'KML', '<?xml version="1.0"?>\n<!-- made by hand -->\n<kml xmlns="http://x"><Document>'],
    ['kml', 'KML with a prefix', '<kml:kml xmlns:kml="http://www.opengis.net/kml/2.2">'],
    ['gpx', 'GPX', '\ufeff<?xml version="1.0"?><gpx version="1.1">'],
    ['gpkg', 'a GeoPackage', 'SQLite format 3\0\x10\0'],
    ['kmz', 'a zip file with KML', zipOf('images/pin.png', 'doc.kml')],
    ['kmz', 'a zip file named .kmz', zipOf('images/pin.png'), 'places.KMZ'],
    ['shapefile', 'a zip file with a shapefile', zipOf('data/', 'data/places.CPG', 'data/places.DBF')],
    ['shapefile', 'a zip file that has to be read for more', zipOf('README.pdf')],
    ['shapefile', 'a shapefile that is not zipped', binary('\0\0\x27\x0a\0\0\0\0')],
  ])('detects %s: %s', (format, _, content, name) => {
    expect(detectImportFormat(bytesOf(content), name)).toBe(format);
  });

  it.each<[string, string | Uint8Array, string, string]>([
    [
      'an Excel workbook',
      zipOf('[Content_Types].xml', 'xl/workbook.xml'),
      'book.xlsx',
      'This is an Excel workbook, which is not read. Save its sheet as CSV, or convert it: ' +
        'ogr2ogr --config OGR_XLSX_HEADERS FORCE book.gpkg book.xlsx',
    ],
    [
      'an old Excel workbook',
      binary('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
      'book.xls',
      'This is an old Excel workbook (.xls), which is not read. Save its sheet as CSV, or convert it: ' +
        'ogr2ogr --config OGR_XLS_HEADERS FORCE book.gpkg book.xls',
    ],
    [
      'an OpenDocument spreadsheet',
      zipOf('mimetype', 'content.xml'),
      'book.ods',
      'This is an OpenDocument spreadsheet, which is not read. Save its sheet as CSV, or convert it: ' +
        'ogr2ogr --config OGR_ODS_HEADERS FORCE book.gpkg book.ods',
    ],
    [
      'a File Geodatabase',
      zipOf('a b/Places.gdb/a00000001.gdbtable'),
      'x/places.gdb.zip',
      'This is an Esri File Geodatabase, which is not read. Convert it first: ' +
        'ogr2ogr places.gpkg "/vsizip/x/places.gdb.zip/a b/Places.gdb"',
    ],
    [
      'a public timetable',
      zipOf('agency.txt', 'stops.txt'),
      'gtfs.zip',
      'This is a public timetable (GTFS). Unpack its stops, and import stops.csv: ' +
        'unzip -p gtfs.zip stops.txt > stops.csv',
    ],
    [
      'Parquet',
      'PAR1\x15\x04',
      "it's.parquet",
      'This is Parquet, which is not read. Convert it first: ' +
        `duckdb -c "COPY (FROM 'it''s.parquet') TO 'it''s.csv'"`,
    ],
    [
      'FlatGeobuf',
      'fgb\x03fgb\x01',
      'my places.fgb',
      'This is FlatGeobuf, which is not read. Convert it first: ogr2ogr "my places.geojson" "my places.fgb"',
    ],
    [
      'TopoJSON',
      '{"type":"Topology","objects":{}}',
      'places.json',
      'This is TopoJSON, which is not read. Convert it first: ogr2ogr places.gpkg places.json',
    ],
    [
      'GML',
      '<?xml version="1.0"?><ogr:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2">',
      'places.gml',
      'This is GML, which is not read. Convert it first: ogr2ogr places.gpkg places.gml',
    ],
    [
      'OpenStreetMap in XML',
      "<?xml version='1.0'?><osm version='0.6'>",
      'map.osm',
      'This is map data of OpenStreetMap, which is not read. Convert its points first: ' +
        'ogr2ogr map.geojson map.osm points',
    ],
    [
      'OpenStreetMap in its binary format',
      '\0\0\0\x0d\n\tOSMHeader\x18',
      'map.osm.pbf',
      'This is map data of OpenStreetMap, which is not read. Convert its points first: ' +
        'ogr2ogr map.geojson map.osm.pbf points',
    ],
    [
      'an archive of one file',
      'BZh91AY',
      'a.csv.bz2',
      'This is compressed with bzip2. Unpack it first: bunzip2 -k a.csv.bz2',
    ],
    [
      'a web page',
      '\n<!DOCTYPE html>\n<html>',
      'a.geojson',
      'This is a web page (HTML), not a file of places. Download the file that the page is about.',
    ],
    [
      'other XML',
      '<Error><Code>AccessDenied</Code></Error>',
      'a.csv',
      'This is XML with the element <Error>, which is not read. Save it as KML, GPX, GeoJSON or CSV.',
    ],
    ['an image', binary('\x89PNG\r\n\x1a\n'), 'a.png', 'This is an image. It has no records of places.'],
    ['nothing', '\ufeff\n', 'a.csv', 'This is an empty file. It has no records of places.'],
    [
      'bytes',
      binary('\x01\x02\x03\x04\xff\xfe'),
      'a.bin',
      'This is neither text nor a known kind of file. Save it as CSV, GeoJSON or KML.',
    ],
    [
      'a word',
      'hello',
      'a.txt',
      'This is text without columns. A CSV file has a line with the names of its columns first.',
    ],
    [
      'an Error object of the service',
      '{"error_message":"Location not found: a"}',
      'a.json',
      'This is an Error object of the service, not a file of places: "Location not found: a".',
    ],
  ])('says what to do with %s', (_, content, name, message) => {
    expect(() => detectImportFormat(bytesOf(content), name)).toThrow(
      expect.objectContaining({ code: 'FORMAT_UNKNOWN', message }),
    );
  });

  it('has a name for a converted file that is not that of the file itself', () => {
    expect(() => detectImportFormat(bytesOf('fgb\x03'), 'places.geojson')).toThrow(
      /: ogr2ogr converted\.geojson places\.geojson$/,
    );
  });

  it('refuses what is not bytes', () => {
    expect(() => detectImportFormat('id,lat,lon' as unknown as Uint8Array)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
  });
});
