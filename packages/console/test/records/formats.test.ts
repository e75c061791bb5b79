import { describe, expect, it } from 'vitest';
import { consoleOver, record, textOf } from '../requests.ts';

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
  ])('is an empty %s without records', async (format, body) => {
    const response = await get(`/-/records?bbox=50,50,51,51&f=${format}`);
    expect(response).toMatchObject({ status: 200, body, headers: { 'Content-Length': String(body.length) } });
  });

  it('has the format of "f", whatever the client accepts', async () => {
    const response = await get('/-/records?f=json', 'application/geo+json');
    expect(response.headers['Content-Type']).toBe('application/json');
  });
});
