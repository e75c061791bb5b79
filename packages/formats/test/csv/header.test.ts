import { describe, expect, it } from 'vitest';
import { parseCsv, summaryOf } from './parsed-csv.ts';

describe('the header of a CSV file', () => {
  it('names the columns in any order', async () => {
    expect(summaryOf(await parseCsv('longitude,id,latitude\n2,a,1\n'))).toEqual(['a none 1 2']);
  });

  it.each([',', ';', '\t'])('tells the delimiter %j', async (delimiter) => {
    const text = ['id,description,latitude,longitude', '"a,b;c\td",x,1,2'].join('\n');
    const [head = '', row = ''] = text.split('\n');
    const other = `${head.replaceAll(',', delimiter)}\n${row.replaceAll(/(?<="|x|1),/g, delimiter)}\n`;
    expect(summaryOf(await parseCsv(other))).toEqual(['a,b;c\td x 1 2']);
  });

  it.each(['sep=|', '"sep=|"', 'SEP=|', '\ufeffsep=|'])(
    'may be behind a line that names the delimiter: %j',
    async (line) => {
      for (const end of ['\n', '\r\n', '\r']) {
        const text = [line, 'id|latitude|longitude', 'a;b,c|1|2', 'd|1'].join(end);
        const entries = await parseCsv(text, {}, 1);
        expect(summaryOf(entries)).toEqual(['a;b,c none 1 2', '4: the row has 2 fields instead of 3']);
        expect(entries.map((entry) => entry.line)).toEqual([3, 4]);
      }
    },
  );

  it('may be behind a line that names another delimiter than the option', async () => {
    const text = 'sep=;\nid,latitude,longitude\na;b,1,2\n';
    expect(summaryOf(await parseCsv(text, { delimiter: ',' }))).toEqual(['a;b none 1 2']);
    await expect(parseCsv(text)).rejects.toThrow('has no columns');
  });

  it('may have a delimiter that is named', async () => {
    const options = { delimiter: '|', idProperty: 'a,b;c' };
    expect(summaryOf(await parseCsv('a,b;c|latitude|longitude\nx|1|2\n', options))).toEqual(['x none 1 2']);
  });

  it('may have other names, in quotes as well', async () => {
    const options = {
      idProperty: 'key',
      descriptionProperty: 'the "text"',
      latitudeColumn: 'y',
      longitudeColumn: 'x',
    };
    expect(summaryOf(await parseCsv('"key";"the ""text""";"x";"y"\na;b;2;1\n', options))).toEqual([
      'a b 1 2',
    ]);
  });

  it('may have other columns when they are ignored', async () => {
    const text = 'id,latitude,height,longitude,height\na,1,9,2,8\n';
    await expect(parseCsv(text)).rejects.toThrow(
      'The CSV file has columns that a record does not have: "height", "height". Leave them out with properties: \'ignore\'.',
    );
    expect(summaryOf(await parseCsv(text, { properties: 'ignore' }))).toEqual(['a none 1 2']);
  });

  it('may have columns whose names are numbers, such as years', async () => {
    const text = 'id,latitude,longitude,2020,2021\na,1,2,5,6\n';
    await expect(parseCsv(text)).rejects.toThrow('columns that a record does not have: "2020", "2021".');
    expect(summaryOf(await parseCsv(text, { properties: 'ignore' }))).toEqual(['a none 1 2']);
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
      'a,b\n',
      'The header of the CSV file has no columns "id", "latitude", "longitude". Its columns are "a", "b".',
    ],
    [
      'id,latitude,longitude,descripton\n',
      'The CSV file has columns that a record does not have: "descripton". Did you mean "description"? Leave them ' +
        "out with properties: 'ignore'.",
    ],
    ['id,latitude,longitude,id\n', 'The header of the CSV file has the column "id" twice.'],
    [
      'id,"latitude,longitude\na,1,2\n',
      'The header of the CSV file in line 1 cannot be read: a quote is not closed.',
    ],
  ])('is refused with advice: %j', async (text, message) => {
    await expect(parseCsv(text)).rejects.toMatchObject({
      name: 'FormatError',
      code: 'FORMAT_INVALID',
      message,
    });
  });

  it('has to have a column of descriptions that is named', async () => {
    await expect(parseCsv('id,latitude,longitude\n', { descriptionProperty: 'text' })).rejects.toThrow(
      'The header of the CSV file has no column "text". Its columns are "id", "latitude", "longitude".',
    );
  });
});
