import { describe, expect, it } from 'vitest';
import { detectFormat, parseRecords, type TextFormat } from '../src/index.ts';
import { chunksOf, fileOf, goodRecord, parseAll, recordsOf } from './parsing.ts';

const detect = (text: string) => detectFormat(new TextEncoder().encode(text));
const feature = goodRecord('geojson', 'a');
const pretty = (text: string) => JSON.stringify(JSON.parse(text), null, 2);
const location = '{"coordinates":{"latitude":1,"longitude":2}}';

describe('detectFormat', () => {
  it.each<[TextFormat, string]>([
    ['geojson', `{"type":"FeatureCollection","features":[]}`],
    ['geojson', `\ufeff\r\n { "name" : "x", "crs" : { "type": "name" }, "type" : "FeatureCollection"`],
    ['geojson', `{"features":[${feature}],"type":"FeatureCollection"}`],
    ['geojson', `{"bbox":[1,2,3,4],"features":[`],
    ['geojson', pretty(feature)],
    ['geojson', '{"type":"Point","coordinates":[1,2]}'],
    ['ndjson', feature],
    ['ndjson', `${feature}\n`],
    ['ndjson', `\n\n${feature}\r\n${feature}\r\n`],
    ['ndjson', `{"id":{"type":"x"},"type":"Feature"}\n{"type":"Feature"}`],
    ['ndjson', `${feature.replace('}}', '')}\n${feature}\n`],
    ['geojsonseq', `\x1e${feature}\n`],
    ['geojsonseq', `\n\x1e${pretty(feature)}\n`],
    ['json', '[]'],
    ['json', ` [["a",${location}]]`],
    ['json-object', '{}'],
    ['json-object', `{"a":${location}}`],
    ['json-object', `{"type":${location},"features":${location},"error_message":${location}}`],
    ['json-object', `{"a":${location},"b":5}`],
    ['json-object', `{"a":{ "description":"${'x'.repeat(70_000)}`],
    ['csv', 'id,description,latitude,longitude\r\n'],
    ['csv', '"id";"latitude";"longitude"\n'],
    ['csv', 'name\tlat\tlon'],
    ['csv', 'sep=|\nid|latitude|longitude'],
    ['geojson', '\ufeff\ufeff{"type":"FeatureCollection"'],
    ['csv', 'name,latitude (degrees),x = [m]'],
    ['geojson', '{"name":"x","features":[{"type":"Feature","attributes":{}'],
    ['json-object', `{"geometry":${location},"attributes":${location}}`],
    ['kml', '\ufeff<?xml version="1.0"?>\n<!-- a map --><kml xmlns="http://www.opengis.net/kml/2.2">'],
    ['kml', '<k:kml xmlns:k="http://www.opengis.net/kml/2.2">'],
    ['gpx', '<?xml version="1.0"?>\n<gpx\nversion="1.1">'],
  ])('detects %s in %j', (format, text) => {
    expect(detect(text)).toBe(format);
  });

  it('detects a GeoPackage', () => {
    expect(detect('SQLite format 3\0\x10\0')).toBe('gpkg');
  });

  it.each<[string | readonly number[], string]>([
    ['', 'it is empty. Name the format if it has no records.'],
    ['\ufeff \n', 'it is empty. Name the format if it has no records.'],
    [[0x1f, 0x8b, 8], 'it is compressed with gzip. Unpack it first, as with "gunzip".'],
    [
      [0x50, 0x4b, 3, 4],
      'it is a zip file, such as a spreadsheet, KMZ or shapefile. Save a spreadsheet as CSV, and unpack others.',
    ],
    [[0xff, 0xfe, 0x7b, 0], 'it is UTF-16. Save it as UTF-8.'],
    [[0xfe, 0xff, 0, 0x7b], 'it is UTF-16. Save it as UTF-8.'],
    [[0x7b, 0, 0x22, 0], 'it is UTF-16 or not text. Save it as UTF-8.'],
    [[0, 0x7b, 0, 0x22], 'it is UTF-16 or not text. Save it as UTF-8.'],
    [
      '<!DOCTYPE html><html>',
      'it is XML or HTML, but neither KML nor GPX: convert it with "ogr2ogr places.geojson" and its name.',
    ],
    ['PAR1', 'it is Parquet: convert it with "ogr2ogr places.geojson" and its name.'],
    ['fgb\x03', 'it is FlatGeobuf: convert it with "ogr2ogr places.geojson" and its name.'],
    ...[
      '{"features":[{"attributes":{"name":"a"},"geometry":{"x":1,"y":2}}]}',
      '{ "features" : [\n { "geometry" : { "x" : 1, "y" : 2 }, "attributes" : {} } ] }',
      '{"displayFieldName":"","geometryType":"esriGeometryPoint","features":[]}',
      '{"objectIdFieldName":"FID","spatialReference":{"wkid":4326},"features":[',
      '{"fieldAliases":{},"fields":[],"features":[]}',
    ].map((text): [string, string] => [
      text,
      'it is Esri JSON. Convert it with "ogr2ogr places.geojson" and its name.',
    ]),
    ['{"type":"Topology","objects":{}}', 'it is TopoJSON. Convert it to GeoJSON.'],
    [
      '{"error_message":"Location not found: a"}',
      'it is an Error object of the service: "Location not found: a".',
    ],
    ['{"a":5}', 'it is an object of JSON, but neither GeoJSON nor Locations by identifier.'],
    [`{"metadata":{"title":"${'x'.repeat(70_000)}`, 'its first member is too long. Name the format.'],
    ['5', 'it begins neither like JSON nor like CSV with a header line.'],
    ['hello', 'it begins neither like JSON nor like CSV with a header line.'],
  ])('refuses %j with advice', (content, advice) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
    expect(() => detectFormat(bytes)).toThrow(
      expect.objectContaining({ code: 'FORMAT_UNKNOWN', message: `The format is not known: ${advice}` }),
    );
  });
});

describe('parseRecords', () => {
  it.each<TextFormat>(['geojson', 'geojsonseq', 'ndjson', 'json', 'json-object'])(
    'tells %s itself, from chunks of any size',
    async (format) => {
      const text = fileOf(format, [goodRecord(format, 'a'), goodRecord(format, 'b')]);
      for (const size of [1, 10, 100_000]) {
        expect(recordsOf(await parseAll(chunksOf(text, size))).map(([id]) => id)).toEqual(['a', 'b']);
      }
    },
  );

  it('reads all of a text that is longer than what detectFormat looks at', async () => {
    const records = Array.from({ length: 3000 }, (_, index) => goodRecord('geojson', `id-${index}`));
    const entries = await parseAll(chunksOf(fileOf('geojson', records), 10_000));
    expect(recordsOf(entries)).toHaveLength(3000);
    expect(entries.at(-1)).toMatchObject({ index: 3000, line: 3001, record: ['id-2999', {}] });
  });

  it.each<TextFormat>(['geojson', 'geojsonseq', 'ndjson', 'csv', 'json', 'json-object'])(
    'says of content that is not text what it is, also when it should be %s',
    async (format) => {
      const utf16 = Buffer.from('\ufeffid,latitude,longitude\na,1,2\n', 'utf16le');
      const gzip = Uint8Array.of(0x1f, 0x8b, 8, 0);
      for (const [content, advice] of [
        [utf16, 'it is UTF-16. Save it as UTF-8.'],
        [utf16.subarray(2), 'it is UTF-16 or not text. Save it as UTF-8.'],
        [gzip, 'it is compressed with gzip. Unpack it first, as with "gunzip".'],
      ] as const) {
        const chunks = Array.from(content, (byte) => Uint8Array.of(byte));
        await expect(parseAll(chunks, { format })).rejects.toMatchObject({
          code: 'FORMAT_UNKNOWN',
          message: `The format is not known: ${advice}`,
        });
      }
    },
  );

  it('reads CSV whose header begins with the letters of another format, if the option names csv', async () => {
    const text = 'fgb,latitude,longitude\na,1,2\n';
    await expect(parseAll(text)).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN' });
    expect(recordsOf(await parseAll(text, { format: 'csv', idProperty: 'fgb' }))).toHaveLength(1);
  });

  it.each(['<kml><Document/></kml>', '<gpx version="1.1"/>'])('reads no %s', async (text) => {
    await expect(parseRecords(text).next()).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: 'KML and GPX cannot be read strictly: use inspect() instead.',
    });
  });

  it('says which function reads a GeoPackage', async () => {
    await expect(parseRecords('SQLite format 3\0').next()).rejects.toThrow(
      expect.objectContaining({
        code: 'FORMAT_UNKNOWN',
        message:
          'The content is a GeoPackage, which is read from a file: parseFile of @location-records/formats/files does.',
      }),
    );
  });
});
