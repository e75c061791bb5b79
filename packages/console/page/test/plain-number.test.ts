import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainNumber } from '../src/plain-number.ts';

describe('plainNumber', () => {
  it.each([
    [48.8584, '48.8584'],
    [-0.1, '-0.1'],
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [0, '0'],
    [5e-324, `0.${'0'.repeat(323)}5`],
  ])('writes %d', (number, text) => {
    expect(plainNumber(number)).toBe(text);
  });

  it('keeps every digit', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        // A service has 0 for -0.
        expect(Number(plainNumber(number))).toBe(number + 0);
      }),
    );
  });

  it('writes numbers below 1 without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1, max: 1 }), (number) => {
        expect(plainNumber(number)).toMatch(/^-?[01](?:\.\d+)?$/);
      }),
    );
  });
});
