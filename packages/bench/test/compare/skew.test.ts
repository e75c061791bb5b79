import { expect, test } from 'vitest';
import { skewed } from '../../src/compare/skew.ts';
import { seededRandom } from '../../src/shared/random.ts';

test('gives the first number for the smallest draw, and the last one for the largest', () => {
  expect(skewed(1000, () => 0)()).toBe(0);
  expect(skewed(1000, () => 1 - 2 ** -32)()).toBe(999);
});

test('draws each number in proportion to its weight', () => {
  // The weights are 1, 1/2 and 1/4 of the law with exponent 1 for the numbers 0, 1 and 3; their sum is 25/12.
  const draws = [0, 0.47, 0.49, 0.71, 0.73, 0.87, 0.89].map((drawn) => skewed(4, () => drawn, 1)());
  expect(draws).toEqual([0, 0, 1, 1, 2, 2, 3]);
});

test('draws a small part of the numbers most of the time', () => {
  const draw = skewed(1_000_000, seededRandom(1));
  const few = Array.from({ length: 10_000 }, draw).filter((drawn) => drawn < 10_000);
  expect(few.length).toBeGreaterThan(6000);
  expect(few.length).toBeLessThan(7500);
});
