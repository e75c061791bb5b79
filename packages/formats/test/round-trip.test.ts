import type { LocationRecord } from '@location-records/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringifyRecords, type TextFormat } from '../src/index.ts';
import { anyRecord, chunksOf, parseAll, recordsOf, refusedOf } from './parsing.ts';

const jsonFormats: readonly TextFormat[] = ['geojson', 'geojsonseq', 'ndjson', 'json', 'json-object'];

/** Each identifier once, since an object would have the last of several only. */
const anyRecords = fc.uniqueArray(anyRecord, { selector: ([id]) => id, maxLength: 12 });

async function write(records: readonly LocationRecord[], format: TextFormat): Promise<string> {
  let text = '';
  for await (const piece of stringifyRecords([records.slice(0, 5), [], records.slice(5)], { format }))
    text += piece;
  return text;
}

describe.each(jsonFormats)('%s', (format) => {
  it('gives back any records, from chunks of any size, and the same text again', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, fc.integer({ min: 1, max: 50 }), async (records, size) => {
        const text = await write(records, format);
        const entries = await parseAll(chunksOf(text, size), { format });
        expect(recordsOf(entries)).toEqual(records);
        expect(entries).toHaveLength(records.length);
        expect(await write(recordsOf(entries), format)).toBe(text);
      }),
    );
  });

  it('tells where each record begins', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, async (records) => {
        const text = await write(records, format);
        const bytes = Buffer.from(text);
        const entries = await parseAll(text, { format });
        for (const [index, entry] of entries.entries()) {
          const start = entry.byte as number;
          expect(entry.index).toBe(index + 1);
          expect(entry.line).toBe(bytes.subarray(0, start).toString().split('\n').length);
          expect(bytes.subarray(start).toString()).toMatch(/^[{["]/);
        }
      }),
    );
  });

  it('keeps an absent and an empty description apart', async () => {
    const coordinates = { latitude: 1, longitude: 2 };
    const records: readonly LocationRecord[] = [
      ['absent', { coordinates }],
      ['empty', { description: '', coordinates }],
    ];
    const read = recordsOf(await parseAll(await write(records, format), { format }));
    expect(read.map(([, location]) => location)).toEqual([{ coordinates }, { description: '', coordinates }]);
    expect(read.map(([, location]) => 'description' in location)).toEqual([false, true]);
  });

  it('reads text without records as that', async () => {
    const text = await write([], format);
    expect(await parseAll(text, { format })).toEqual([]);
  });

  it('reads a record longer than many chunks', async () => {
    const id = 'é'.repeat(400_000);
    const records: readonly LocationRecord[] = [
      [id, { description: id, coordinates: { latitude: 1, longitude: 2 } }],
    ];
    const entries = await parseAll(chunksOf(await write(records, format), 65_537), { format });
    expect(refusedOf(entries)).toEqual([]);
    expect(recordsOf(entries)).toEqual(records);
  });

  it('tolerates a byte order mark, and does not write one', async () => {
    const text = await write([['a', { coordinates: { latitude: 1, longitude: 2 } }]], format);
    expect(text).not.toContain('\ufeff');
    const [entry] = await parseAll(chunksOf(`\ufeff${text}`, 1), { format });
    expect(entry).toMatchObject({ record: ['a', {}], index: 1 });
  });

  it('tolerates a byte order mark between records, as it is left where files were joined', async () => {
    const text = await write(
      ['a', 'b', 'c'].map((id) => [id, { coordinates: { latitude: 1, longitude: 2 } }]),
      format,
    );
    const joined = text.replace(/(?=[^\n]*"b")/, '\ufeff');
    for (const size of [1, 65_536]) {
      const entries = await parseAll(chunksOf(joined, size), { format });
      expect(entries.map(({ index }) => index)).toEqual([1, 2, 3]);
      expect(refusedOf(entries)).toEqual([]);
      expect(recordsOf(entries).map(([id]) => id)).toEqual(['a', 'b', 'c']);
    }
  });
});
