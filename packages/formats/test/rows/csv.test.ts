import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsvRows } from '../../src/rows/csv-rows.ts';
import type { Row, RowEntry, RowSettings } from '../../src/rows/row.ts';
import { sourceOf } from './rows.ts';

interface Reading {
  readonly entries: readonly RowEntry[];
  readonly notes: readonly string[];
}

/** Reads a CSV file that comes in chunks of a size. */
async function read(
  content: string | Uint8Array,
  settings: Partial<RowSettings> = {},
  size = 65_536,
): Promise<Reading> {
  const notes: string[] = [];
  const entries: RowEntry[] = [];
  const all = {
    maxRecordLength: 2 ** 24,
    note: (text: string) => notes.push(text),
    system() {},
    ...settings,
  };
  for await (const batch of readCsvRows(sourceOf(content, size), all)) entries.push(...batch);
  return { entries, notes };
}

/** The fields of the rows, and the lines and reasons of refusals. */
async function rowsOf(content: string | Uint8Array, settings?: Partial<RowSettings>, size?: number) {
  const { entries } = await read(content, settings, size);
  return entries.map((entry) =>
    'fields' in entry ? Object.fromEntries(entry.fields) : `${entry.line}: ${entry.reason}`,
  );
}

const place = { id: 'a', lat: '1.5', lon: '2.5' };
const other = { id: 'b', lat: '3.5', lon: '4.5' };

describe('the separator is', () => {
  it.each([
    ['a comma', 'id,lat,lon\na,1.5,2.5\n', []],
    ['a semicolon', 'id;lat;lon\na;1.5;2.5\n', []],
    ['a tab', 'id\tlat\tlon\na\t1.5\t2.5\n', []],
    ['a bar', 'id|lat|lon\na|1.5|2.5\n', ['"|" separates the columns']],
    ['what sep= names', 'sep=^\nid^lat^lon\na^1.5^2.5\n', ['"^" separates the columns']],
    ['spaces', 'id lat lon\na  1.5 2.5\n', ['spaces separate the columns']],
  ] as const)('%s', async (_, text, notes) => {
    const { entries, notes: noted } = await read(text);
    expect(noted).toEqual(notes);
    expect(entries).toMatchObject([{ index: 1, fields: new Map(Object.entries(place)) }]);
  });

  it.each([
    ['that of the rows, not of a name', 'name;place, town;lat\nx;y;1.5\n', { 'place, town': 'y' }],
    ['not a decimal comma', 'id;lat;lon\na;48,25;16,5\nb;48,5;16,25\n', { id: 'a', lat: '48,25' }],
    ['not a comma in each text', 'id;text;lat\na;x, y;1\nb;x, z;2\nc;v, w;3\n', { id: 'a', text: 'x, y' }],
    ['not in quotes', 'id,"a;b;c;d"\nx,"1;2;3;4"\n', { id: 'x', 'a;b;c;d': '1;2;3;4' }],
    ['found beside quotes for seconds', 'id,lat,lon\na,1°2\'3"N,4°5\'6"E\n', { id: 'a', lat: '1°2\'3"N' }],
    ['what sep= names, not what is usual', '"sep=;"\r\nid;a,b\r\nx;1,2\r\n', { id: 'x', 'a,b': '1,2' }],
    ['not a space within a name', 'stop name  lat  lon\nOld Mill  1.5  2.5\n', { 'stop name': 'Old Mill' }],
    ['not needed with one column', 'coordinates\n"1.5, 2.5"\n', { coordinates: '1.5, 2.5' }],
    ['not within the only column', 'coordinates\n1.5, 2.5\n3.5, 4.5\n', { coordinates: '1.5, 2.5' }],
  ] as const)('%s', async (_, text, fields) => {
    expect((await rowsOf(text))[0]).toMatchObject(fields);
  });

  it('what the settings say', async () => {
    expect(await rowsOf('sep=,\na,b;c,d\n1,2;3,4\n', { delimiter: ';' })).toEqual([
      { 'a,b': '1,2', 'c,d': '3,4' },
    ]);
  });
});

describe('the header of a CSV file', () => {
  const lines = (count: number) => [
    `${count} ${count > 1 ? 'lines before the header are' : 'line before the header is'} skipped`,
  ];

  it.each([
    ['first', '', []],
    ['behind a byte order mark', '\ufeff', []],
    ['behind empty lines', '\n\r\n', []],
    ['behind comments', '# made, by, hand\n# 2024\n', lines(2)],
    ['behind comments with slashes', '// one\n\n// two\n', lines(2)],
    ['behind comments of a spreadsheet', '"# a, b",,\n#,,\n', lines(2)],
    ['behind a title', 'Stations 2024\n', lines(1)],
    ['behind a title and an empty row', 'Stations 2024,,\n,,\nAll of them,2,\n', lines(3)],
    ['behind sep= and a title', 'sep=,\nStations\n', lines(1)],
  ])('is found %s', async (_, front, notes) => {
    const text = `${front}id,lat,lon\na,1.5,2.5\nb,3.5,4.5\n`;
    for (const size of [1, 65_536]) {
      const { entries, notes: noted } = await read(text, {}, size);
      expect(noted).toEqual(notes);
      expect(entries.map((entry) => 'fields' in entry && Object.fromEntries(entry.fields))).toEqual([
        place,
        other,
      ]);
    }
  });

  it.each([
    ['may begin with the mark of a comment', '#id,lat,lon\na,1.5,2.5\n', place],
    ['may be a comment above texts', '#id,name\na,x\nb,y\n', { id: 'a', name: 'x' }],
    ['may be the last comment', '# 2024\n# id,lat,lon\na,1.5,2.5\n', place],
    ['may have a mark as its first name', '#,lat,lon\n1,1.5,2.5\n', { '#': '1', lat: '1.5', lon: '2.5' }],
    ['has names without spaces around them', ' id , lat,lon\u00a0\na,1.5,2.5\n', place],
    ['may have quotes', '"id", "lat","lon"\na,1.5,2.5\n', place],
    ['may have names of several lines', 'id,lat,"the\nlon"\na,1.5,2.5\n', { 'the lon': '2.5' }],
    [
      'numbers equal names',
      'x,name,name,name_2,name\n1,a,b,c,d\n',
      { name: 'a', name_3: 'b', name_2: 'c', name_4: 'd' },
    ],
    ['may lack names of columns', 'id,,lat,\na,,1.5,x\n', { id: 'a', lat: '1.5', column4: 'x' }],
    ['may have names like geometries', 'id,POINT_X,POINT_Y\na,1.5,2.5\nb,3.5,4.5\n', { POINT_X: '1.5' }],
    ['may have days', 'id,2020-01-01,2020-01-02\na,1,2\nb,3,4\n', { id: 'a', '2020-01-01': '1' }],
    [
      'may be above rows without values',
      'id,lat,lon\na,NA,NA\nb,NA,NA\nc,1,2\nd,3,4\n',
      { id: 'a', lat: 'NA' },
    ],
    ['may have years', 'id,lat,lon,2019,2020\na,1.5,2.5,7,8\n', { ...place, 2019: '7', 2020: '8' }],
    ['may be wider than most rows', 'id,lat,lon,a,b\na,1.5,2.5,,\nb,3.5,4.5,,\n', place],
    [
      'may have numbers in names',
      '1-50 dead,0 lat,10 metres\na,1.5,2.5\nb,3.5,4.5\n',
      { '1-50 dead': 'a', '0 lat': '1.5' },
    ],
    ['may be alone above texts', 'id,name\na,x\nb,y\n', { id: 'a', name: 'x' }],
    ['may be above pairs', 'id,at\na,"1.5, 2.5"\n', { id: 'a', at: '1.5, 2.5' }],
    ['may be above geometries', 'id,wkt\na,POINT (1 2)\n', { id: 'a', wkt: 'POINT (1 2)' }],
  ] as const)('%s', async (_, text, fields) => {
    expect((await rowsOf(text))[0]).toMatchObject(fields);
  });

  it.each([
    ['groups of columns', 'Place,,,More,\nid,lat,lon,a,b\na,1.5,2.5,,\nb,3.5,4.5,,\n', 1],
    ['pairs of names and values', 'By,us\nOn,Monday\nid,lat,lon\na,1.5,2.5\nb,3.5,4.5\n', 2],
    ['a long sentence', 'These, of all, are the, places, here\nid,lat,lon\na,1.5,2.5\nb,3.5,4.5\n', 1],
  ])('is found below %s', async (_, text, skipped) => {
    const { entries, notes } = await read(text);
    expect(entries.map((entry) => 'fields' in entry && Object.fromEntries(entry.fields))).toEqual([
      place,
      other,
    ]);
    expect(notes).toEqual(lines(skipped));
  });

  it('is above the units, which are a row', async () => {
    expect((await rowsOf('id,lat,lon\n,degrees_north,degrees_east\na,1.5,2.5\n')).at(-1)).toEqual(place);
  });

  it('is above the formats of columns and the lines of a drawn table, which are no rows', async () => {
    expect(await rowsOf('id\tlat\tlon\n5s\t16s\t10n\na\t1.5\t2.5\n')).toEqual([place]);
    expect(
      await rowsOf('+----+-----+-----+\n| id | lat | lon |\n|----|-----|-----|\n| a | 1 | 2 |\n'),
    ).toEqual([{ id: ' a ', lat: ' 1 ', lon: ' 2 ' }]);
  });

  it('may lack a name for the numbers of the rows', async () => {
    const text = '"id","lat","lon"\n"1","a",1.5,2.5\n"2","b",3.5,4.5\n';
    expect(await rowsOf(text)).toEqual([
      { column1: '1', ...place },
      { column1: '2', ...other },
    ]);
  });

  it('may be in quotes as a whole, as the rows are', async () => {
    expect(await rowsOf('"id,""lat"",lon"\n"a,1.5,""2.5"""\n"b,3.5,4.5"\n')).toEqual([place, other]);
  });

  it('is refused if almost all rows have more fields', async () => {
    await expect(read('id,lat,lon\na,1,5,2,5\nb,3,5,4,5\n')).rejects.toThrow(
      'Most rows have 5 fields, and the header has 3. If commas are decimal signs as well, save the file with ' +
        'semicolons. Otherwise name all columns with columns: […].',
    );
    await expect(read('a;b;1\nc;d;2\n', { columns: ['x', 'y'] })).rejects.toThrow(
      'Most rows have 3 fields, and 2 columns are named. Name all columns with columns: […].',
    );
  });

  it('gives way to names that are given', async () => {
    const { entries, notes } = await read('# x\na,1.5,2.5\n', { columns: ['id', 'lat', 'lon'] });
    expect(entries).toMatchObject([{ fields: new Map(Object.entries(place)) }]);
    expect(notes).toEqual(['1 line before the first row is skipped']);
  });

  it('may be missing, and the columns have numbers then', async () => {
    const { entries, notes } = await read('a,Vienna,48.2,16.4\nb,Linz,48.3,14.3\n');
    expect(entries).toHaveLength(2);
    expect(Object.fromEntries((entries[0] as Row).fields)).toEqual({
      column1: 'a',
      column2: 'Vienna',
      column3: '48.2',
      column4: '16.4',
    });
    expect(notes).toEqual([
      'the file has no header: its columns are column1, column2, …; columns: […] names them',
    ]);
  });

  it.each([
    [
      'GeoNames',
      '1\tSankt X\tSankt X\tX,Y\t48.2\t16.3\tP\tPPL\tAT\t\t09\t900\t\t\t1200\t\t171\tEurope/Vienna\t2020-01-01\n',
    ],
    ['GeoNames', 'AT\t1010\tSankt X\tWien\t09\t\t900\t\t\t48.2\t16.3\t6\n'],
    [
      'OpenFlights',
      '1,"Sankt X","X","Austria",\\N,"LOXX",48.2,16.3,600,1,"E","Europe/Vienna","airport","us"\n',
    ],
  ])('may be missing in tables of %s', async (publisher, text) => {
    const { entries, notes } = await read(text);
    expect(notes).toEqual([
      `the file has no header: its columns are those of ${publisher}; columns: […] names them`,
    ]);
    const [{ fields }] = entries as [Row];
    expect([fields.get('latitude'), fields.get('longitude'), fields.has('iata')]).toEqual([
      '48.2',
      '16.3',
      false,
    ]);
    expect([...fields.values()]).toContain('Sankt X');
  });

  it('may come again, and is no row', async () => {
    const { entries, notes } = await read('id,lat,lon\na,1.5,2.5\nid,lat,lon\nb,3.5,4.5\n');
    expect(entries.map(({ index, line }) => [index, line])).toEqual([
      [1, 2],
      [2, 4],
    ]);
    expect(notes).toEqual(['1 repeated header is skipped']);
  });

  it('is refused if it is not text', async () => {
    await expect(read('id\0,lat\n1,2\n')).rejects.toMatchObject({ code: 'FORMAT_INVALID' });
  });

  it('and no rows are in an empty file', async () => {
    expect(await read('')).toEqual({ entries: [], notes: [] });
    expect(await read('\n\n')).toEqual({ entries: [], notes: [] });
    expect(await read('id,lat,lon\n')).toEqual({ entries: [], notes: [] });
  });
});

describe('a row of a CSV file', () => {
  const rows = async (lines: string) => (await rowsOf(`id,lat,lon\n${lines}b,3.5,4.5\n`)).slice(0, -1);

  it.each([
    ['has no field for an empty cell', 'a,,2.5\n', { id: 'a', lon: '2.5' }],
    ['has an empty field for a quoted one', 'a,"",2.5\n', { id: 'a', lat: '', lon: '2.5' }],
    ['has no field for what databases write for an absent value', 'a,\\N,"\\N"\n', { id: 'a', lon: '\\N' }],
    ['is exact', ' a ,+1.50,"x\r\ny ""z"""\n', { id: ' a ', lat: '+1.50', lon: 'x\r\ny "z"' }],
    ['may have empty cells at its end', 'a,1.5,2.5,, ,""\n', place],
    ['may be shorter', 'a,1.5\n', { id: 'a', lat: '1.5' }],
    [
      'may have quotes within a field',
      '5" pipe,1.5,the "old" one\n',
      { id: '5" pipe', lat: '1.5', lon: 'the "old" one' },
    ],
    ['may have spaces around quotes', 'a, "1.5" ,  "2,5"\n', { id: 'a', lat: '1.5', lon: '2,5' }],
  ])('%s', async (_, lines, fields) => {
    expect(await rows(lines)).toEqual([fields]);
  });

  it.each([
    ['a,1,5,2,5\n', ['2: the row has 5 fields instead of 3']],
    ['a,"1\n', ['2: a quote is not closed']],
    ['"a,1\nx,"y",2\n', ['2: a quote is not closed', { id: 'x', lat: 'y', lon: '2' }]],
    ['a,"1\nx"\n', ['2: a quote is not closed', { id: 'x"' }]],
    ['a,"1\nx",3,4\n', ['2: a quote is not closed', { id: 'x"', lat: '3', lon: '4' }]],
    ['a,"x" y\n', ['2: a quote within a field in quotes is not doubled']],
  ])('is refused alone: %j', async (lines, expected) => {
    expect(await rows(lines)).toEqual(expected);
  });

  it.each([
    ['not doubled', '"the "old" mill",1,2\n', { id: 'the "old" mill', lat: '1', lon: '2' }],
    [
      'not doubled at the end',
      '1,2,"the "old, cold" mill"\n',
      { id: '1', lat: '2', lon: 'the "old, cold" mill' },
    ],
    ['behind backslashes', '"the \\"old\\", mill",1,2\n', { id: 'the "old", mill', lat: '1', lon: '2' }],
    ['not closed', '"old mill,1,2\n', { id: '"old mill', lat: '1', lon: '2' }],
    ['closed too early', '"old" mill,1,2\n', { id: '"old" mill', lat: '1', lon: '2' }],
  ])('may have quotes that are %s', async (_, lines, fields) => {
    const { entries, notes } = await read(`id,lat,lon\n${lines}b,3.5,4.5\n`);
    expect(entries.map((entry) => 'fields' in entry && Object.fromEntries(entry.fields))).toEqual([
      fields,
      other,
    ]);
    expect(notes).toEqual(['misplaced quotes in 1 row are read as text']);
  });

  it('may have single quotes in a table with tabs, which join no lines', async () => {
    const text = 'id\tlat\tnote\na\t1\t"Old mill\nb\t2\tmill 5"\n';
    expect(await rowsOf(text)).toEqual([
      { id: 'a', lat: '1', note: '"Old mill' },
      { id: 'b', lat: '2', note: 'mill 5"' },
    ]);
  });

  it.each([',,\n', ' \n', '"","",\n', '\r\n', '\x1a\n'])('is none if it has nothing: %j', async (line) => {
    expect(await rows(line)).toEqual([]);
  });

  it('with a comma in its numbers is refused with advice', async () => {
    const { entries } = await read('id,lat,lon\na,48,2,16,4\n');
    expect(entries).toMatchObject([
      {
        index: 1,
        line: 2,
        byte: 11,
        suggestion: 'write decimal numbers with a point, and put a field with a comma in quotes',
      },
    ]);
  });

  it.each(['\n', '\r\n', '\r'])('has its place in a file with lines that end with %j', async (end) => {
    const text = ['id,lat', 'a,1', '', '"b', '",2', 'c,3'].join(end);
    for (const size of [1, 1000]) {
      expect((await read(text, {}, size)).entries).toMatchObject([
        { index: 1, line: 2, byte: 6 + end.length, length: 3 + end.length },
        { index: 2, line: 4, byte: 9 + 3 * end.length, length: 5 + 2 * end.length },
        { index: 3, line: 6, byte: 14 + 5 * end.length, length: 3 },
      ]);
    }
  });

  it('is counted if it is shorter than the header', async () => {
    const { notes } = await read('id,lat,lon\na,1\nb\nc,1,2\n');
    expect(notes).toEqual(['2 rows are shorter than the header']);
  });

  it('is refused if it is longer than maxRecordLength', async () => {
    const text = `id,lat\na,${'1'.repeat(5000)}\nb,2\n`;
    expect(await rowsOf(text, { maxRecordLength: 100 }, 64)).toEqual([
      '2: the record is longer than 100 bytes',
      { id: 'b', lat: '2' },
    ]);
  });

  it('has no offset if the file is not UTF-8', async () => {
    const { entries } = await read(Buffer.from('id,n\na,K\xf6ln\n', 'latin1'));
    expect(entries).toMatchObject([
      {
        line: 2,
        byte: undefined,
        fields: new Map([
          ['id', 'a'],
          ['n', 'Köln'],
        ]),
      },
    ]);
  });

  it('is refused if some of its bytes are not in the encoding', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,n\na,Köln\nb,K'),
      Buffer.of(0xf6),
      Buffer.from('ln\nc,München\n'),
    ]);
    expect(await rowsOf(bytes)).toMatchObject([{ id: 'a' }, '3: it is not UTF-8', { id: 'c' }]);
  });
});

describe('what a program writes as CSV is read exactly', () => {
  /** A style in which programs write CSV. */
  const styles = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    quotes: fc.constantFrom('all', 'texts', 'needed'),
    encoding: fc.constantFrom('utf8', 'utf8 with a mark', 'utf16le', 'utf16be'),
    size: fc.constantFrom(1, 7, 100, 65_536),
  });
  type Style = typeof styles extends fc.Arbitrary<infer Value> ? Value : never;

  function write(
    rows: readonly (readonly string[])[],
    { delimiter, end, quotes, encoding }: Style,
  ): Uint8Array {
    const field = (text: string) => {
      const isNeeded = text.includes(delimiter) || /["\r\n]/.test(text);
      const isText = text !== '' && !/^-?\d+(\.\d+)?$/.test(text);
      const isQuoted = isNeeded || quotes === 'all' || (quotes === 'texts' && isText);
      return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const text = rows.map((row) => row.map(field).join(delimiter) + end).join('');
    if (encoding === 'utf16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
    if (encoding === 'utf16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    return Buffer.from(encoding === 'utf8' ? text : `\ufeff${text}`);
  }

  const names = ['id', 'lat', 'lon', 'text', 'more'];

  /** Rows of texts, with numbers in the second and third column. */
  function rowsWith(texts: fc.Arbitrary<string>): fc.Arbitrary<string[][]> {
    const number = fc.integer({ min: -9_000, max: 9_000 }).map((value) => String(value / 100));
    return fc
      .array(fc.tuple(number, number, texts, texts), { minLength: 3, maxLength: 12 })
      .map((rows) => rows.map((row, index) => [`place ${index}`, ...row]));
  }

  async function checkRead(rows: readonly string[][], style: Style, settings: Partial<RowSettings>) {
    const { entries } = await read(write([names, ...rows], style), settings, style.size);
    const isAbsent = (cell: string) => cell === '' && style.quotes !== 'all';
    expect(entries.map((entry) => ('fields' in entry ? [...entry.fields] : entry.reason))).toEqual(
      rows.map((row) => row.flatMap((cell, column) => (isAbsent(cell) ? [] : [[names[column], cell]]))),
    );
  }

  const withoutTabs = (text: string) => (/[\r\n]/.test(text) ? text.replaceAll('\t', '') : text);

  it('with any text if the separator is named', async () => {
    const parts = fc.constantFrom(
      '"',
      '""',
      ',',
      ';',
      '\t',
      '|',
      '\n',
      '\r\n',
      '\r',
      '#',
      ' ',
      '\0',
      '\ufeff',
      '\\"',
    );
    const texts = fc
      .oneof(fc.string({ unit: parts }), fc.string({ unit: 'binary' }))
      .map((text) => text.replaceAll('\ufffd', ''));
    await fc.assert(
      fc.asyncProperty(rowsWith(texts), styles, (rows, style) => {
        // Lines with all their tabs are rows.
        const written = rows.map((row) =>
          row.map((cell) => (style.delimiter === '\t' ? withoutTabs(cell) : cell)),
        );
        return checkRead(written, style, { delimiter: style.delimiter });
      }),
      { numRuns: 100 },
    );
  });

  it('with texts of people', async () => {
    const words = fc.constantFrom(
      'Köln',
      'Rue',
      '"Old',
      'Mill"',
      '5"',
      '48,5',
      '(1)',
      '#',
      '2024',
      'Ω',
      '東京',
      '\n',
    );
    const texts = fc
      .array(words, { maxLength: 6 })
      .chain((some) => fc.constantFrom(some.join(' '), some.join(', ')));
    await fc.assert(
      fc.asyncProperty(rowsWith(texts), styles, (rows, style) => checkRead(rows, style, {})),
      { numRuns: 100 },
    );
  });
});
