import { describe, expect, it } from 'vitest';
import type { TextFormat } from '../src/index.ts';
import { chunksOf, fileOf, goodRecord, idsOf, parseAll, recordsOf, refusedOf } from './parsing.ts';

const wholeFormats: readonly TextFormat[] = ['geojson', 'json', 'json-object'];
const lineFormats: readonly TextFormat[] = ['geojsonseq', 'ndjson'];
const ignore = "properties: 'ignore' leaves out what a record does not have";
const pair = 'a record is a pair of identifier and Location';
const location = '{"description":"a place","coordinates":{"latitude":1,"longitude":2}}';

/** What is replaced in a good record (nothing: all of it), what takes its place, and the refusal. */
type FaultRow = readonly [
  title: string,
  part: string,
  bad: string,
  rule: string,
  reason: string,
  suggestion?: string,
];

const locationFaults: readonly FaultRow[] = [
  ['a description that is true', '"a place"', 'true', 'D27', 'the description is a boolean, not a string'],
  ['a lone surrogate in the description', 'a place', '\\ud800', 'D33', 'lone surrogate in the description'],
  ['an empty identifier', '"bad"', '""', 'D8', 'the identifier is empty'],
  ['a lone surrogate in the identifier', '"bad"', '"\\udfff"', 'D1', 'lone surrogate in the identifier'],
  ['no latitude', '"latitude":1,', '', 'SPEC 2', 'the latitude is missing'],
  [
    'a latitude in quotes',
    ':1',
    ':"1"',
    'SPEC 2',
    'the latitude is a string, not a number',
    'write 1 without quotes',
  ],
  ['a latitude that is a word', ':1', ':"one"', 'SPEC 2', 'the latitude is a string, not a number'],
  ['a longitude that is null', ':2', ':null', 'SPEC 2', 'the longitude is null, not a number'],
  ['a longitude that is not finite', ':2', ':-1e999', 'D31', 'the longitude is not finite'],
  [
    'coordinates that are an array',
    '{"latitude":1,"longitude":2}',
    '[1,2]',
    'SPEC 2',
    '"coordinates" is an array, not an object',
  ],
  ['no coordinates', ',"coordinates":{"latitude":1,"longitude":2}', '', 'SPEC 2', '"coordinates" is missing'],
  ['a Location that is null', location, 'null', 'SPEC 2', 'the Location is null, not an object'],
  ['a slip in a member', '"description"', '"descripton"', 'D29', 'unknown member "descripton"', ignore],
  ['a slip in a coordinate', '"latitude"', '"lattitude"', 'D29', 'unknown member "lattitude"', ignore],
  [
    'an unknown member',
    '"coordinates"',
    '"__proto__":5,"coordinates"',
    'D29',
    'unknown member "__proto__"',
    ignore,
  ],
];

const pairFaults: readonly FaultRow[] = [
  ['an identifier that is a number', '"bad"', '5', 'SPEC 2', 'the identifier is a number, not a string'],
  ['one element', `,${location}`, '', 'SPEC 2', 'it has 1 element, not 2', pair],
  ['three elements', '2}}', '2}},5', 'SPEC 2', 'it has 3 elements, not 2', pair],
  ['an object', '', '{"id":"bad"}', 'SPEC 2', 'it is an object, not a pair', pair],
  [
    'a Feature',
    '',
    '{"type":"Feature"}',
    'SPEC 2',
    'it is an object, not a pair',
    'put Features into a FeatureCollection: {"type":"FeatureCollection","features":[ … ]}',
  ],
];

const point = '{"type":"Point","coordinates":[2,1]}';
const feature = 'RFC 7946 3.2';

const featureFaults: readonly FaultRow[] = [
  ['null', '', 'null', feature, 'it is null, not a Feature'],
  ['an array', '', '[1,{"type":"Feature"}]', feature, 'it is an array, not a Feature'],
  ['no type', '"type":"Feature",', '', feature, '"type" is missing, not "Feature"'],
  [
    'a geometry alone',
    '',
    point,
    feature,
    '"type" is "Point", not "Feature"',
    'a record is a Feature with the geometry in it',
  ],
  [
    'a feature of Esri JSON',
    '',
    '{"attributes":{}}',
    feature,
    '"type" is missing, not "Feature"',
    'convert Esri JSON with ogr2ogr',
  ],
  ['no geometry', `"geometry":${point},`, '', feature, 'the geometry is missing', 'a record needs a Point'],
  ['a geometry that is null', point, 'null', feature, 'the geometry is null', 'a record needs a Point'],
  [
    'a line',
    '"Point"',
    '"LineString"',
    'RFC 7946 3.1.2',
    'the geometry is "LineString", not a Point',
    'use a point of it, such as its centroid',
  ],
  [
    'no coordinates',
    ',"coordinates":[2,1]',
    '',
    'RFC 7946 3.1.2',
    'the coordinates are missing, not an array',
  ],
  ['one number', '[2,1]', '[2]', 'RFC 7946 3.1.1', 'the coordinates have 1 element, not 2'],
  [
    'an altitude',
    '[2,1]',
    '[2,1,3]',
    'RFC 7946 3.1.1',
    'the coordinates have an altitude',
    'dropAltitude: true leaves it out',
  ],
  ['four numbers', '[2,1]', '[2,1,3,4]', 'RFC 7946 3.1.1', 'the coordinates have 4 elements, not 2'],
  [
    'numbers in quotes',
    '[2,1]',
    '["2","1"]',
    'SPEC 2',
    'the latitude is a string, not a number',
    'write 1 without quotes',
  ],
  ['a number that is null', '[2,1]', '[null,1]', 'SPEC 2', 'the longitude is null, not a number'],
  ['a number that is not finite', '[2,1]', '[2,1e999]', 'D31', 'the latitude is not finite'],
  ['no identifier', '"id":"bad",', '', feature, 'the identifier is missing: it has no "id"'],
  ['an empty identifier', '"bad"', '""', 'D8', 'the identifier is empty'],
  ['an identifier that is true', '"bad"', 'true', 'SPEC 2', 'the identifier is a boolean, not a string'],
  [
    'an identifier that may be rounded',
    '"bad"',
    '12345678901234567890',
    'D1',
    'the identifier is a number with too many digits',
    'write it in quotes',
  ],
  ['a lone surrogate in the identifier', '"bad"', '"\\ud800"', 'D1', 'lone surrogate in the identifier'],
  ['a description that is a number', '"a place"', '5', 'D27', 'the description is a number, not a string'],
  [
    'a lone surrogate in the description',
    '"a place"',
    '"\\udc00"',
    'D33',
    'lone surrogate in the description',
  ],
  ['a slip in a property', '"description"', '"descripton"', 'D29', 'unknown property "descripton"', ignore],
  [
    'a property named __proto__',
    '"description"',
    '"__proto__"',
    'D29',
    'unknown property "__proto__"',
    ignore,
  ],
  [
    'a distance',
    '"description"',
    '"distance"',
    'D29',
    'unknown property "distance"',
    "a query of /-/records with near adds it: properties: 'ignore' leaves it out",
  ],
  ['an unknown member', '"id":', '"when":1,"id":', 'D29', 'unknown member "when"', ignore],
  [
    'an unknown member instead of a geometry',
    '"geometry"',
    '"geometri"',
    'D29',
    'unknown member "geometri"',
    ignore,
  ],
  [
    'properties that are a text',
    '{"description":"a place"}',
    '"a place"',
    feature,
    '"properties" is a string, not an object',
  ],
  [
    'a coordinate system',
    '"id":',
    '"crs":{"type":"name","properties":{"name":"EPSG:3857"}},"id":',
    'RFC 7946 4',
    'its "crs" is not WGS 84',
    'convert it with ogr2ogr -t_srs EPSG:4326',
  ],
];

const faultsOf: Partial<Record<TextFormat, readonly FaultRow[]>> = {
  json: [...locationFaults, ...pairFaults],
  'json-object': locationFaults,
  geojson: featureFaults,
  ndjson: featureFaults.slice(0, 3),
  geojsonseq: featureFaults.slice(0, 3),
};

describe.each(Object.entries(faultsOf) as [TextFormat, readonly FaultRow[]][])('%s', (format, rows) => {
  const good = (id: string) => goodRecord(format, id);

  it.each(rows)('refuses only the record with %s, with its line and the reason', async (...row) => {
    const [, part, replacement, rule, reason, suggestion] = row as unknown as FaultRow;
    const bad = part === '' ? replacement : good('bad').replace(part, () => replacement);
    const text = fileOf(format, [good('a'), good('b'), bad, good('c'), bad]);
    const entries = await parseAll(chunksOf(text, 7), { format });
    expect(idsOf(entries)).toEqual(['a', 'b', 'c']);
    const [first, second, ...others] = refusedOf(entries);
    const byte = text.indexOf(bad, text.indexOf(good('b')) + good('b').length);
    const { id, ...refusal } = first ?? {};
    expect(refusal).toEqual({ index: 3, line: 4, byte, rule, reason, ...(suggestion && { suggestion }) });
    expect(second).toMatchObject({ index: 5, line: 6, rule, reason });
    expect(others).toEqual([]);
  });

  it('names the identifier of a record that is refused for another part', async () => {
    const text = fileOf(format, [good('bad').replace('"a place"', '5')]);
    expect(await parseAll(text, { format })).toMatchObject([{ id: 'bad', rule: 'D27' }]);
  });

  it('refuses only the record that is not UTF-8', async () => {
    const text = fileOf(format, [good('a'), good('bad').replace('place', 'pl\xffce'), good('b')]);
    const entries = await parseAll([Buffer.from(text, 'latin1')], { format });
    expect(idsOf(entries)).toEqual(['a', 'b']);
    expect(refusedOf(entries)).toMatchObject([{ index: 2, line: 3, rule: 'D24', reason: 'it is not UTF-8' }]);
  });

  it('refuses only the record that is longer than maxRecordLength', async () => {
    const long = good('long').replace('a place', 'x, [y], {z} '.repeat(20_000));
    const text = fileOf(format, [good('a'), long, good('b'), long]);
    for (const size of [Infinity, 1000]) {
      const entries = await parseAll(chunksOf(text, size), { format, maxRecordLength: 150_000 });
      expect(idsOf(entries)).toEqual(['a', 'b']);
      expect(refusedOf(entries)).toMatchObject([
        { index: 2, line: 3, byte: text.indexOf(long), rule: 'maxRecordLength' },
        { index: 4, line: 5, reason: 'the record is longer than 150000 bytes' },
      ]);
    }
  });

  it('reads the last one of two equal members, as the service does', async () => {
    const twice = good('a').replace('"description":"a place"', '"description":5,"description":"b"');
    expect(recordsOf(await parseAll(fileOf(format, [twice]), { format }))).toMatchObject([
      ['a', { description: 'b' }],
    ]);
  });

  it('reads a repeated identifier again', async () => {
    expect(idsOf(await parseAll(fileOf(format, [good('a'), good('a')]), { format }))).toEqual(['a', 'a']);
  });

  it('reads a text with brackets, quotes and backslashes, from chunks of one byte', async () => {
    const text = '}],[{"\\/,:';
    const record = good('a').replace('a place', JSON.stringify(text).slice(1, -1));
    expect(recordsOf(await parseAll(chunksOf(fileOf(format, [record]), 1), { format }))).toMatchObject([
      ['a', { description: text }],
    ]);
  });

  it('skips byte order marks at the beginning, and between records of files that were joined', async () => {
    const text = `\ufeff\ufeff${fileOf(format, [good('a'), `\ufeff${good('b')}`, good('c')])}`;
    for (const size of [1, 1000]) {
      const entries = await parseAll(chunksOf(text, size), { format });
      expect(idsOf(entries)).toEqual(['a', 'b', 'c']);
      expect(entries.map(({ line }) => line)).toEqual([2, 3, 4]);
    }
  });
});

/** Faults in the syntax of a record, and whether the text behind them is still told from it. */
const syntaxFaults = [
  ['a colon is missing', '"description":', '"description"'],
  ['a quote is missing behind a name', '"description":', '"description:'],
  ['a quote is missing in front of a text', '"a place"', 'a place"'],
  ['a comma is missing', ',"', '"'],
  ['a comma is too many', '}', ',}'],
  ['a bracket is another one', '1', '1]'],
  ['a bracket is missing', '}', ''],
  ['a number is NaN', '1', 'NaN'],
  ['a number begins with 0', '1', '01'],
  ['an escape is none', 'a place', 'a \\place'],
  ['a text has a tab', 'a place', 'a\tplace'],
  ['something is behind it', /$/, ' x'],
] as const;

describe.each(wholeFormats)('%s', (format) => {
  const good = (id: string) => goodRecord(format, id);

  it.each(syntaxFaults)('stops at a record in which %s, and names its line', async (_, part, bad) => {
    const text = fileOf(format, [good('a'), good('b').replace(part, bad), good('c')]);
    for (const size of [Infinity, 1]) await expectEnd(text, size, /^Line [34], column \d+: .+[.?]$/);
  });

  it.each([
    [
      'a comma is behind the last record',
      (text: string) => text.replace(/\n([\]}]+\n)$/, ',\n$1'),
      /^Line 4, column \d+: /,
    ],
    ['two commas follow each other', (text: string) => text.replace(',\n', ',,\n'), /^Line 2, column \d+: /],
    [
      'a comma is missing between records',
      (text: string) => text.replace(',\n', '\n'),
      /^Line [234], column \d+: /,
    ],
    [
      'a last bracket is another one',
      (text: string) => text.replace(/\n[\]}](?=[\]}]*\n$)/, '\n)'),
      /^Line \d, column \d+: /,
    ],
    [
      'it is cut off inside a record',
      (text: string) => text.slice(0, -20),
      /^Line 3, column \d+: the file ends inside/,
    ],
    [
      'it is cut off behind a comma',
      (text: string) => text.slice(0, text.indexOf(',\n') + 2),
      /^Line 3, column \d+: /,
    ],
    [
      'it is cut off in front of its last bracket',
      (text: string) => text.trimEnd().slice(0, -1),
      /the file ends/,
    ],
    ['another file is behind it', (text: string) => text + text, /^Line 5, column \d+: .*Were files joined/],
  ])('stops with an error if %s', async (_, change, message) => {
    await expectEnd(change(fileOf(format, [good('a'), good('b')])), 10, message);
  });

  it('says what must come first if it begins otherwise', async () => {
    await expect(parseAll('\n5', { format })).rejects.toThrow(
      /^Line 2, column \d+: .+ begins with "[[{]"\.$/,
    );
  });

  it('is read with white space and line ends between all tokens, which are counted', async () => {
    const text = fileOf(format, [good('a'), good('b')]).replaceAll(
      /[{}[\]:,]/g,
      (token) => `\r\n${token}\t\n`,
    );
    const entries = await parseAll(chunksOf(text, 3), { format });
    expect(idsOf(entries)).toEqual(['a', 'b']);
    for (const { line, byte } of entries) expect(text.slice(0, byte).split('\n')).toHaveLength(line);
  });

  /** The records in front of the fault are read, and then the iteration rejects. */
  async function expectEnd(text: string, size: number, message: RegExp) {
    const ids: string[] = [];
    const reading = (async () => {
      const { parseRecords } = await import('../src/index.ts');
      for await (const entries of parseRecords(chunksOf(text, size), { format })) ids.push(...idsOf(entries));
    })();
    await expect(reading).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: expect.stringMatching(message),
    });
    expect(['a', 'b']).toEqual(expect.arrayContaining(ids.slice(0, 2)));
  }
});

describe.each(lineFormats)('%s', (format) => {
  const good = (id: string) => goodRecord(format, id);

  it.each([...syntaxFaults, ['it is cut off', /.{20}$/, ''] as const])(
    'refuses only the record in which %s',
    async (_, part, bad) => {
      const text = fileOf(format, [good('a'), good('b').replace(part, bad), good('c')]);
      const entries = await parseAll(chunksOf(text, 9), { format });
      expect(idsOf(entries)).toEqual(['a', 'c']);
      expect(refusedOf(entries)).toMatchObject([
        { index: 2, line: 3, rule: 'RFC 8259', reason: expect.stringMatching(/^not JSON: [^\n]+$/) },
      ]);
    },
  );

  it('skips empty texts and lines', async () => {
    const text = `\n \r\n${fileOf(format, [good('a'), '', good('b')])}\n`;
    const entries = await parseAll(chunksOf(text, 2), { format });
    expect(idsOf(entries)).toEqual(['a', 'b']);
    for (const { line, byte } of entries) expect(text.slice(0, byte).split('\n')).toHaveLength(line);
  });
});

it('geojsonseq reads Features on several lines behind record separators', async () => {
  const indented = JSON.stringify(JSON.parse(goodRecord('geojsonseq', 'a')), null, 2);
  const text = `\x1e${indented}\n\x1e${indented}\n`;
  const entries = await parseAll(text, { format: 'geojsonseq' });
  expect(entries.map(({ line }) => line)).toEqual([1, indented.split('\n').length + 1]);
});

describe('coordinates beyond the usual range are read with a doubt, or refused with strictCoordinates', () => {
  const swapped = 'latitude and longitude look swapped';
  const metres =
    'they look like metres of a projection: convert them to EPSG:4326, such as with ogr2ogr -t_srs EPSG:4326';

  it.each([
    [95, 10, 'the latitude 95 is beyond ±90', swapped],
    [-122.4783, 37.8199, 'the latitude -122.4783 is beyond ±90', swapped],
    [99.999999, 0, 'the latitude 99.999999 is beyond ±90', 'this often stands for an unknown position'],
    [-999, -999, 'the latitude -999 is beyond ±90', 'this often stands for an unknown position'],
    [95, 100, 'the latitude 95 is beyond ±90', undefined],
    [10, -359.5, 'the longitude -359.5 is beyond ±180', undefined],
    [
      488584000,
      22945000,
      'the latitude 488584000 is beyond ±90',
      'they look like integers scaled by 1e7 (E7): divide them',
    ],
    [
      48858400,
      2294500,
      'the latitude 48858400 is beyond ±90',
      'they look like integers scaled by 1e6 or 1e7: divide them',
    ],
    [6250941.5, 255422.25, 'the latitude 6250941.5 is beyond ±90', metres],
    [1000, 1000, 'the latitude 1000 is beyond ±90', undefined],
  ])('%d, %d', async (latitude, longitude, outside, doubt) => {
    const text = JSON.stringify([['a', { coordinates: { latitude, longitude } }]]);
    const [entry] = await parseAll(text);
    expect(entry).toMatchObject({
      record: ['a', { coordinates: { latitude, longitude } }],
      doubt: doubt === undefined ? outside : `${outside}: ${doubt}`,
    });
    const [refused] = await parseAll(text, { strictCoordinates: true });
    expect(refused).toMatchObject({
      id: 'a',
      rule: 'D32',
      reason: outside,
      ...(doubt && { suggestion: doubt }),
    });
  });

  it.each([
    [90, 180],
    [-90, -180],
  ])('except the edge %d, %d', async (latitude, longitude) => {
    const text = JSON.stringify([['a', { coordinates: { latitude, longitude } }]]);
    expect(await parseAll(text, { strictCoordinates: true })).toEqual([
      { index: 1, line: 1, byte: 1, record: ['a', { coordinates: { latitude, longitude } }] },
    ]);
  });
});

it('-0 is read as 0', async () => {
  const [record] = recordsOf(await parseAll('[["a",{"coordinates":{"latitude":-0,"longitude":-0}}]]'));
  expect(record?.[1].coordinates).toEqual({ latitude: 0, longitude: 0 });
});
