import { expect, test } from 'vitest';
import { startTable } from '../../src/compare/compare-start.ts';

test('the ratio of a start is the median of those within each round', () => {
  const { rows } = startTable([
    { name: 'bare', milliseconds: [40, 50, 100], cpu: [30, 30, 30] },
    { name: 'own', milliseconds: [80, 90, 150], cpu: [60, 70, 80] },
  ]);
  expect(rows).toEqual([
    ['bare', '50', '45-75', '1.00', '30', '30-30'],
    ['own', '90', '85-120', '1.80', '70', '65-75'],
  ]);
});
