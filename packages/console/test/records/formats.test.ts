import { formats as allFormats } from '@location-records/formats';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/records/formats.ts';
import { consoleOver, record, textOf } from '../requests.ts';

const records = [
  record('a"\\\u0000\u2028é\u{1f600}', 0.1234567890123456, -5e-324, 'line\nbreak'),
  record('b', 1.7976931348623157e308, 1, ''),
  record('c', 1e21, 2),
];
const get = consoleOver(records);

describe('the body of /-/records', () => {
  it('GeoJSON has numbers and texts as JSON.stringify() writes them, and a length in bytes', async () => {
    const response = await get('/-/records?bbox=-1,0,0,1');
    const text = await textOf(response);
    expect(text).toBe(
      '{"type":"FeatureCollection","features":[{"type":"Feature","id":"a\\"\\\\\\u0000\u2028é\u{1f600}",' +
        '"geometry":{"type":"Point","coordinates":[-5e-324,0.1234567890123456]},' +
        '"properties":{"description":"line\\nbreak"}}],"numberReturned":1,"links":[]}',
    );
    expect(response.headers['Content-Length']).toBe(String(Buffer.byteLength(text)));
  });

  it('CSV quotes what needs quotes, and an empty description', async () => {
    expect(await textOf(await get('/-/records?f=csv'))).toBe(
      [
        'id,description,latitude,longitude',
        '"a""\\\0\u2028é\u{1f600}","line\nbreak",0.1234567890123456,-5e-324',
        'b,"",1.7976931348623157e+308,1',
        'c,,1e+21,2',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['geojson', '{"type":"FeatureCollection","features":[],"numberReturned":0,"links":[]}'],
    ['json', '[]'],
    ['ndjson', ''],
    ['geojsonseq', ''],
    ['csv', 'id,description,latitude,longitude\r\n'],
    [
      'kml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n</Document></kml>\n',
    ],
    ['json-object', '{\n}\n'],
  ])('%s without records is %j', async (format, body) => {
    const response = await get(`/-/records?bbox=50,50,51,51&f=${format}`);
    expect(response).toMatchObject({ status: 200, body, headers: { 'Content-Length': String(body.length) } });
  });

  it('only formats with Features have distances', async () => {
    const near = consoleOver([record('a', 0, 0), record('b', 0, 1, 'b')]);
    const query = '/-/records?near=0,0&limit=10';
    expect(await textOf(await near(`${query}&f=geojsonseq`))).toContain('"distance":111195.');
    for (const format of ['csv', 'kml', 'gpx', 'json', 'json-object']) {
      expect(await textOf(await near(`${query}&f=${format}`))).not.toMatch(/distance|111195/);
    }
  });
});

it('every text format of @location-records/formats is served, with its media type', () => {
  const known = allFormats
    .filter(({ name }) => name !== 'gpkg')
    .map(({ name, mediaType }) => [name, mediaType]);
  const served = formats.map(({ name, type }) => [name, type.replace('; charset=utf-8', '')]);
  expect(served.toSorted()).toEqual(known.toSorted());
});
