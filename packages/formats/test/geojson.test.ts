import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ParseOptions } from '../src/index.ts';
import { chunksOf, fileOf, goodRecord, idsOf, parseAll, recordsOf } from './parsing.ts';

const feature = goodRecord('geojson', 'a');

/** A FeatureCollection with another member, in front of its features or behind them. */
function both(member: string): readonly string[] {
  return [
    `{"type":"FeatureCollection",${member},"features":[${feature}]}`,
    `{"features":[${feature}],"type":"FeatureCollection",${member}}`,
  ];
}

describe('a FeatureCollection', () => {
  it.each([
    '"name":"places"',
    '"bbox":[1,2,1,2]',
    '"links":[{"rel":"self","href":"?"}]',
    '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}',
    '"crs":{"type":"name","properties":{"name":"EPSG:4326"}}',
    '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4979"}}',
    '"crs":{"type":"EPSG","properties":{"code":4326}}',
    '"crs":null',
    '"nested":{"features":[{"type":"Feature"}],"type":"Topology"}',
  ])('is read with the member %s', async (member) => {
    for (const text of both(member)) expect(idsOf(await parseAll(chunksOf(text, 7)))).toEqual(['a']);
  });

  const crs = (name: string) => `"crs":{"type":"name","properties":{"name":"${name}"}}`;
  const isProjected =
    /^Line 1: the coordinates are in ".*", not in WGS 84\. Convert it first: ogr2ogr -t_srs/;

  it.each([
    [crs('EPSG:3857'), isProjected],
    [crs('urn:ogc:def:crs:EPSG::25832'), isProjected],
    [crs('EPSG:14326'), isProjected],
    ['"crs":5', /the coordinates are in "an unknown system", not in WGS 84/],
    ['"crs":{"type":"link","properties":{"href":"x"}}', /the coordinates are in "an unknown system"/],
    ['"links":[{"rel":"next","href":"?cursor=x"}]', /its "links" have a next page\. Get all pages: /],
    [`"long":"${'x'.repeat(1000)}"`, /in "long": the record is longer than 900 bytes/],
  ])('is refused with the member %.40s', async (member, message) => {
    for (const text of both(member)) {
      await expect(parseAll(text, { maxRecordLength: 900 })).rejects.toMatchObject({
        code: 'FORMAT_INVALID',
        message: expect.stringMatching(message),
      });
    }
  });

  it.each([
    ['{"type":"FeatureCollection"}', 'Line 1: the FeatureCollection has no "features".'],
    ['{"features":[]}', 'Line 1: "type" is missing, not "FeatureCollection".'],
    ['{"type":"Feature","features":[]}', 'Line 1: "type" is "Feature", not "FeatureCollection".'],
    ['{"type":"FeatureCollection","features":{}}', 'Line 1: "features" is not an array.'],
    ['{"type":"FeatureCollection","features":[],\n"features":[]}', 'Line 2: there is "features" again.'],
    [
      '{"type":5}',
      'Line 1: "type" is a number, not "FeatureCollection". A record is a Feature with a Point.',
    ],
    ['{"type": "Point", "coordinates": [1, 2]}', 'Line 1: "type" is "Point", not "FeatureCollection".'],
    ['[]', 'Line 1, column 1: GeoJSON begins with "{".'],
    ['{}', 'Line 1, column 2: not JSON: a bracket is here instead of a name.'],
    ['{type:"FeatureCollection"}', 'Line 1, column 2: not JSON: type has no quotes.'],
    ['{"type" "FeatureCollection"}', 'Line 1, column 9: not JSON: a colon should be here, after the name.'],
    ['{"type":\n"FeatureColl', 'Line 2, column 1: the file ends inside what begins here. Is it cut off'],
  ])('is refused if it is %s', async (text, message) => {
    await expect(parseAll(text, { format: 'geojson' })).rejects.toThrow(message);
  });
});

it('a single Feature is read as a file of one record', async () => {
  const text = `\n ${feature.replaceAll(',', ',\n')}\n`;
  const position = { index: 1, line: 2, byte: 2 };
  expect(await parseAll(chunksOf(text, 3))).toMatchObject([{ ...position, record: ['a', {}] }]);
});

it('the body of a response is read', async () => {
  const server = createServer((_, response) => response.end(fileOf('geojson', [feature])));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as { port: number };
    const { body } = await fetch(`http://127.0.0.1:${port}/`);
    expect(idsOf(await parseAll(body as ReadableStream<Uint8Array>))).toEqual(['a']);
  } finally {
    server.close();
  }
});

it('of the example of RFC 7946 1.5, the Point is read, and other geometries are refused by their names', async () => {
  const example = `   {
       "type": "FeatureCollection",
       "features": [{
           "type": "Feature",
           "geometry": {
               "type": "Point",
               "coordinates": [102.0, 0.5]
           },
           "properties": {
               "prop0": "value0"
           }
       }, {
           "type": "Feature",
           "geometry": {
               "type": "LineString",
               "coordinates": [
                   [102.0, 0.0],
                   [103.0, 1.0]
               ]
           },
           "properties": {
               "prop0": "value1"
           }
       }]
   }
`;
  const record = ['value0', { coordinates: { latitude: 0.5, longitude: 102 } }];
  expect(await parseAll(example, { idProperty: 'prop0' })).toMatchObject([
    { index: 1, line: 3, byte: example.indexOf('{', 60), record },
    { index: 2, line: 12, id: 'value1', reason: 'the geometry is "LineString", not a Point' },
  ]);
});

const geometry = { type: 'Point', coordinates: [2, 1] };
const coordinates = { latitude: 1, longitude: 2 };
const point = { type: 'Feature', id: 'a', geometry, properties: {} };

/** What becomes of a Feature. */
async function read(value: unknown, options?: ParseOptions) {
  const [entry] = await parseAll(JSON.stringify(value), { format: 'ndjson', ...options });
  return entry;
}

describe('a Feature', () => {
  it.each([5, 0, -1, 1.5, 9007199254740991])('has the number %j as its identifier', async (id) => {
    expect(await read({ ...point, id })).toMatchObject({ record: [`${id}`, { coordinates }] });
  });

  it.each([
    ['properties that are null', { ...point, properties: null }],
    ['no properties', { ...point, properties: undefined }],
    ['a description that is null', { ...point, properties: { description: null } }],
    ['a bounding box', { ...point, bbox: [2, 1, 2, 1] }],
    ['a bounding box in its geometry', { ...point, geometry: { ...geometry, bbox: [2, 1, 2, 1] } }],
  ])('is read with %s, and has no description', async (_, value) => {
    const [record] = recordsOf([(await read(value)) as never]);
    expect(record).toStrictEqual(['a', { coordinates }]);
  });

  it('is read without its altitude with dropAltitude', async () => {
    const high = { ...point, geometry: { ...geometry, coordinates: [2, 1, 300] } };
    expect(await read(high, { dropAltitude: true })).toMatchObject({ record: ['a', { coordinates }] });
    const higher = { ...point, geometry: { ...geometry, coordinates: [2, 1, 300, 4] } };
    expect(await read(higher, { dropAltitude: true })).toHaveProperty('reason');
  });

  it('is read without unknown members with properties: ignore', async () => {
    const rich = { ...point, title: 'x', properties: { distance: 5, a: [1], description: 'b' } };
    const expected = { record: ['a', { description: 'b', coordinates }] };
    expect(await read(rich, { properties: 'ignore' })).toMatchObject(expected);
  });

  it('has its identifier and description in the named properties', async () => {
    const foreign = { ...point, id: undefined, properties: { code: 7, name: 'Paris' } };
    const options: ParseOptions = { idProperty: 'code', descriptionProperty: 'name' };
    expect(await read(foreign, options)).toMatchObject({
      record: ['7', { description: 'Paris', coordinates }],
    });
    expect(await read({ ...foreign, properties: {} }, options)).toMatchObject({
      reason: 'the identifier is missing: it has no property "code"',
    });
  });

  it('is read from own properties only', async () => {
    expect(await read(point, { idProperty: 'constructor' })).toHaveProperty('reason');
    expect(await read(point, { descriptionProperty: 'toString' })).toHaveProperty('record');
  });

  it.each([
    [{ id: 5, name: 'a' }, 'id'],
    [{ name: 'a', ID: 'b' }, 'ID'],
    [{ name: 'a', population: 5 }, 'name'],
    [{ population: 5, osm_id: 17 }, 'osm_id'],
    [{ id: null, code: '', key: 'k' }, 'key'],
  ])('without an id but with the properties %j is refused, with a hint to %s', async (properties, meant) => {
    expect(await read({ ...point, id: undefined, properties }, { properties: 'ignore' })).toMatchObject({
      reason: 'the identifier is missing: it has no "id"',
      suggestion: `idProperty: "${meant}" takes it from this property`,
    });
  });

  it('is refused with the beginning of a long unknown property', async () => {
    const name = '\u{1f5fc}'.repeat(100);
    expect(await read({ ...point, properties: { [name]: 1 } })).toMatchObject({
      reason: `unknown property "${'\u{1f5fc}'.repeat(60)}…"`,
    });
  });
});
