import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeDoubt, parseCoordinate } from '../../src/editing/place-text.ts';

it('a coordinate is read digit by digit', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseCoordinate(` ${JSON.stringify(value)} `)).toEqual({ value: value + 0 });
    }),
  );
});

it.each([
  ['', 'is missing'],
  ['48,8584', 'has a comma; write a point'],
  ['1e999', 'is too large'],
  ...['+1', '.5', '5.', '01', '0x10', 'Infinity', 'NaN', '1 2', '48° N', '1,2,3', '--1'].map((text) => [
    text,
    'is not a number, such as 48.8584 or -2.5',
  ]),
])('the coordinate %j is refused: it %s', (text, fault) => {
  expect(parseCoordinate(text)).toEqual({ fault });
});

it.each([
  [90, 180, undefined],
  [-90, -180, undefined],
  [139.69, 35.68, 'The latitude 139.69 is beyond ±90: latitude and longitude may be exchanged.'],
  [91, 170, 'The latitude 91 is beyond ±90.'],
  [10, 190, 'The longitude 190 is beyond ±180.'],
  [-91, 200, 'The latitude -91 is beyond ±90, and the longitude 200 is beyond ±180.'],
])('the place %d, %d is questioned: %s', (latitude, longitude, doubt) => {
  expect(describeDoubt({ latitude, longitude })).toBe(doubt);
});
