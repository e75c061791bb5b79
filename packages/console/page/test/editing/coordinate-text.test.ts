import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCoordinate } from '../../src/editing/coordinate-text.ts';

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
