import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRecordsRequest } from '../../src/records/query.ts';
import { RequestFault } from '../../src/records/request-fault.ts';

function parse(query: string): ReturnType<typeof parseRecordsRequest> {
  return parseRecordsRequest(`/-/records?${query}`);
}

const world = {
  west: -Number.MAX_VALUE,
  south: -Number.MAX_VALUE,
  east: Number.MAX_VALUE,
  north: Number.MAX_VALUE,
};

describe('a query', () => {
  it.each([
    ['', [world]],
    ['bbox=2.2,48.8,2.5,48.95', [{ west: 2.2, south: 48.8, east: 2.5, north: 48.95 }]],
    ['bbox=-0,-0,0,0', [{ west: 0, south: 0, east: 0, north: 0 }]],
    ['bbox=200,-1e3,400,1E3', [{ west: 200, south: -1000, east: 400, north: 1000 }]],
    [
      'bbox=5e-324,0,1.7976931348623157e308,0',
      [{ west: 5e-324, south: 0, east: Number.MAX_VALUE, north: 0 }],
    ],
    [
      'bbox=177,-20,-178,-16',
      [
        { west: 177, south: -20, east: 180, north: -16 },
        { west: -180, south: -20, east: -178, north: -16 },
      ],
    ],
    [
      'bbox=180,0,-180,0',
      [
        { west: 180, south: 0, east: 180, north: 0 },
        { west: -180, south: 0, east: -180, north: 0 },
      ],
    ],
  ])('%j is of these boxes', (query, boxes) => {
    expect(parse(query).query).toEqual({ kind: 'boxes', boxes });
  });

  it.each([
    ['near=48.86,2.29', { latitude: 48.86, longitude: 2.29, radius: undefined }],
    ['near=-90,180&radius=0', { latitude: -90, longitude: 180, radius: 0 }],
    ['radius=20015115&near=90,-180', { latitude: 90, longitude: -180, radius: 20_015_115 }],
  ])('%j is of what is near', (query, expected) => {
    expect(parse(query).query).toEqual({ kind: 'near', ...expected });
  });

  it('has one canonical form for equal numbers, which leads to the same query', () => {
    expect(parse('bbox=2.20,4.88e1,25e-1,48.950').canonical).toBe('bbox=2.2,48.8,2.5,48.95');
    expect(parse('near=-0,1&radius=1e3').canonical).toBe('near=0,1&radius=1000');
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(number, number, number, number, (a, b, c, d) => {
        const [west, east] = [Math.min(a, c), Math.max(a, c)];
        const [south, north] = [Math.min(b, d), Math.max(b, d)];
        const first = parse(`bbox=${encodeURIComponent([west, south, east, north].join())}`);
        expect(parse(first.canonical.replaceAll('+', '%2B'))).toEqual(first);
      }),
    );
  });

  it.each([
    ['limit=1', 1],
    ['limit=10000', 10_000],
    ['limit=1e2', 100],
  ])('%j has a limit', (query, limit) => {
    expect(parse(query).limit).toBe(limit);
  });

  it.each(['geojson', 'json', 'ndjson', 'geojsonseq', 'csv', 'json-object'])(
    'f=%s names a format',
    (name) => {
      expect(parse(`f=${name}`).format?.name).toBe(name);
    },
  );

  const bbox = 'be west,south,east,north: four numbers, such as 2.2,48.8,2.5,48.95';
  const near =
    'be latitude,longitude: a latitude from -90 to 90 and a longitude from -180 to 180, such as 48.86,2.29';
  const radius = 'be a number of metres from 0 to 20015115';
  const limit = 'be "all" or a whole number from 1 to 10000';
  const format = 'be one of geojson, json, ndjson, geojsonseq, csv, json-object';

  it.each([
    ['bbox=', 'bbox', bbox],
    ['bbox=1,2,3', 'bbox', bbox],
    ['bbox=1,2,3,4,5,6', 'bbox', bbox],
    ['bbox=1,2,3,4,', 'bbox', bbox],
    ['bbox=1,2,3,x', 'bbox', bbox],
    ['bbox=1,2,3,1e999', 'bbox', bbox],
    ['bbox=1,2,3,NaN', 'bbox', bbox],
    ['bbox=1,2,3,Infinity', 'bbox', bbox],
    ['bbox=1,2,3,0x10', 'bbox', bbox],
    ['bbox=1,2,3,04', 'bbox', bbox],
    ['bbox=1,2,3,.5', 'bbox', bbox],
    ['bbox=1,2,3,5.', 'bbox', bbox],
    ['bbox=1,2,3,%2B5', 'bbox', bbox],
    ['bbox=1,2,3,+5', 'bbox', bbox],
    ['bbox=1,2,3,1_0', 'bbox', bbox],
    ['bbox=1,2,3,5n', 'bbox', bbox],
    ['bbox=0,1,0,0', 'bbox', 'be west,south,east,north, with its south up to its north'],
    ['bbox=181,0,-181,1', 'bbox', 'have its west up to its east, unless both are from -180 to 180'],
    [
      'bbox=180.00000000000003,0,0,1',
      'bbox',
      'have its west up to its east, unless both are from -180 to 180',
    ],
    [
      'bbox=0,0,-180.00000000000003,1',
      'bbox',
      'have its west up to its east, unless both are from -180 to 180',
    ],
    ['near=1', 'near', near],
    ['near=', 'near', near],
    ['near=1,2,3', 'near', near],
    ['near=90.00000000000001,0', 'near', near],
    ['near=0,-180.00000000000003', 'near', near],
    ['near=1,x', 'near', near],
    ['near=0,0&radius=', 'radius', radius],
    ['near=0,0&radius=-1', 'radius', radius],
    ['near=0,0&radius=20015116', 'radius', radius],
    ['near=0,0&radius=5km', 'radius', radius],
    ['radius=5', 'radius', 'come with "near"'],
    ['bbox=1,2,3,4&radius=5', 'radius', 'come with "near"'],
    ['bbox=1,2,3,4&near=1,2', 'near', 'come without "bbox"'],
    ['limit=', 'limit', limit],
    ['limit=0', 'limit', limit],
    ['limit=10001', 'limit', limit],
    ['limit=1.5', 'limit', limit],
    ['limit=ALL', 'limit', limit],
    ['limit=*', 'limit', limit],
    ['f=', 'f', format],
    ['f=gpkg', 'f', format],
    ['f=GeoJSON', 'f', format],
  ])('%j is refused, with what is expected of %s', (query, name, expected) => {
    const about = { message: `The parameter "${name}" must ${expected}.`, status: 400 };
    expect(() => parse(query)).toThrow(expect.objectContaining(about));
    expect(() => parse(query)).toThrow(RequestFault);
  });
});
