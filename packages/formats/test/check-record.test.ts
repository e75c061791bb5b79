import { describe, expect, it } from 'vitest';
import { checkRecord } from '../src/check-record.ts';

const position = { index: 1, line: 2, byte: 3 };
const lenient = { strictCoordinates: false };
const strict = { strictCoordinates: true };

describe('a record beyond the usual range', () => {
  it.each([
    [95, 10, 'the latitude 95 is beyond ±90', 'latitude and longitude look swapped'],
    [-122.4783, 37.8199, 'the latitude -122.4783 is beyond ±90', 'latitude and longitude look swapped'],
    [95, 100, 'the latitude 95 is beyond ±90', undefined],
    [10, 190, 'the longitude 190 is beyond ±180', undefined],
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
    [
      6250941.5,
      255422.25,
      'the latitude 6250941.5 is beyond ±90',
      'they look like metres of a projection: convert them to EPSG:4326, such as with ogr2ogr -t_srs EPSG:4326',
    ],
    [1e300, 0, 'the latitude 1e+300 is beyond ±90', undefined],
    [1000, 1000, 'the latitude 1000 is beyond ±90', undefined],
  ])(
    'at %d, %d is read with a doubt, or refused where ranges are checked',
    (latitude, longitude, outside, doubt) => {
      const parts = { id: 'a', description: undefined, latitude, longitude };
      expect(checkRecord(position, parts, lenient)).toEqual({
        ...position,
        record: ['a', { coordinates: { latitude, longitude } }],
        doubt: doubt === undefined ? outside : `${outside}: ${doubt}`,
      });
      expect(checkRecord(position, parts, strict)).toEqual({
        ...position,
        id: 'a',
        rule: 'D32',
        reason: outside,
        ...(doubt !== undefined && { suggestion: doubt }),
      });
    },
  );
});

it.each([
  [90, 180],
  [-90, -180],
  [0, 0],
])('has no doubt about %d, %d', (latitude, longitude) => {
  const parts = { id: 'a', description: 'b', latitude, longitude };
  const location = { description: 'b', coordinates: { latitude, longitude } };
  for (const settings of [lenient, strict]) {
    expect(checkRecord(position, parts, settings)).toEqual({ ...position, record: ['a', location] });
  }
});

it('keeps -0 as 0', () => {
  const entry = checkRecord(position, { id: 'a', description: null, latitude: -0, longitude: -0 }, lenient);
  expect(entry).toEqual({ ...position, record: ['a', { coordinates: { latitude: 0, longitude: 0 } }] });
});

it.each([
  [{ id: 5 }, 'SPEC 2', 'the identifier is a number, not a string'],
  [{ id: null }, 'SPEC 2', 'the identifier is null, not a string'],
  [{ id: undefined }, 'SPEC 2', 'the identifier is missing'],
  [{ description: [] }, 'D27', 'the description is an array, not a string'],
  [{ latitude: undefined }, 'SPEC 2', 'the latitude is missing'],
  [{ longitude: NaN }, 'D31', 'the longitude is not finite'],
  [{ latitude: '48,5' }, 'SPEC 2', 'the latitude is a string, not a number'],
  [{ latitude: ' ' }, 'SPEC 2', 'the latitude is a string, not a number'],
  [{ longitude: true }, 'SPEC 2', 'the longitude is a boolean, not a number'],
])('refuses %j', (parts, rule, reason) => {
  const good = { id: 'a', description: 'b', latitude: 1, longitude: 2 };
  expect(checkRecord(position, { ...good, ...parts }, lenient)).toEqual({
    ...position,
    ...(!('id' in parts) && { id: 'a' }),
    rule,
    reason,
  });
});

it('leaves out a byte that is not known', () => {
  const parts = { id: '', description: undefined, latitude: 1, longitude: 2 };
  expect(checkRecord({ index: 1, line: 1 }, parts, lenient)).toEqual({
    index: 1,
    line: 1,
    rule: 'D8',
    reason: 'the identifier is empty',
  });
});
