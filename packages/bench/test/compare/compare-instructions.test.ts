import { expect, test } from 'vitest';
import { instructionsTable } from '../../src/compare/compare-instructions.ts';

const calls = new Map([
  ['read', 1],
  ['epoll_pwait', 0.96],
  ['madvise', 0.01],
]);

test('the ratio of instructions is the median of those within each round', () => {
  const { rows } = instructionsTable('PUT', [
    { name: 'bare', instructions: [40_000, 50_000, 100_000], calls: new Map() },
    { name: 'own', instructions: [80_000, 90_000, 150_000], calls: new Map() },
  ]);
  expect(rows).toEqual([
    ['bare', '50000', '45000-75000', '1.00', ''],
    ['own', '90000', '85000-120000', '1.80', ''],
  ]);
});

test('system calls come by their names, without rare ones', () => {
  const { rows } = instructionsTable('GET one', [{ name: 'bare', instructions: [1], calls }]);
  expect(rows[0]?.at(-1)).toBe('epoll_pwait 1.0, read 1.0');
});
