import { describe, expect, it } from 'vitest';
import type { TextFormat } from '../src/index.ts';
import { faultsOf, fileOf, goodRecord } from './faults.ts';
import { chunksOf, parseAll, recordsOf, refusedOf } from './parsing.ts';

const jsonFormats: readonly TextFormat[] = ['geojson', 'geojsonseq', 'ndjson', 'json', 'json-object'];

describe.each(jsonFormats)('10,000 records of %s', (format) => {
  it('have 200 faults of 20 kinds, each named once at its line, and nothing else is refused or lost', async () => {
    const faults = faultsOf(format).slice(0, 20);
    expect(faults).toHaveLength(20);
    const records = Array.from({ length: 10_000 }, (_, index) => goodRecord(format, `bad-${index}`));
    // Two in a row now and then, and neither the first nor the last record.
    const wrong = Array.from({ length: 200 }, (_, index) => 17 + 49 * index - (index % 5 === 4 ? 48 : 0));
    for (const [index, place] of wrong.entries()) {
      const { make } = faults[index % 20] as (typeof faults)[number];
      const id = `bad-${place}`;
      records[place] = make(goodRecord(format, 'bad')).replace('bad', id);
    }
    const entries = await parseAll(chunksOf(fileOf(format, records), 65_536), { format });
    expect(entries.map(({ index }) => index)).toEqual(records.map((_, index) => index + 1));
    const places = new Set(wrong);
    const lines = [...places].sort((a, b) => a - b).map((place) => place + 2);
    expect(refusedOf(entries).map(({ line }) => line)).toEqual(lines);
    expect(lines).toHaveLength(200);
    const left = records.flatMap((_, index) => (places.has(index) ? [] : [`bad-${index}`]));
    expect(recordsOf(entries).map(([id]) => id)).toEqual(left);
  });
});
