import type { LocationRecord } from '@location-records/core';
import { formats as allFormats } from '@location-records/formats';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/records/formats.ts';
import { collectionOf, consoleOver, record, textOf } from '../requests.ts';

const records = [
  record('a"\\\u0000\u2028é\u{1f600}', 0.1234567890123456, -5e-324, 'line\nbreak'),
  record('b', 1.7976931348623157e308, 1, ''),
  record('c', 1e21, 2),
];
const get = consoleOver(records);

describe('the body', () => {
  it('is a FeatureCollection by default', async () => {
    const response = await get('/-/records');
    const text = await textOf(response);
    expect(text).toBe(
      '{"type":"FeatureCollection","features":[' +
        '{"type":"Feature","id":"a\\"\\\\\\u0000\u2028é\u{1f600}","geometry":{"type":"Point","coordinates":[-5e-324,0.1234567890123456]},"properties":{"description":"line\\nbreak"}},' +
        '{"type":"Feature","id":"b","geometry":{"type":"Point","coordinates":[1,1.7976931348623157e+308]},"properties":{"description":""}},' +
        '{"type":"Feature","id":"c","geometry":{"type":"Point","coordinates":[2,1e+21]},"properties":{}}' +
        '],"numberReturned":3,"links":[]}',
    );
    expect(response.headers).toEqual({
      'Content-Type': 'application/geo+json',
      'Content-Length': String(Buffer.byteLength(text)),
      Vary: 'Accept',
    });
  });

  it('is the list of the specification, as the service writes it', async () => {
    const response = await get('/-/records', 'application/json');
    const list = await get('/');
    expect(response.headers['Content-Type']).toBe('application/json');
    expect(await textOf(response)).toBe(await textOf(list));
  });

  it('is a Feature on each line', async () => {
    const response = await get('/-/records', 'application/x-ndjson');
    expect(response.headers['Content-Type']).toBe('application/x-ndjson');
    const lines = (await textOf(response)).split('\n');
    expect(lines.pop()).toBe('');
    const { features } = JSON.parse(await textOf(await get('/-/records')));
    expect(lines.map((line) => JSON.parse(line))).toEqual(features);
  });

  it.each([
    ['geojson', '{"type":"FeatureCollection","features":[],"numberReturned":0,"links":[]}'],
    ['json', '[]'],
    ['ndjson', ''],
    ['geojsonseq', ''],
    ['csv', 'id,description,latitude,longitude\r\n'],
    ['json-object', '{\n}\n'],
  ])('is an empty %s without records', async (format, body) => {
    const response = await get(`/-/records?bbox=50,50,51,51&f=${format}`);
    expect(response).toMatchObject({ status: 200, body, headers: { 'Content-Length': String(body.length) } });
  });

  it('has the format of "f", whatever the client accepts', async () => {
    const response = await get('/-/records?f=json', 'application/geo+json');
    expect(response.headers['Content-Type']).toBe('application/json');
  });

  it('is a Feature behind each record separator', async () => {
    const { features } = await collectionOf(await get('/-/records'));
    const expected = features.map((feature) => `\x1e${JSON.stringify(feature)}\n`).join('');
    expect(await textOf(await get('/-/records?f=geojsonseq'))).toBe(expected);
  });

  it('is a table', async () => {
    const rows = [
      'id,description,latitude,longitude',
      '"a""\\\0\u2028é\u{1f600}","line\nbreak",0.1234567890123456,-5e-324',
      'b,"",1.7976931348623157e+308,1',
      'c,,1e+21,2',
    ];
    expect(await textOf(await get('/-/records?f=csv'))).toBe(rows.map((row) => `${row}\r\n`).join(''));
  });

  it('is an object of Locations', async () => {
    const text = await textOf(await get('/-/records?f=json-object'));
    const list = JSON.parse(await textOf(await get('/')));
    const members = list.map(
      ([id, location]: LocationRecord) => `${JSON.stringify(id)}:${JSON.stringify(location)}`,
    );
    expect(text).toBe(`{\n${members.join(',\n')}\n}\n`);
  });

  it.each(['ndjson', 'geojsonseq', 'csv', 'json-object'])(
    'has its length, also of a page: %s',
    async (format) => {
      const response = await get(`/-/records?limit=10&f=${format}`);
      expect(await textOf(response)).toBe(await textOf(await get(`/-/records?f=${format}`)));
      expect(response.headers['Content-Length']).toBe(String(Buffer.byteLength(await textOf(response))));
    },
  );

  it('has distances only where it has Features', async () => {
    const near = consoleOver([record('a', 0, 0), record('b', 0, 1, 'b')]);
    const query = '/-/records?near=0,0&limit=10';
    const sequence = await textOf(await near(`${query}&f=geojsonseq`));
    expect(sequence).toContain('"properties":{"distance":0}');
    expect(sequence).toContain('"properties":{"description":"b","distance":111195.');
    for (const format of ['csv', 'json', 'json-object']) {
      expect(await textOf(await near(`${query}&f=${format}`))).not.toMatch(/distance|111195/);
    }
  });
});

it('the formats are all that are text, each with its media type', () => {
  const known = allFormats
    .filter(({ name }) => name !== 'gpkg')
    .map(({ name, mediaType }) => [name, mediaType]);
  const served = formats.map(({ name, type }) => [name, type.replace('; charset=utf-8', '')]);
  expect(served.toSorted()).toEqual(known.toSorted());
});
