import { expect, test } from 'vitest';
import { mountsTable } from '../../src/compare/compare-mounts.ts';

test('the ratios of a mounted service are the medians of those within each round', () => {
  const { rows } = mountsTable('Bun', [
    { name: 'by hand', cpu: [10, 12, 20], rates: [100, 200, 400] },
    { name: 'mounted', cpu: [11, 12, 30], rates: [90, 100, 300] },
  ]);
  expect(rows).toEqual([
    ['by hand', '12.0', '11.0-16.0', '1.00', '1.00', '200', '150-300', '1.00'],
    ['mounted', '12.0', '11.5-21.0', '1.10', '1.08', '100', '95-200', '0.75'],
  ]);
});

test('rates that were not measured are left out', () => {
  const { rows } = mountsTable('Bun', [{ name: 'by hand', cpu: [10], rates: [] }]);
  expect(rows).toEqual([['by hand', '10.0', '10.0-10.0', '1.00', '1.00', '-', '-', '-']]);
});
