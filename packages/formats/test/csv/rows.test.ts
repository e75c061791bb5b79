import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv, summaryOf } from './parsed-csv.ts';

const header = 'id,description,latitude,longitude\n';

describe('the rows of a CSV file', () => {
  it.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ])('end with %s', async (_, end) => {
    const text = ['id,latitude,longitude', 'a,1,2', '', 'b,3,4', ''].join(end);
    const entries = await parseCsv(text);
    expect(entries).toMatchObject([
      { index: 1, line: 2, byte: 21 + end.length, record: ['a', {}] },
      { index: 2, line: 4, byte: 26 + 3 * end.length, record: ['b', {}] },
    ]);
    expect(await parseCsv(text, {}, 1)).toEqual(entries);
  });

  it('may end differently, and without a line end', async () => {
    const entries = await parseCsv('id,latitude,longitude\r\na,1,2\nb,3,4\rc,5,6');
    expect(summaryOf(entries)).toEqual(['a none 1 2', 'b none 3 4', 'c none 5 6']);
    expect(entries.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  it('may have fields of several lines, which count for the next lines', async () => {
    const text = `${header}a,"one\ntwo\r\nthree\rfour",1,2\nb,"\n\n",3,4\nc,,5,6\n`;
    const entries = await parseCsv(text);
    expect(entries.map(({ line }) => line)).toEqual([2, 6, 9]);
    expect(entries.map(({ byte }) => byte)).toEqual(
      ['a,', 'b,"', 'c,'].map((start) => text.indexOf(`\n${start}`) + 1),
    );
    expect(entries[0]).toMatchObject({ record: ['a', { description: 'one\ntwo\r\nthree\rfour' }] });
  });

  it('are behind a byte order mark', async () => {
    const entries = await parseCsv(`\ufeff${header}\ufeffa,\ufeff,1,2\n`);
    expect(entries).toMatchObject([{ line: 2, byte: 37, record: ['\ufeffa', { description: '\ufeff' }] }]);
  });

  it('are behind two byte order marks', async () => {
    for (const format of ['csv', undefined] as const) {
      const entries = await parseCsv(`\ufeff\ufeff${header}a,,1,2\n`, { format }, 1);
      expect(entries).toMatchObject([{ line: 2, byte: 40, record: ['a', {}] }]);
    }
  });

  it('may have NUL in them', async () => {
    expect(summaryOf(await parseCsv(`${header}a\0b,"\0",1,2\n`))).toEqual(['a\0b \0 1 2']);
  });

  it('are read as csv-parse reads them by itself, where it meets no fault', async () => {
    const parts = ['"', '""', ',', ';', '\n', '\r\n', 'a', 'é', ' ', '\0', '\ufeff', '"x"', 'b,"a\n",1,2\n'];
    const text = fc
      .array(fc.constantFrom(...parts), { maxLength: 40 })
      .map((some) => `${header}${some.join('')}`);
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 30 }), async (content, length) => {
        const entries = await parseCsv(content, {}, length);
        expect(await parseCsv(content)).toEqual(entries);
        const rows = parseAlone(content);
        // A row of several lines without four fields is read line by line: a quote may not be closed.
        if (rows === undefined || rows.some((row) => row.length !== 4 && /[\r\n]/.test(row.join('')))) {
          expect(entries.some((entry) => 'reason' in entry)).toBe(true);
          return;
        }
        expect(entries.map((entry) => ('reason' in entry ? undefined : entry.record[0]))).toEqual(
          rows
            .slice(1)
            .map(([id, _, latitude, longitude, ...more]) =>
              id && latitude === '1' && longitude === '2' && more.length === 0 ? id : undefined,
            ),
        );
      }),
      { numRuns: 2000 },
    );
  });
});

/** The rows as `csv-parse` reads all of them at once; `undefined` when it fails. */
function parseAlone(content: string): string[][] | undefined {
  try {
    return parse(content, {
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
    });
  } catch {
    return undefined;
  }
}
