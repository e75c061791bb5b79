import type { LocationRecord } from '@location-records/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspect, stringifyRecords } from '../../src/index.ts';
import { readGpxRows } from '../../src/rows/gpx-rows.ts';
import { readKmlRows } from '../../src/rows/kml-rows.ts';
import { anyRecords, recordsOf } from '../parsing.ts';
import { fieldsIn } from './xml-rows.ts';

const coordinates = { latitude: 1, longitude: 2 };
const readers = { kml: readKmlRows, gpx: readGpxRows };
type XmlFormat = keyof typeof readers;

async function write(records: readonly LocationRecord[], format: XmlFormat): Promise<string> {
  let text = '';
  for await (const piece of stringifyRecords([records], { format })) text += piece;
  return text;
}

/** Reads records back: the field `id` is the identifier, and `description` the description. */
async function read(text: string, format: XmlFormat, chunkLength?: number): Promise<LocationRecord[]> {
  const rows = await fieldsIn(readers[format], text, chunkLength);
  return rows.map(({ geometry, id, ...description }) => {
    const [longitude, latitude] = (geometry as { coordinates: [number, number] }).coordinates;
    return [id, { ...description, coordinates: { latitude, longitude } }] as LocationRecord;
  });
}

/** Records with coordinates that are degrees. */
function withinRange(records: readonly LocationRecord[]): LocationRecord[] {
  return records.map(
    ([
      id,
      {
        coordinates: { latitude, longitude },
        ...description
      },
    ]) => [
      id,
      { ...description, coordinates: { latitude: (latitude % 90) + 0, longitude: (longitude % 180) + 0 } },
    ],
  );
}

/** Texts that look like what the writer escapes. */
const trickyText = fc
  .array(
    fc.constantFrom(
      '_',
      'x',
      '0',
      '00',
      '_x0001_',
      '_x005F_',
      '\u0001',
      '\uffff',
      ' ',
      '\n',
      '\r',
      ']]>',
      '<table>',
      '&#1;',
      'a',
    ),
  )
  .map((parts) => parts.join(''));

describe.each(['kml', 'gpx'] as const)('%s', (format) => {
  it('has any records as they were, and is the same text when it is written again', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, fc.integer({ min: 1, max: 50 }), async (records, size) => {
        const text = await write(records, format);
        const again = await read(text, format, size);
        expect(again).toStrictEqual(records);
        expect(await write(again, format)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('is understood by inspect() without options, whatever the records are', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords.map(withinRange), async (records) => {
        const text = await write(records, format);
        const again: LocationRecord[] = [];
        const { records: read } = await inspect(text);
        for await (const entries of read()) again.push(...recordsOf(entries));
        expect(again).toStrictEqual(records);
        expect(await write(again, format)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps texts that look like escapes', async () => {
    await fc.assert(
      fc.asyncProperty(trickyText, async (description) => {
        const records: LocationRecord[] = [[`a${description}`, { description, coordinates }]];
        expect(await read(await write(records, format), format)).toStrictEqual(records);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps an absent and an empty description apart', async () => {
    const records: LocationRecord[] = [
      ['absent', { coordinates }],
      ['empty', { description: '', coordinates }],
    ];
    expect(await read(await write(records, format), format)).toStrictEqual(records);
  });

  it('has only characters of XML 1.0, and decimals without an exponent', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, async (records) => {
        const text = await write(records, format);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them.
        expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
        const numbers = format === 'kml' ? /<coordinates>([^<]*)/g : /<wpt lat="([^"]*)" lon="[^"]*"/g;
        for (const [, number = ''] of text.matchAll(numbers)) expect(number).toMatch(/^[-\d.,]+$/);
      }),
      { numRuns: 30 },
    );
  });
});
