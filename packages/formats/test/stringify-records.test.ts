import type { LocationRecord } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { stringifyFeature, stringifyRecords, type TextFormat } from '../src/index.ts';

const records: readonly LocationRecord[] = [
  ['a', { coordinates: { latitude: 1, longitude: 2 } }],
  ['b', { description: 'b', coordinates: { latitude: 3, longitude: 4 } }],
];

/** The distance of the first record alone. */
const distanceOf = ([id]: LocationRecord) => (id === 'a' ? 0.1 : undefined);

async function write(format: TextFormat, distances?: typeof distanceOf): Promise<string> {
  let text = '';
  for await (const piece of stringifyRecords([records], { format, distanceOf: distances })) text += piece;
  return text;
}

describe('distances', () => {
  const features = [
    stringifyFeature(records[0] as LocationRecord, 0.1),
    stringifyFeature(records[1] as LocationRecord),
  ];

  it.each([
    ['geojson', `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`],
    ['ndjson', features.map((feature) => `${feature}\n`).join('')],
    ['geojsonseq', features.map((feature) => `\x1e${feature}\n`).join('')],
  ] as const)('are properties in %s, where there are some', async (format, expected) => {
    expect(await write(format, distanceOf)).toBe(expected);
    expect(await write(format)).not.toContain('distance');
  });

  it.each(['json', 'json-object', 'csv'] as const)('are left out of %s', async (format) => {
    expect(await write(format, distanceOf)).toBe(await write(format));
  });
});
