import type { LocationRecord } from '@location-records/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formats, stringifyRecords, type TextFormat } from '../src/index.ts';
import { anyRecords, chunksOf, parseAll, recordsOf } from './parsing.ts';

const strictFormats = formats
  .map(({ name }) => name)
  .filter((name): name is TextFormat => !['gpkg', 'kml', 'gpx'].includes(name));
const coordinates = { latitude: 1, longitude: 2 };

async function write(records: readonly LocationRecord[], format: TextFormat): Promise<string> {
  let text = '';
  const batches = [records.slice(0, 5), [], records.slice(5)];
  for await (const piece of stringifyRecords(batches, { format })) text += piece;
  return text;
}

describe.each(strictFormats)('%s', (format) => {
  it('reads any records back from chunks of any size, with their places, and writes the same text again', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, fc.integer({ min: 1, max: 50 }), async (records, size) => {
        const text = await write(records, format);
        const entries = await parseAll(chunksOf(text, size), { format });
        expect(recordsOf(entries)).toEqual(records);
        expect(entries).toHaveLength(records.length);
        expect(await write(recordsOf(entries), format)).toBe(text);
        const bytes = Buffer.from(text);
        for (const [index, entry] of entries.entries()) {
          const before = bytes.subarray(0, entry.byte).toString();
          expect([entry.index, entry.line]).toEqual([index + 1, before.split(/\r\n|\r|\n/).length]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('keeps an absent and an empty description apart', async () => {
    const records: LocationRecord[] = [
      ['absent', { coordinates }],
      ['empty', { description: '', coordinates }],
    ];
    expect(recordsOf(await parseAll(await write(records, format), { format }))).toStrictEqual(records);
  });

  it('reads text without records as empty', async () => {
    expect(await parseAll(await write([], format), { format })).toEqual([]);
  });

  it('reads a record longer than many chunks', async () => {
    const id = 'é'.repeat(200_000);
    const records: LocationRecord[] = [[id, { description: id, coordinates }]];
    expect(recordsOf(await parseAll(chunksOf(await write(records, format), 9999), { format }))).toEqual(
      records,
    );
  });
});
