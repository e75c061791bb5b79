import { expect, test } from 'vitest';
import { copiesTable } from '../../src/compare/compare-copies.ts';
import { copies } from '../../src/compare/in-process/copies.mjs';
import { locationOf } from '../../src/shared/big-list.mjs';

test('a copy has its cost alone and with a change', () => {
  const { rows } = copiesTable([{ name: 'own', alone: [1, 2, 4], withChange: [2, 3, 5] }]);
  expect(rows).toEqual([['own', '2.00', '1.50-3.00', '3.00', '2.50-4.00']]);
});

test.each(Object.entries(copies))(
  '%s: a change is in the last copy, and not in the next one',
  async (_, load) => {
    const copying = await load();
    expect(copying.get()).toEqual(locationOf(0));
    copying.copy();
    copying.put(locationOf(1));
    expect(copying.get()).toEqual(locationOf(1));
    copying.copy();
    expect(copying.get()).toEqual(locationOf(0));
  },
);
