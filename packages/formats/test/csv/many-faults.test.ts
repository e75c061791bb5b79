import { describe, expect, it } from 'vitest';
import { chunksOf, parseAll, recordsOf, refusedOf } from '../parsing.ts';

/** Twenty kinds of faults in the row of an identifier, each with the reason. */
const faults: readonly (readonly [make: (id: string) => string, reason: string])[] = [
  [(id) => `${id},x,1`, 'the row has 3 fields instead of 4'],
  [(id) => `${id}`, 'the row has 1 field instead of 4'],
  [(id) => `${id},x,1,2,`, 'the row has 5 fields instead of 4'],
  [(id) => `${id},x,48,2,16,3`, 'the row has 6 fields instead of 4'],
  [() => ',x,1,2', 'the identifier is empty'],
  [() => '"",x,1,2', 'the identifier is empty'],
  [(id) => `${id},x,,2`, 'the latitude is missing'],
  [(id) => `${id},x,1,`, 'the longitude is missing'],
  [(id) => `${id},x,"48,2",2`, 'the latitude "48,2" is not a decimal number'],
  [(id) => `${id},x,48°12'N,2`, 'the latitude "48°12\'N" is not a decimal number'],
  [(id) => `${id},x,1,0x10`, 'the longitude "0x10" is not a decimal number'],
  [(id) => `${id},x,1,.5`, 'the longitude ".5" is not a decimal number'],
  [(id) => `${id},x,1 000,2`, 'the latitude "1 000" is not a decimal number'],
  [(id) => `${id},x,1,NaN`, 'the longitude "NaN" is not a decimal number'],
  [(id) => `${id},x,1e999,2`, 'the latitude is not finite'],
  [(id) => `${id},"x,1,2`, 'a quote is not closed'],
  [(id) => `"${id},x,1,2`, 'a quote is not closed'],
  [(id) => `${id},6" tall,1,2`, 'a quote in a field that does not begin with one'],
  [(id) => `${id},"a "b" c",1,2`, 'a quote within a field in quotes is not doubled'],
  [(id) => `${id},"x" ,1,2`, 'a quote within a field in quotes is not doubled'],
];

describe('2,000 rows with line ends in their fields', () => {
  it('are read between 200 rows whose last field has an opening quote only', async () => {
    const texts = ['"\nx"', '"x\r\ny"', '"\n"', 'x', '""', '"\r"', '",\n"', '"a""\n"'];
    const lines: number[] = [];
    const ids: string[] = [];
    let text = 'id,description,latitude,longitude\n';
    for (let index = 0; index < 2200; index++) {
      const isWrong = index % 11 === 5;
      if (isWrong) lines.push(text.split(/\r\n|\r|\n/).length);
      else ids.push(`\n${index}`);
      text += isWrong ? 'bad,x,1,"2\n' : `"\n${index}",${texts[index % 8]},1,2\n`;
    }
    const entries = await parseAll(chunksOf(text, 65_536), { format: 'csv' });
    expect(refusedOf(entries).map(({ line }) => line)).toEqual(lines);
    expect(recordsOf(entries).map(([id]) => id)).toEqual(ids);
  });
});

describe('10,000 rows of CSV', () => {
  it('have 200 faults of 20 kinds, each named once at its line, and nothing else is refused or lost', async () => {
    const descriptions = ['', '""', 'plain', '"with, comma"', '"with ""quotes"""'];
    const rows = Array.from(
      { length: 10_000 },
      (_, index) => `id-${index},${descriptions[index % 5]},1.5,${index % 180}`,
    );
    const expected = new Map<number, string>();
    for (let index = 0; index < 200; index++) {
      const place = 17 + 49 * index - (index % 5 === 4 ? 48 : 0);
      const [make, reason] = faults[index % 20] as (typeof faults)[number];
      rows[place] = make(`id-${place}`);
      expected.set(place, reason);
    }
    expect(expected.size).toBe(200);
    const text = ['id,description,latitude,longitude', ...rows, ''].join('\r\n');
    const entries = await parseAll(chunksOf(text, 65_536), { format: 'csv' });
    expect(entries.map(({ index, line }) => [index, line])).toEqual(
      rows.map((_, index) => [index + 1, index + 2]),
    );
    expect(refusedOf(entries).map(({ line, reason }) => [line - 2, reason])).toEqual(
      [...expected].sort(([a], [b]) => a - b),
    );
    const left = rows.flatMap((_, index) => (expected.has(index) ? [] : [`id-${index}`]));
    expect(recordsOf(entries).map(([id]) => id)).toEqual(left);
  });
});
