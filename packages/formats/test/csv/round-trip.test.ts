import type { LocationRecord } from '@location-records/core';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringifyRecords } from '../../src/index.ts';
import { anyRecords } from '../any-records.ts';
import { recordsOf } from '../parsing.ts';
import { parseCsv } from './parsed-csv.ts';

async function csvOf(records: readonly LocationRecord[]): Promise<string> {
  let text = '';
  for await (const piece of stringifyRecords([records], { format: 'csv' })) text += piece;
  return text;
}

describe('CSV', () => {
  it('gives back any records as they were, and the same bytes again', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, async (records) => {
        const text = await csvOf(records);
        const read = recordsOf(await parseCsv(text));
        expect(read).toEqual(records);
        expect(await csvOf(read)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('is read alike in chunks of any length', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, fc.integer({ min: 1, max: 40 }), async (records, length) => {
        const short = records.filter(([id]) => id.length < 1000);
        expect(recordsOf(await parseCsv(await csvOf(short), {}, length))).toEqual(short);
      }),
      { numRuns: 100 },
    );
  });

  it('is written as csv-stringify writes it', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, async (records) => {
        const rows = records.map(([id, { description, coordinates }]) => [
          id,
          description,
          coordinates.latitude,
          coordinates.longitude,
        ]);
        const expected = stringify([['id', 'description', 'latitude', 'longitude'], ...rows], {
          record_delimiter: '\r\n',
          quoted_match: /^$|[\r\n]/,
        });
        expect(await csvOf(records)).toBe(expected);
      }),
      { numRuns: 200 },
    );
  });

  it('has a header without records', async () => {
    expect(await csvOf([])).toBe('id,description,latitude,longitude\r\n');
    expect(await parseCsv(await csvOf([]))).toEqual([]);
  });

  it('keeps an empty description apart from an absent one', async () => {
    const coordinates = { latitude: 1, longitude: 2 };
    const records: LocationRecord[] = [
      ['absent', { coordinates }],
      ['empty', { description: '', coordinates }],
      ['"', { coordinates }],
      ['""', { description: '', coordinates }],
    ];
    const text = await csvOf(records);
    expect(text).toBe(
      'id,description,latitude,longitude\r\nabsent,,1,2\r\nempty,"",1,2\r\n"""",,1,2\r\n"""""","",1,2\r\n',
    );
    expect(recordsOf(await parseCsv(text))).toEqual(records);
  });

  it('does not escape formulas', async () => {
    const text = await csvOf([['=1+1', { description: '@x', coordinates: { latitude: -1, longitude: 2 } }]]);
    expect(text).toContain('\r\n=1+1,@x,-1,2\r\n');
  });
});
