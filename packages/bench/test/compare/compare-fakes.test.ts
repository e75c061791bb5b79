import { expect, test } from 'vitest';
import { fakesTable } from '../../src/compare/compare-fakes.ts';

test('the ratio of a test is the median of those within each round', () => {
  const { rows } = fakesTable([
    { name: 'createFake', costs: [200, 300, 800], first: [100, 100, 110] },
    { name: 'other', costs: [800, 900, 1600], first: [300, 310, 320] },
  ]);
  expect(rows).toEqual([
    ['createFake', '300', '250-550', '1.00', '100', '100-105'],
    ['other', '900', '850-1250', '3.00', '310', '305-315'],
  ]);
});
