import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstStripe, lastStripe, stripeOf, stripeWidth } from '../../src/areas/stripe.ts';

const degrees = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -181, max: 181, noNaN: true }),
);

describe('stripeOf', () => {
  it('is an integer from the first stripe to the last', () => {
    fc.assert(
      fc.property(degrees, (longitude) => {
        const stripe = stripeOf(longitude);
        expect(Number.isInteger(stripe)).toBe(true);
        expect(Object.is(stripe, -0)).toBe(false);
        expect(stripe).toBeGreaterThanOrEqual(firstStripe);
        expect(stripe).toBeLessThanOrEqual(lastStripe);
      }),
    );
  });

  it('never falls when the longitude grows', () => {
    fc.assert(
      fc.property(degrees, degrees, (a, b) => {
        expect(stripeOf(Math.min(a, b))).toBeLessThanOrEqual(stripeOf(Math.max(a, b)));
      }),
    );
  });

  it.each([
    [-Number.MAX_VALUE, -1],
    [-180 - stripeWidth, -1],
    [-181.4, 0],
    [-180, 0],
    [-180 + stripeWidth, 1],
    [-Number.MIN_VALUE, 128],
    [0, 128],
    [Number.MIN_VALUE, 128],
    [2.35, 129],
    [179.999, 255],
    [180, 256],
    [Number.MAX_VALUE, 256],
  ])('of %d is %d', (longitude, stripe) => {
    expect(stripeOf(longitude)).toBe(stripe);
  });
});
