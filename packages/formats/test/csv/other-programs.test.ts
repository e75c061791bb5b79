import { Parser } from 'csv-parse';
import { describe, expect, it } from 'vitest';
import { CsvRows } from '../../src/csv/csv-rows.ts';
import { ByteWindow } from '../../src/input/byte-window.ts';
import { chunksOf } from '../parsing.ts';
import { parseCsv, summaryOf } from './parsed-csv.ts';

/** All rows of a text, which is given in chunks of this many bytes. */
async function rowsOf(text: string, size: number) {
  const chunks = (async function* () {
    yield* chunksOf(text, size);
  })();
  const rows = new CsvRows(new ByteWindow(chunks), 0, Parser, {
    delimiter: ',',
    maxRecordLength: 1000,
    oneLineColumns: [],
  });
  const contents: unknown[] = [];
  for (let some = await rows.read(); some !== undefined; some = await rows.read()) {
    contents.push(...some.map(({ content }) => content));
  }
  return contents;
}

describe('the files of csv-spectrum 2.0.0', () => {
  it.each([
    [
      'comma_in_quotes',
      'first,last,address,city,zip\nJohn,Doe,120 any st.,"Anytown, WW",08123',
      [
        ['first', 'last', 'address', 'city', 'zip'],
        ['John', 'Doe', '120 any st.', 'Anytown, WW', '08123'],
      ],
    ],
    [
      'empty',
      'a,b,c\n1,"",""\n2,3,4',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
        ['2', '3', '4'],
      ],
    ],
    [
      'empty_crlf',
      'a,b,c\r\n1,"",""\r\n2,3,4',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
        ['2', '3', '4'],
      ],
    ],
    [
      'escaped_quotes',
      'a,b\n1,"ha ""ha"" ha"\n3,4\n',
      [
        ['a', 'b'],
        ['1', 'ha "ha" ha'],
        ['3', '4'],
      ],
    ],
    [
      'json',
      'key,val\n1,"{""type"": ""Point"", ""coordinates"": [102.0, 0.5]}"\n',
      [
        ['key', 'val'],
        ['1', '{"type": "Point", "coordinates": [102.0, 0.5]}'],
      ],
    ],
    [
      'newlines',
      'a,b,c\n1,2,3\n"Once upon \na time",5,6\n7,8,9\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
        ['Once upon \na time', '5', '6'],
        ['7', '8', '9'],
      ],
    ],
    [
      'newlines_crlf',
      'a,b,c\r\n1,2,3\r\n"Once upon \r\na time",5,6\r\n7,8,9\r\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
        ['Once upon \r\na time', '5', '6'],
        ['7', '8', '9'],
      ],
    ],
    [
      'quotes_and_newlines',
      'a,b\n1,"ha \n""ha"" \nha"\n3,4\n',
      [
        ['a', 'b'],
        ['1', 'ha \n"ha" \nha'],
        ['3', '4'],
      ],
    ],
    [
      'simple',
      'a,b,c\n1,2,3\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'simple_crlf',
      'a,b,c\r\n1,2,3\r\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'utf8',
      'a,b,c\n1,2,3\n4,5,ʤ\n',
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
        ['4', '5', 'ʤ'],
      ],
    ],
  ])('are read: %s', async (_, text, expected) => {
    for (const size of [1, 3, 1000]) expect(await rowsOf(text, size)).toEqual(expected);
  });

  it('have one with a quote in a field without quotes, which is refused', async () => {
    const [header, row] = await rowsOf(
      'Contact Phone Number,Location Coordinates,Cities,Counties\n2095257564,37�36\'37.8"N 121�2\'17.9"W,Modesto,Stanislaus',
      1000,
    );
    expect(header).toHaveLength(4);
    expect(row).toMatchObject({
      rule: 'RFC 4180 2.5',
      reason: 'a quote in a field that does not begin with one',
    });
  });
});

describe('a spreadsheet saved as CSV', () => {
  it('is read as LibreOffice 7.4 writes it by default', async () => {
    const text = `id,description,latitude,longitude
vienna,"Wien, ""die Stadt""",48.20817,16.37382
absent,,1.5,-2
multi,"line one
line two",0.1,100
7,2,48.1234567890123,0.0000001
`;
    expect(summaryOf(await parseCsv(text))).toEqual([
      'vienna Wien, "die Stadt" 48.20817 16.37382',
      'absent none 1.5 -2',
      'multi line one\nline two 0.1 100',
      '7 2 48.1234567890123 1e-7',
    ]);
  });

  it('is read with semicolons and all texts in quotes, and decimal commas are refused', async () => {
    const text = `"id";"description";"latitude";"longitude"
"vienna";"Wien, ""die Stadt""";48.20817;16.37382
"linz";"";48,30694;14,28583
`;
    const entries = await parseCsv(text);
    expect(summaryOf(entries)).toEqual([
      'vienna Wien, "die Stadt" 48.20817 16.37382',
      '3: the latitude "48,30694" is not a decimal number',
    ]);
    expect(entries[1]).toMatchObject({ suggestion: 'write it with a point: 48.30694' });
  });

  it('is read as Excel writes it: with a byte order mark, CR LF and semicolons', async () => {
    const text = '\ufeffid;latitude;longitude;description\r\nA1;48.2;16.3;Café\r\n;;;\r\n';
    expect(summaryOf(await parseCsv(text))).toEqual(['A1 Café 48.2 16.3', '3: the identifier is empty']);
  });
});
