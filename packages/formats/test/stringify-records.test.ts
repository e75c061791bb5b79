import type { LocationRecord } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { type StringifyOptions, stringifyFeature, stringifyRecords, type TextFormat } from '../src/index.ts';

const tower: LocationRecord = [
  'tower',
  { description: 'Eiffel "T"', coordinates: { latitude: 48.8584, longitude: 2.2945 } },
];
const island: LocationRecord = ['0', { coordinates: { latitude: -0, longitude: 1e-7 } }];

const towerFeature =
  '{"type":"Feature","id":"tower","geometry":{"type":"Point","coordinates":[2.2945,48.8584]},"properties":{"description":"Eiffel \\"T\\""}}';
const islandFeature =
  '{"type":"Feature","id":"0","geometry":{"type":"Point","coordinates":[1e-7,0]},"properties":{}}';
const towerLocation =
  '{"description":"Eiffel \\"T\\"","coordinates":{"latitude":48.8584,"longitude":2.2945}}';
const islandLocation = '{"coordinates":{"latitude":0,"longitude":1e-7}}';

async function write(
  batches: Iterable<readonly LocationRecord[]>,
  format: TextFormat,
  distanceOf?: StringifyOptions['distanceOf'],
): Promise<string> {
  let text = '';
  for await (const piece of stringifyRecords(batches, { format, distanceOf })) text += piece;
  return text;
}

const kmlBegin =
  '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n';
const gpxBegin =
  '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="location-records" ' +
  'xmlns="http://www.topografix.com/GPX/1/1" xmlns:records="https://www.npmjs.com/package/@location-records/formats">\n';

describe('stringifyRecords', () => {
  it.each<[TextFormat, string, string]>([
    [
      'geojson',
      `{"type":"FeatureCollection","features":[\n${towerFeature},\n${islandFeature}\n]}\n`,
      '{"type":"FeatureCollection","features":[\n]}\n',
    ],
    ['geojsonseq', `\x1e${towerFeature}\n\x1e${islandFeature}\n`, ''],
    ['ndjson', `${towerFeature}\n${islandFeature}\n`, ''],
    ['json', `[\n["tower",${towerLocation}],\n["0",${islandLocation}]\n]\n`, '[\n]\n'],
    ['json-object', `{\n"tower":${towerLocation},\n"0":${islandLocation}\n}\n`, '{\n}\n'],
    [
      'kml',
      `${kmlBegin}<Placemark><name>tower</name><description>Eiffel "T"</description><ExtendedData><Data name="id"><value>tower</value></Data></ExtendedData><Point><coordinates>2.2945,48.8584</coordinates></Point></Placemark>
<Placemark><name>0</name><ExtendedData><Data name="id"><value>0</value></Data></ExtendedData><Point><coordinates>0.0000001,0</coordinates></Point></Placemark>
</Document></kml>\n`,
      `${kmlBegin}</Document></kml>\n`,
    ],
    [
      'gpx',
      `${gpxBegin}<wpt lat="48.8584" lon="2.2945"><name>tower</name><desc>Eiffel "T"</desc><extensions><records:id>tower</records:id></extensions></wpt>
<wpt lat="0" lon="0.0000001"><name>0</name><extensions><records:id>0</records:id></extensions></wpt>
</gpx>\n`,
      `${gpxBegin}</gpx>\n`,
    ],
  ])('writes %s', async (format, text, empty) => {
    expect(await write([[tower, island]], format)).toBe(text);
    expect(await write([[], [tower], [], [island], []], format)).toBe(text);
    expect(await write([], format)).toBe(empty);
    expect(await write([[]], format)).toBe(empty);
  });

  it('escapes in XML what it has no place for', async () => {
    const description = ' <b>&\r\u0001_x0001_\ufffe]]>\n';
    const text = await write(
      [[['a', { description, coordinates: { latitude: 1e-7, longitude: -1.5e21 } }]]],
      'kml',
    );
    expect(text).toContain(
      '<description><![CDATA[ ]]>&lt;b&gt;&amp;&#13;_x0001__x005F_x0001__xFFFE_]]&gt;<![CDATA[\n]]></description>',
    );
    expect(text).toContain('<coordinates>-1500000000000000000000,0.0000001</coordinates>');
  });

  it('yields pieces of tens of thousands of characters', async () => {
    const batches = Array.from({ length: 50 }, () => Array.from({ length: 100 }, () => tower));
    const lengths: number[] = [];
    for await (const { length } of stringifyRecords(batches, { format: 'geojson' })) lengths.push(length);
    expect(lengths.length).toBeGreaterThan(5);
    for (const length of lengths.slice(0, -1)) {
      expect(length).toBeGreaterThanOrEqual(32_768);
      expect(length).toBeLessThan(50_000);
    }
  });

  it('requests batches only for a piece, and closes them if the iteration stops', async () => {
    const events: string[] = [];
    async function* batches() {
      try {
        for (;;) {
          events.push('batch');
          yield Array.from({ length: 1000 }, () => tower);
        }
      } finally {
        events.push('closed');
      }
    }
    const pieces = stringifyRecords(batches(), { format: 'ndjson' });
    expect(events).toEqual([]);
    await pieces.next();
    await pieces.return(undefined);
    expect(events).toEqual(['batch', 'closed']);
  });

  it('rejects with the error of the batches', async () => {
    async function* batches() {
      yield [tower];
      throw new Error('the store is gone');
    }
    const read = async () => {
      for await (const piece of stringifyRecords(batches(), { format: 'json' })) expect(piece).toBe('');
    };
    await expect(read()).rejects.toThrow('the store is gone');
  });
});

describe('the option distanceOf', () => {
  /** The distance of the tower alone. */
  const distanceOf = ([id]: LocationRecord) => (id === 'tower' ? 0.1 : undefined);
  const batches = [[tower, island]];

  const features = [stringifyFeature(tower, 0.1), islandFeature];

  it.each([
    ['geojson', `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`],
    ['ndjson', features.map((feature) => `${feature}\n`).join('')],
    ['geojsonseq', features.map((feature) => `\x1e${feature}\n`).join('')],
  ] as const)('are properties in %s, where there are some', async (format, expected) => {
    expect(await write(batches, format, distanceOf)).toBe(expected);
    expect(await write(batches, format)).not.toContain('distance');
  });

  it.each(['json', 'json-object', 'csv', 'kml', 'gpx'] as const)('adds nothing to %s', async (format) => {
    expect(await write(batches, format, distanceOf)).toBe(await write(batches, format));
  });
});

describe('stringifyFeature', () => {
  it('writes a Feature as a file has it', () => {
    expect(stringifyFeature(tower)).toBe(towerFeature);
    expect(stringifyFeature(island)).toBe(islandFeature);
  });

  it('adds a distance', () => {
    expect(JSON.parse(stringifyFeature(tower, 5.5)).properties).toEqual({
      description: 'Eiffel "T"',
      distance: 5.5,
    });
    expect(stringifyFeature(island, 0)).toBe(islandFeature.replace('{}', '{"distance":0}'));
  });
});
