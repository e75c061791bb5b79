import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readParameters } from '../../src/records/parameters.ts';
import { parameterNames, parseRecordsRequest } from '../../src/records/query.ts';
import { RequestFault } from '../../src/records/request-fault.ts';

const box = 'bbox=-123,-48,-122,-47';
const noNumbers = ['', 'a', 'NaN', 'Infinity', '1e999', '0x10', '.5', '1.', '01', '1_0', '%2B1'];

/** Each query is 400, with a message that names the parameter. */
const faults: readonly (readonly [title: string, name: string, queries: readonly string[]])[] = [
  ['an unknown parameter is 400', 'bbx', ['bbx=1,2,3,4', 'bbox=1,2,3,4&bbx', 'bbx=']],
  ['names of parameters are lower case', 'BBOX', ['BBOX=1,2,3,4']],
  ['a repeated box is 400', 'bbox', ['bbox=1,2,3,4&bbox=1,2,3,4']],
  ['a repeated limit is 400', 'limit', ['limit=1&limit=1']],
  [
    'a box has four numbers, with its south up to its north',
    'bbox',
    [
      ...['bbox', 'bbox=1,2,3', 'bbox=1,2,3,4,5,6', 'bbox=1;2;3;4', 'bbox=[1,2,3,4]', 'bbox=1,2,3,4%00'],
      ...noNumbers.map((text) => `bbox=${text},2,3,4`),
      ...['bbox=1,4,3,2', 'bbox=1,5e-324,3,0', 'bbox=170,4,-170,2'],
    ],
  ],
  [
    'a box whose west is above its east is 400 unless both are from -180 to 180',
    'bbox',
    ['bbox=200,2,190,4', 'bbox=181,2,-179,4', 'bbox=170,2,-190,4', 'bbox=180.00000000000003,2,-180,4'],
  ],
  [
    'a point is a latitude up to 90 and a longitude up to 180',
    'near',
    [
      ...['near', 'near=1', 'near=1,2,3', 'near=POINT(1%202)', 'near=90.00000000000001,0', 'near=0,-181'],
      ...noNumbers.map((text) => `near=1,${text}`),
    ],
  ],
  [
    'a radius is a number of metres from 0 to half the circumference of the Earth',
    'radius',
    ['-1', '1,2', '1m', '20015116', ...noNumbers].map((text) => `near=1,2&radius=${text}`),
  ],
  ['a radius without a point is 400', 'radius', ['radius=1', `${box}&radius=1`]],
  ['a box and a point together are 400', 'near', [`${box}&near=1,2`, `near=1,2&${box}`]],
  [
    'a limit is "all" or a whole number from 1 to 10,000',
    'limit',
    ['0', '-1', '1.5', '10001', 'ALL', ...noNumbers].map((text) => `limit=${text}`),
  ],
  ['an unknown format is 400', 'f', ['f=', 'f=xml', 'f=GeoJSON', 'f=application/json']],
  ['a value with a bad escape is 400', 'bbox', ['bbox=%zz', 'bbox=1,2,3,%FF']],
];

function parse(query: string): ReturnType<typeof parseRecordsRequest> {
  return parseRecordsRequest(`/-/records?${query}`);
}

describe('the parameters', () => {
  it.each([
    ['/-/records', {}],
    ['/-/records?&&', {}],
    ['/-/records?limit=5#&f=json', { limit: '5' }],
    ['/-/records?limit', { limit: '' }],
    ['/-/records?cursor=a=b?c', { cursor: 'a=b?c' }],
    ['http://host/-/records?%62box=1%2C2', { bbox: '1,2' }],
    ['/-/records?near=1,+2&f=caf%C3%A9', { near: '1, 2', f: 'café' }],
  ])('the parameters of %s are %j', (target, expected) => {
    expect(Object.fromEntries(readParameters(target, parameterNames))).toEqual(expected);
  });

  it('parameters are the texts that a form has encoded', () => {
    const values = fc.record(
      { bbox: fc.string({ unit: 'grapheme' }), limit: fc.string({ unit: 'grapheme' }), f: fc.string() },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(
      fc.property(values, (given) => {
        const target = `/-/records?${new URLSearchParams(given)}`;
        expect(Object.fromEntries(readParameters(target, parameterNames))).toEqual(given);
      }),
    );
  });
});

describe('a query', () => {
  it('a box across the antimeridian is two boxes', () => {
    const boxes = [
      { west: 177, south: -20, east: 180, north: -16 },
      { west: -180, south: -20, east: -178, north: -16 },
    ];
    expect(parse('bbox=177,-20,-178,-16').query).toEqual({ kind: 'boxes', boxes });
  });

  it('a query has one canonical form for equal numbers, which leads to the same query', () => {
    expect(parse('bbox=2.20,4.88e1,25e-1,48.950').canonical).toBe('bbox=2.2,48.8,2.5,48.95');
    expect(parse('near=-0,1&radius=1e3').canonical).toBe('near=0,1&radius=1000');
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(number, number, number, number, (a, b, c, d) => {
        const edges = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
        const first = parse(`bbox=${encodeURIComponent(edges.join())}`);
        expect(parse(first.canonical.replaceAll('+', '%2B'))).toEqual(first);
      }),
    );
  });

  const known = `Known parameters: ${parameterNames.join(', ')}.`;

  it.each([
    ['bbx=1', `Unknown parameter "bbx". ${known}`],
    ['__proto__=1', `Unknown parameter "__proto__". ${known}`],
    ['%zz=1', `Unknown parameter "%zz". ${known}`],
    [`${'x'.repeat(10_000)}=1`, `Unknown parameter "${'x'.repeat(60)}…". ${known}`],
    ['limit=%FF', 'The parameter "limit" must be percent-encoded UTF-8.'],
    ['bbox=1&%62box=2', 'The parameter "bbox" must be given once.'],
    [
      'bbox=1,2,3',
      'The parameter "bbox" must be west,south,east,north: four numbers, such as 2.2,48.8,2.5,48.95.',
    ],
    ['bbox=0,1,0,0', 'The parameter "bbox" must be west,south,east,north, with its south up to its north.'],
    [
      'bbox=181,0,-181,1',
      'The parameter "bbox" must have its west up to its east, unless both are from -180 to 180.',
    ],
    [
      'near=91,0',
      'The parameter "near" must be latitude,longitude: a latitude from -90 to 90 and a longitude from -180 to 180, such as 48.86,2.29.',
    ],
    ['near=0,0&radius=5km', 'The parameter "radius" must be a number of metres from 0 to 20015115.'],
    ['radius=5', 'The parameter "radius" must be used with "near".'],
    ['bbox=1,2,3,4&near=1,2', 'The parameter "near" must not be used with "bbox".'],
    ['q=a&near=1,2', 'The parameter "near" must not be used with "q".'],
    ['q=a&cursor=x', 'The parameter "cursor" must not be used with "q".'],
    ['q=a&limit=all', 'The parameter "limit" must be a number when "q" is used.'],
    ['q=', 'The parameter "q" must have from 1 to 16 different words.'],
    ['q=%CC%81+', 'The parameter "q" must have from 1 to 16 different words.'],
    [
      `q=${Array.from({ length: 17 }, (_, index) => index).join('+')}`,
      'The parameter "q" must have from 1 to 16 different words.',
    ],
    ['limit=0', 'The parameter "limit" must be "all" or a whole number from 1 to 10000.'],
    [
      'f=gpkg',
      'The parameter "f" must be one of geojson, json, ndjson, geojsonseq, csv, kml, gpx, json-object.',
    ],
  ])('a query that cannot be served says why: ?%s', (query, message) => {
    expect(() => parse(query)).toThrow(expect.objectContaining({ message, status: 400 }));
    expect(() => parse(query)).toThrow(RequestFault);
  });

  const rows = faults.flatMap(([title, name, queries]) => queries.map((query) => ({ title, name, query })));

  it.each(rows)('$title: ?$query', ({ name, query }) => {
    expect(() => parse(query)).toThrow(`"${name}"`);
  });
});
