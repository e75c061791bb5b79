import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fileOf, goodRecord } from '../faults.ts';
import { chunksOf, parseAll, recordsOf, refusedOf } from '../parsing.ts';

const feature = goodRecord('geojson', 'a');

/** A FeatureCollection with other members, in front of its features or behind them. */
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
    '"numberReturned":1,"links":[]',
    '"links":[{"rel":"self","href":"?"}]',
    '"limitedBy":"maxCandidates","links":[{"rel":"prev","href":"?"}]',
    '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}',
    '"crs":{"type":"name","properties":{"name":"EPSG:4326"}}',
    '"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4326"}}',
    '"crs":{"type":"EPSG","properties":{"code":4326}}',
    '"crs":null',
    '"nested":{"features":[{"type":"Feature"}],"type":"Topology"}',
  ])('is read with the member %s', async (member) => {
    for (const text of both(member)) {
      const entries = await parseAll(chunksOf(text, 7));
      expect(recordsOf(entries).map(([id]) => id)).toEqual(['a']);
      expect(entries).toHaveLength(1);
    }
  });

  it.each(['EPSG:3857', 'urn:ogc:def:crs:EPSG::3857', 'urn:ogc:def:crs:EPSG::25832', 'EPSG:14326'])(
    'is refused with coordinates in %s',
    async (name) => {
      for (const text of both(`"crs":{"type":"name","properties":{"name":"${name}"}}`)) {
        await expect(parseAll(text)).rejects.toMatchObject({
          code: 'FORMAT_INVALID',
          message: expect.stringMatching(
            /^Line 1, byte \d+: the coordinates are in ".*", not in WGS 84\. Convert it first: ogr2ogr -t_srs EPSG:4326/,
          ),
        });
      }
    },
  );

  it.each([
    '"coordinates":[',
    '"coordinates":[1',
    '"coordinates":[1,2',
    '"coordinates":[-1.',
    '"coordinates":[1e',
    '"bbox":[[1]',
  ])('is read behind a Feature that is cut off after %s', async (end) => {
    const many = Array.from({ length: 100 }, (_, index) => goodRecord('geojson', `many ${index}`));
    const cutOff = `{"type":"Feature","id":"cut","geometry":{"type":"Point",${end}`;
    for (const between of [
      many,
      [goodRecord('geojson', 'b')],
      [goodRecord('geojson', 'b'), '{"type":"Feature",}'],
    ]) {
      const comma = end.endsWith('[') ? '\n' : ',\n';
      const text = fileOf('geojson', [
        feature,
        `${cutOff}${comma}${between.join(',\n')}`,
        cutOff + comma + feature,
      ]);
      for (const size of [7, 100_000]) {
        const entries = await parseAll(chunksOf(text, size));
        const faults = between.filter((record) => record.endsWith(',}')).map(() => 3 + between.length);
        expect(recordsOf(entries)).toHaveLength(2 + between.length - faults.length);
        const lines = refusedOf(entries).map(({ line }) => line);
        expect(lines).toEqual([3, ...faults, 4 + between.length]);
      }
    }
  });

  it.each([
    ['sorted', ['geometry', 'id', 'properties', 'type']],
    ['with the properties first', ['properties', 'geometry', 'id', 'type']],
    ['with the identifier first', ['id', 'properties', 'geometry', 'type']],
    ['with a bounding box first', ['bbox', 'geometry', 'id', 'properties', 'type']],
  ])('on one line is read behind a fault where members are %s', async (_, names) => {
    const good = (id: string) => {
      const value = { ...JSON.parse(goodRecord('geojson', id)), bbox: [1, 2, 1, 2] };
      return `{${names.map((name) => `"${name}": ${JSON.stringify(value[name])}`).join(', ')}}`;
    };
    const bad = good('bad');
    const changes = [
      bad.replace(', "', ' "'),
      bad.replace('[1,2]', '[1,2'),
      bad.replace('"bad"', '"bad'),
      bad.replace('"a place"}', '"a place"'),
      bad.replace('"Point"', 'Point'),
      bad.slice(0, -1),
      `${bad}}`,
      `[${bad}`,
    ];
    for (const broken of changes) {
      const text = `{"features": [${[good('a'), broken, good('b'), good('c, d')].join(', ')}], "type": "FeatureCollection"}`;
      for (const size of [9, 100_000]) {
        const entries = await parseAll(chunksOf(text, size));
        const ids = recordsOf(entries).map(([id]) => id);
        expect([broken, ...ids]).toEqual([
          broken,
          'a',
          ...(broken.startsWith('[') ? ['bad'] : []),
          'b',
          'c, d',
        ]);
        expect(refusedOf(entries)).toHaveLength(1);
      }
    }
  });

  it.each([
    '"other":[\n{"type":"Feature","id":"other"},\n{"type":"Feature","id":"other"}]',
    '"other":"],\\n",\n"nested":{"a":[[1],{}]}',
  ])('ends in front of the member %s', async (member) => {
    const text = `{"features":[\n${feature}\n],${member},"type":"FeatureCollection"}`;
    for (const size of [1, 1000]) {
      const entries = await parseAll(chunksOf(text, size), { format: 'geojson' });
      expect(entries).toMatchObject([{ line: 2, record: ['a', {}] }]);
    }
  });

  it('is refused where its coordinate system is not known', async () => {
    for (const crs of ['5', '{}', '{"type":"link","properties":{"href":"x"}}']) {
      for (const text of both(`"crs":${crs}`)) {
        await expect(parseAll(text)).rejects.toThrow(
          'the coordinates are in "an unknown system", not in WGS 84',
        );
      }
    }
  });

  it('is refused when it is one page of several', async () => {
    for (const text of both('"links":[{"rel":"next","type":"application/geo+json","href":"?cursor=x"}]')) {
      await expect(parseAll(text)).rejects.toMatchObject({
        code: 'FORMAT_INVALID',
        message: expect.stringMatching(
          /: the file is one page of a longer collection: its "links" have a next page\. Get all pages: /,
        ),
      });
    }
  });

  it.each([
    ['{"type":"FeatureCollection"}', 'the FeatureCollection has no "features"'],
    ['{"features":[]}', '"type" is missing, not "FeatureCollection"'],
    ['{"type":"Feature","features":[]}', '"type" is "Feature", not "FeatureCollection"'],
    ['{"type":"FeatureCollection","features":{}}', '"features" is not an array'],
    ['{"type":"FeatureCollection","features":[],"features":[]}', 'there is "features" again'],
    ['{"type":5}', '"type" is a number, not "FeatureCollection"'],
    ['{}', '"type" is missing, not "FeatureCollection"'],
    ['[]', 'GeoJSON begins with "{"'],
    ['', 'GeoJSON begins with "{"'],
    ['{"type":"FeatureCollection","features":[]}x', 'there is more behind the FeatureCollection: "x".'],
    [
      '{"type":"FeatureCollection","features":[\n]},\n{"type":"FeatureCollection","features":[]}',
      'Line 2, byte 43: there is more behind the FeatureCollection: ",…". Is a bracket in front of it too early?',
    ],
    [
      `${feature}\n${feature}`,
      'there is more behind the Feature: "{\\"type\\":\\"Feature\\",\\"i…". Were files joined? Read each of them alone.',
    ],
    [
      '{"type":"FeatureCollection","features":[]',
      'the file ends before the FeatureCollection does. Is it cut off?',
    ],
    ['{"type":"FeatureCollection",', 'the file ends before the FeatureCollection does. Is it cut off?'],
    ['{"type":"FeatureColl', 'the file ends inside this value. Is it cut off?'],
    ['{"type"', 'the file ends before the FeatureCollection does. Is it cut off?'],
    ['{"type":', 'the file ends before the FeatureCollection does. Is it cut off?'],
    ['{"type":"FeatureCollection" "features":[]}', 'not JSON: "," or "}" should be here'],
    ['{"type" "FeatureCollection"}', 'not JSON: ":" should be here'],
    ['{"type":"FeatureCollection","features":[],}', 'not JSON: a name in quotes should be here'],
    ['{type:"FeatureCollection"}', 'not JSON: a name in quotes should be here'],
    ['{"a":[1,}', 'not JSON: a value should be at byte 8'],
    ['{"a":01}', 'not JSON: '],
  ])('is refused as a whole when it is %s', async (text, message) => {
    for (const size of [1, 1000]) {
      await expect(parseAll(chunksOf(text, size), { format: 'geojson' })).rejects.toMatchObject({
        code: 'FORMAT_INVALID',
        message: expect.stringContaining(message),
      });
    }
  });

  it('is refused when the members beside its features are too long', async () => {
    for (const text of both(`"long":"${'x'.repeat(1000)}"`)) {
      const parsed = parseAll(chunksOf(text, 100), { maxRecordLength: 900 });
      await expect(parsed).rejects.toThrow('what is beside "features" is longer than 900 bytes');
    }
  });

  it('says on which line it cannot be read', async () => {
    const text = `\n${fileOf('geojson', [feature])}oh\n`;
    await expect(parseAll(text)).rejects.toThrow(
      `Line 5, byte ${text.length - 3}: there is more behind the FeatureCollection: "oh".`,
    );
  });
});

it('reads a file that is one Feature', async () => {
  const text = `\n ${feature.replaceAll(',', ',\n')}\n`;
  expect(await parseAll(chunksOf(text, 3))).toMatchObject([
    { index: 1, line: 2, byte: 2, record: ['a', {}] },
  ]);
});

it('reads the body of a response', async () => {
  const server = createServer((_request, response) => response.end(fileOf('geojson', [feature]))).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { port } = server.address() as { port: number };
    const { body } = await fetch(`http://127.0.0.1:${port}/`);
    expect(recordsOf(await parseAll(body as ReadableStream<Uint8Array>)).map(([id]) => id)).toEqual(['a']);
  } finally {
    server.close();
  }
});
