import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParsedEntry, type ParseOptions, stringifyRecords } from '../src/index.ts';
import { chunksOf, parseAll, summaryOf } from './parsing.ts';

const header = 'id,description,latitude,longitude\n';

/** All entries of a CSV file, which comes in chunks of this many bytes. */
function parseCsv(text: string, options: ParseOptions = {}, size = 65_536): Promise<readonly ParsedEntry[]> {
  return parseAll(chunksOf(text, size), { format: 'csv', ...options });
}

async function summary(text: string, options?: ParseOptions): Promise<readonly string[]> {
  return summaryOf(await parseCsv(text, options, 7));
}

describe('the header of CSV', () => {
  it.each([
    ['names the columns in any order', 'longitude,id,latitude\n2,a,1\n', {}],
    ['may have semicolons', 'id;latitude;longitude\na;1;2\n', {}],
    ['may have tabs', 'id\tlatitude\tlongitude\na\t1\t2\n', {}],
    ['may be behind sep=|', 'sep=|\nid|latitude|longitude\na|1|2\n', {}],
    [
      'may be behind a byte order mark and "sep=|"',
      '\ufeff"SEP=|"\r\nid|latitude|longitude\r\na|1|2\r\n',
      {},
    ],
    ['has the delimiter that is named', 'id€latitude€longitude\na€1€2\n', { delimiter: '€' }],
    [
      'has the delimiter that is named, not that of sep=',
      'sep=;\nid,latitude,longitude\na,1,2\n',
      { delimiter: ',' },
    ],
    [
      'may have other columns that are ignored',
      'id,latitude,height,2020,longitude\na,1,9,5,2\n',
      { properties: 'ignore' },
    ],
    ['may be behind empty lines', '\n\r\nid,latitude,longitude\na,1,2\n', {}],
  ] as const)('%s', async (_, text, options) => {
    expect(await summary(text, options)).toEqual(['a none 1 2']);
  });

  it('may have other names, with or without quotes', async () => {
    const options = {
      idProperty: 'key',
      descriptionProperty: 'the "text"',
      latitudeColumn: 'y',
      longitudeColumn: 'x',
    };
    expect(await summary('"key";"the ""text""";"x";"y"\na;b;2;1\n', options)).toEqual(['a b 1 2']);
  });

  it.each([
    ['', 'The CSV file has no header.'],
    ['\n\n', 'The CSV file has no header.'],
    ['SQLite format 3\0,b\n', 'This is not CSV, and not text: its first line has the character NUL.'],
    [
      'vienna,Wien,48.2,16.3\n',
      'The CSV file has no header: its first line has the number "48.2". Add a line with the names of the columns: ' +
        'id,description,latitude,longitude',
    ],
    [
      'id,lat,lng\n',
      'The header of the CSV file has no columns "latitude", "longitude". Its columns are "id", "lat", "lng". ' +
        'These options may be meant: latitudeColumn: "lat", longitudeColumn: "lng".',
    ],
    [
      'ID,latitude,Longitude\n',
      'The header of the CSV file has no columns "id", "longitude". Its columns are "ID", "latitude", "Longitude". ' +
        'These options may be meant: idProperty: "ID", longitudeColumn: "Longitude".',
    ],
    [
      'id,latitude,longitude,descripton\n',
      'The CSV file has columns that a record does not have: "descripton". Leave them out with properties: \'ignore\'.',
    ],
    ['id,latitude,longitude,id\n', 'The header of the CSV file has the column "id" twice.'],
    [
      'id,"latitude,longitude\na,1,2\n',
      'The header of the CSV file in line 1 cannot be read: a quote is not closed.',
    ],
  ])('is refused with advice if it is %j', async (text, message) => {
    await expect(parseCsv(text)).rejects.toMatchObject({ code: 'FORMAT_INVALID', message });
  });

  it('is refused if it lacks the named column of descriptions', async () => {
    await expect(parseCsv('id,latitude,longitude\n', { descriptionProperty: 'text' })).rejects.toThrow(
      'The header of the CSV file has no column "text". Its columns are "id", "latitude", "longitude".',
    );
  });
});

describe('the rows of CSV', () => {
  it.each(['\n', '\r\n', '\r'])('may end with %j, and entries have their lines', async (end) => {
    const text = ['id,latitude,longitude', 'a,1,2', '', 'b,3,4'].join(end);
    for (const size of [1, 1000]) {
      expect(await parseCsv(text, {}, size)).toMatchObject([
        { index: 1, line: 2, byte: 21 + end.length, record: ['a', {}] },
        { index: 2, line: 4, byte: 26 + 3 * end.length, record: ['b', {}] },
      ]);
    }
  });

  it('may have fields of several lines, which are counted', async () => {
    const text = `${header}a,"one\ntwo\r\nthree\rfour",1,2\nb,"\n\n",3,4\nc,,5,6\n`;
    const entries = await parseCsv(text, {}, 1);
    expect(entries.map(({ line }) => line)).toEqual([2, 6, 9]);
    expect(entries[0]).toMatchObject({ record: ['a', { description: 'one\ntwo\r\nthree\rfour' }] });
  });

  it('may have byte order marks, NUL and replacement characters in their fields', async () => {
    expect(await summary(`\ufeff\ufeff${header}\ufeffa,\ufeff,1,2\na\0b,"\0\ufffd",1,2\n`)).toEqual([
      '\ufeffa \ufeff 1 2',
      'a\0b \0\ufffd 1 2',
    ]);
  });

  it('without faults are read as csv-parse reads them', async () => {
    const parts = ['"', '""', ',', ';', '\n', '\r\n', 'a', 'é', ' ', '\ufeff', '"x"', 'b,"a\n",1,2\n'];
    const texts = fc
      .array(fc.constantFrom(...parts), { maxLength: 40 })
      .map((some) => header + some.join(''));
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 30 }), async (text, size) => {
        const entries = await parseCsv(text, {}, size);
        const rows = parseAlone(text);
        // A row of several lines without four fields is read line by line: a quote may not be closed.
        if (rows === undefined || rows.some((row) => row.length !== 4 && /[\r\n]/.test(row.join('')))) {
          expect(entries.some((entry) => 'reason' in entry)).toBe(true);
          return;
        }
        const isRecord = ([id, , latitude, longitude, ...more]: string[]) =>
          id !== '' && latitude === '1' && longitude === '2' && more.length === 0;
        expect(entries.map((entry) => ('record' in entry ? entry.record[0] : undefined))).toEqual(
          rows.slice(1).map((row) => (isRecord(row) ? row[0] : undefined)),
        );
      }),
      { numRuns: 500 },
    );
  });

  function parseAlone(text: string): string[][] | undefined {
    const options = {
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
    };
    try {
      return parse(text, options) as string[][];
    } catch {
      return undefined;
    }
  }
});

describe('only the wrong row of CSV is refused', () => {
  const open = 'a quote is not closed';
  const notDoubled = 'a quote within a field in quotes is not doubled';

  it.each([
    ['b,x,1\n', ['3: the row has 3 fields instead of 4']],
    ['b\n', ['3: the row has 1 field instead of 4']],
    ['b,x,1,2,\n', ['3: the row has 5 fields instead of 4']],
    [',,,\n', ['3: the identifier is empty']],
    ['b,x,,2\n', ['3: the latitude is missing']],
    ['b,x,1,""\n', ['3: the longitude is missing']],
    ['b,x,1e999,2\n', ['3: the latitude is not finite']],
    ['b,x,1,two\n', ['3: the longitude "two" is not a decimal number']],
    ['b,"x" y,1,2\n', [`3: ${notDoubled}`]],
    ['b,"a "quoted" word",1,2\n', [`3: ${notDoubled}`]],
    ['b,6" tall,1,2\n', ['3: a quote in a field that does not begin with one']],
    ['b,"x,1,2\n', [`3: ${open}`]],
    ['"b,x,1,2\n', [`3: ${open}`]],
    [
      'b,"x,1,2\nc,"y,1,2\nd,d,3,4\ne,"e"e,1,2\n',
      [`3: ${open}`, `4: ${open}`, 'd d 3 4', `6: ${notDoubled}`],
    ],
    ['b,"x,1,2\nc,c",3,4,5,6\n', [`3: ${open}`, '4: a quote in a field that does not begin with one']],
  ])('%j', async (lines, refused) => {
    const text = `${header}a,,1,2\n${lines}z,"last, one",3,4\n`;
    expect(await summary(text)).toEqual(['a none 1 2', ...refused, 'z last, one 3 4']);
  });

  it('if it is the last one', async () => {
    expect(await summary(`${header}a,"x,1,2\nb,,1,2\nc,"open`)).toEqual([
      `2: ${open}`,
      'b none 1 2',
      `4: ${open}`,
    ]);
  });

  it('with its position, identifier, rule and suggestion', async () => {
    expect((await parseCsv(`${header}a,,1,2\nb,x,"1,5",2\n`))[1]).toEqual({
      index: 2,
      line: 3,
      byte: header.length + 7,
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

  it('if it is not UTF-8', async () => {
    const bytes = Buffer.from(`${header}b,\xffx,1,2\nc,,1,2\n`, 'latin1');
    expect(summaryOf(await parseAll(bytes, { format: 'csv' }))).toEqual(['2: it is not UTF-8', 'c none 1 2']);
  });

  it('if it is longer than maxRecordLength', async () => {
    const tooLong = '2: the record is longer than 100 bytes';
    const options = { maxRecordLength: 100 };
    const long = 'x'.repeat(5000);
    expect(await summary(`${header}b,${long},1,2\nc,,1,2\n`, options)).toEqual([tooLong, 'c none 1 2']);
    expect(await summary(`${header}b,"${long}",1,2\nc,,1,2\n`, options)).toEqual([tooLong, 'c none 1 2']);
    const rows = 'c,,1,2\n'.repeat(100);
    expect(await summary(`${header}b,"x,1,2\n${rows}`, options)).toEqual([
      `2: ${open}`,
      ...Array.from({ length: 100 }, () => 'c none 1 2'),
    ]);
  });
});

describe('a coordinate in CSV', () => {
  const read = async (text: string) =>
    (await parseCsv(`${header}a,,"${text.replaceAll('"', '""')}",0\n`))[0] as ParsedEntry;

  it.each([
    [' 48.2', 48.2],
    ['48.2\t ', 48.2],
    ['+48.2', 48.2],
    ['1E2', 100],
    ['48.20817000000000001', 48.20817],
    ['1e-7', 1e-7],
  ])('may be %j', async (text, latitude) => {
    expect(await read(text)).toMatchObject({ record: ['a', { coordinates: { latitude } }] });
  });

  it.each([
    ['48,2', 'write it with a point: 48.2'],
    ['48°12\'30"', 'write decimal degrees: 48.2083333'],
    ["48° 12.5' S", 'write decimal degrees: -48.2083333'],
    ['16°22′27″E', 'write decimal degrees: 16.3741667'],
    ['48,208° N', 'write decimal degrees: 48.208'],
    ['0x10', 'write it as a decimal number'],
    ['.5', 'write 0.5'],
    ['048.20', 'write 48.2'],
    ['1 234.5', 'leave out what separates the digits, and write a decimal point'],
    ['1.234,5', 'leave out what separates the digits, and write a decimal point'],
    ['−48.2', 'write decimal degrees, with a minus sign "-" in the south and the west'],
    ['48.2N', 'write decimal degrees, with a minus sign "-" in the south and the west'],
    ['NaN', undefined],
    ['null', undefined],
  ])('is refused with a suggestion if it is %j', async (text, suggestion) => {
    const reason = `the latitude ${JSON.stringify(text)} is not a decimal number`;
    expect(await read(text)).toMatchObject({ rule: 'SPEC 2', reason, ...(suggestion && { suggestion }) });
  });
});

describe('a spreadsheet saved as CSV', () => {
  it('is read as LibreOffice writes it, with semicolons and all texts in quotes', async () => {
    const text = `"id";"description";"latitude";"longitude"
"vienna";"Wien, ""die Stadt""";48.20817;16.37382
"multi";"line one
line two";0.1;100
"linz";"";48,30694;14,28583
`;
    expect(await summary(text)).toEqual([
      'vienna Wien, "die Stadt" 48.20817 16.37382',
      'multi line one\nline two 0.1 100',
      '5: the latitude "48,30694" is not a decimal number',
    ]);
  });

  it('is read as Excel writes it, with a byte order mark, CR LF and semicolons', async () => {
    const text = '\ufeffid;latitude;longitude;description\r\nA1;48.2;16.3;Café\r\n;;;\r\n';
    expect(await summary(text)).toEqual(['A1 Café 48.2 16.3', '3: the identifier is empty']);
  });
});

it('CSV is written with quotes only around fields that need them, and formulas unchanged', async () => {
  const coordinates = { latitude: -1, longitude: 2 };
  const batch = [
    ['absent', { coordinates }],
    ['empty', { description: '', coordinates }],
    ['"', { description: 'a,b', coordinates }],
    ['=1+1', { description: 'a\nb', coordinates }],
  ] as const;
  let text = '';
  for await (const piece of stringifyRecords([batch], { format: 'csv' })) text += piece;
  expect(text.split('\r\n')).toEqual([
    'id,description,latitude,longitude',
    'absent,,-1,2',
    'empty,"",-1,2',
    '"""","a,b",-1,2',
    '=1+1,"a\nb",-1,2',
    '',
  ]);
});
