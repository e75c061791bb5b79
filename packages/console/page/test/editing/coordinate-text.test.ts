import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCoordinate } from '../../src/editing/coordinate-text.ts';

it('reads every number that JSON has, digit by digit', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseCoordinate(` ${JSON.stringify(value)} `)).toEqual({ value: value + 0, isExact: true });
    }),
  );
});

it.each(['48.8584', '-0.5', '1e3', '1E-7', '0.30', '100', '2.50e2', '0.0'])('takes %s as it is', (text) => {
  expect(parseCoordinate(text)).toEqual({ value: Number(text), isExact: true });
});

it.each([
  ['48.85840000000000001', 48.8584],
  ['9007199254740993', 9007199254740992],
  ['1e-400', 0],
])('says that %s has more digits than a number holds', (text, value) => {
  expect(parseCoordinate(text)).toEqual({ value, isExact: false });
});

it.each([
  ['', 'is missing'],
  ['48,8584', 'has a comma; write a point'],
  ['1e999', 'is too large'],
])('refuses %j: it %s', (text, fault) => {
  expect(parseCoordinate(text)).toEqual({ fault });
});

it.each(['+1', '.5', '5.', '01', '0x10', 'Infinity', 'NaN', '1 2', '48° N', '1,2,3', '--1'])(
  'refuses %s',
  (text) => {
    expect(parseCoordinate(text)).toEqual({ fault: 'is not a number, such as 48.8584 or -2.5' });
  },
);
