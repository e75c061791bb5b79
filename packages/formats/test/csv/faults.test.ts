import { describe, expect, it } from 'vitest';
import type { CsvDialect } from '../../src/csv/parser-run.ts';
import { explainFault } from '../../src/csv/row-faults.ts';
import { parseCsv, summaryOf } from './parsed-csv.ts';

const header = 'id,description,latitude,longitude\n';
const [before, after] = ['a,,1,2\n', 'z,"last, one",3,4\n'];

/** What becomes of some lines between two good ones. */
async function between(lines: string, options = {}): Promise<string[]> {
  const entries = await parseCsv(`${header}${before}${lines}${after}`, options);
  for (const length of [1, 7, 64]) {
    expect(await parseCsv(`${header}${before}${lines}${after}`, options, length)).toEqual(entries);
  }
  const [first, ...others] = summaryOf(entries);
  expect(first).toBe('a none 1 2');
  expect(others.pop()).toBe('z last, one 3 4');
  return others;
}

describe('a faulty row of a CSV file is refused alone', () => {
  it.each([
    ['b,x,1\n', 'the row has 3 fields instead of 4'],
    ['b\n', 'the row has 1 field instead of 4'],
    ['b,x,1,2,\n', 'the row has 5 fields instead of 4'],
    [',,,\n', 'the identifier is empty'],
    ['"",x,1,2\n', 'the identifier is empty'],
    ['b,x,,2\n', 'the latitude is missing'],
    ['b,x,1,""\n', 'the longitude is missing'],
    ['b,x,1e999,2\n', 'the latitude is not finite'],
    ['b,x,1,two\n', 'the longitude "two" is not a decimal number'],
    ['b,"x" y,1,2\n', 'a quote within a field in quotes is not doubled'],
    ['b,"a "quoted" word",1,2\n', 'a quote within a field in quotes is not doubled'],
    ['b,6" tall,1,2\n', 'a quote in a field that does not begin with one'],
    ['b,"x,1,2\n', 'a quote is not closed'],
    ['"b,x,1,2\n', 'a quote is not closed'],
    ['b,x,1,"2\n', 'a quote is not closed'],
    ['b,"x,1\n', 'a quote is not closed'],
  ])('%j', async (line, reason) => {
    expect(await between(line)).toEqual([`3: ${reason}`]);
  });

  it('with several faulty rows in a row', async () => {
    expect(await between('b,"x,1,2\nc,"y,1,2\nd,d,3,4\ne,x,1\nf,"f",5,6\ng,"g"g,1,2\n')).toEqual([
      '3: a quote is not closed',
      '4: a quote is not closed',
      'd d 3 4',
      '6: the row has 3 fields instead of 4',
      'f f 5 6',
      '8: a quote within a field in quotes is not doubled',
    ]);
  });

  it('also when a later quote seems to close it', async () => {
    // The quote of the next line is followed by a comma, so the parser takes both lines for one row of five fields.
    expect(await between('b,"x,1,2\nc,c",3,4,5,6\n')).toEqual([
      '3: a quote is not closed',
      '4: a quote in a field that does not begin with one',
    ]);
  });

  it('also when a quoted field of the next row begins with a line end', async () => {
    expect(await between('b,x,1,"2\n"\nc",y,3,4\nd,x,"1,2\n"\r\ne","\n",5,6\n')).toEqual([
      '3: a quote is not closed',
      '\nc y 3 4',
      '6: a quote is not closed',
      '\r\ne \n 5 6',
    ]);
  });

  it('at the end of the file', async () => {
    const entries = await parseCsv(`${header}a,"x,1,2\nb,,1,2\nc,"open`);
    expect(summaryOf(entries)).toEqual([
      '2: a quote is not closed',
      'b none 1 2',
      '4: a quote is not closed',
    ]);
  });

  it('with its position, identifier, rule and suggestion', async () => {
    expect((await parseCsv(`${header}${before}b,x,"1,5",2\n`))[1]).toEqual({
      index: 2,
      line: 3,
      byte: header.length + before.length,
      id: 'b',
      rule: 'SPEC 2',
      reason: 'the latitude "1,5" is not a decimal number',
      suggestion: 'write it with a point: 1.5',
    });
    expect((await parseCsv(`${header}b,x,1,5,2,5\n`))[0]).toMatchObject({
      rule: 'RFC 4180 2.4',
      suggestion: 'write decimal numbers with a point, and put a field with a comma in quotes',
    });
  });

  it('when it is not UTF-8', async () => {
    const text = Buffer.from(`${header}${before}b,?x,1,2\nc,\ufffd,1,2\n${after}`);
    text[text.indexOf('?')] = 0xff;
    const entries = await parseCsv(text);
    expect(summaryOf(entries)).toEqual([
      'a none 1 2',
      '3: it is not UTF-8',
      'c \ufffd 1 2',
      'z last, one 3 4',
    ]);
  });
});

describe('a long text whose quote is not closed', () => {
  const text = (lines: number) => `b,"${'a line, of text\n'.repeat(lines)}`;

  it('is refused line by line up to its 101st line, and the rest of it together', async () => {
    const named = Array.from(
      { length: 100 },
      (_, index) => `${index + 4}: the row has 2 fields instead of 4`,
    );
    const together = '104: 199 rows from here on are refused as well: the quote in line 3 is not closed';
    expect(await between(text(300))).toEqual(['3: a quote is not closed', ...named, together]);
    expect(await between(text(101))).toEqual(['3: a quote is not closed', ...named]);
    expect((await between(text(102))).at(-1)).toBe(
      '104: this row is refused as well: the quote in line 3 is not closed',
    );
  });

  it('is refused together at the end of the file, with its position', async () => {
    const entries = await parseCsv(`${header}${text(300)}`);
    expect(entries).toHaveLength(102);
    expect(entries.at(-1)).toEqual({
      index: 102,
      line: 103,
      byte: header.length + 'b,"'.length + 101 * 'a line, of text\n'.length,
      rule: 'RFC 4180 2.4',
      reason: '199 rows from here on are refused as well: the quote in line 2 is not closed',
      suggestion: 'add a quote at the end of its field',
    });
  });

  it('is not mixed with faults behind the next record, and the next such text is one of its own', async () => {
    const entries = await between(`${text(150)}c,c,3,4\nd,d,3\n${text(150)}`);
    expect(entries.filter((entry) => !entry.endsWith('2 fields instead of 4'))).toEqual([
      '3: a quote is not closed',
      '104: 49 rows from here on are refused as well: the quote in line 3 is not closed',
      'c c 3 4',
      '154: the row has 3 fields instead of 4',
      '155: a quote is not closed',
      '256: 49 rows from here on are refused as well: the quote in line 155 is not closed',
    ]);
  });

  it('has some refusals for hundreds of thousands of lines, with and without a quote at its end', async () => {
    for (const end of ['', '",1,2,3\n']) {
      const entries = await parseCsv(`${header}${text(250_000)}${end}${after}`);
      expect(entries).toHaveLength(1 + 100 + 3 + 1);
      expect(summaryOf(entries).at(-1)).toBe('z last, one 3 4');
    }
  });
});

describe('a row that is longer than the option allows', () => {
  const long = 'x'.repeat(5000);
  const options = { maxRecordLength: 100 };

  it('is refused, and the next row is read', async () => {
    expect(await between(`b,${long},1,2\n`, options)).toEqual(['3: the record is longer than 100 bytes']);
    expect(await between(`b,"${long}",1,2\n`, options)).toEqual(['3: the record is longer than 100 bytes']);
  });

  it('is refused when it has a quote that is not closed, and not the rows that follow', async () => {
    const rows = Array.from({ length: 100 }, (_, number) => `${number},x,1,2\n`).join('');
    const entries = await between(`b,"x,1,2\n${rows}`, options);
    expect(entries).toHaveLength(101);
    expect(entries[0]).toBe('3: a quote is not closed, or the record is longer than 100 bytes');
    expect(entries[100]).toBe('99 x 1 2');
  });

  it('may have as many bytes as the option says', async () => {
    const row = `b,${'x'.repeat(93)},1,2\n`;
    expect(row).toHaveLength(100);
    expect(await between(row, options)).toEqual([`b ${'x'.repeat(93)} 1 2`]);
  });

  it('does not keep more of the file in memory', async () => {
    const size = 2 ** 28;
    const endless = (function* () {
      yield `${header}b,`;
      for (let count = 0; count < size / 2 ** 16; count++) yield 'x'.repeat(2 ** 16);
      yield `,1,2\n${after}`;
    })();
    const { parseRecords } = await import('../../src/index.ts');
    const entries = [];
    const start = process.memoryUsage().arrayBuffers;
    let peak = 0;
    for await (const batch of parseRecords(endless, { format: 'csv', maxRecordLength: 10_000 })) {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - start);
      entries.push(...batch);
    }
    expect(summaryOf(entries)).toEqual(['2: the record is longer than 10000 bytes', 'z last, one 3 4']);
    // V8 takes its time to collect what was dropped.
    expect(peak).toBeLessThan(size / 4);
  });
});

it('an open quote is told behind a delimiter of several bytes, too', () => {
  const dialect = { delimiter: '€', maxRecordLength: 100, oneLineColumns: [] } satisfies CsvDialect;
  const { reason } = explainFault('CSV_QUOTE_NOT_CLOSED', new TextEncoder().encode('a€"open'), dialect);
  expect(reason).toBe('a quote is not closed');
});
