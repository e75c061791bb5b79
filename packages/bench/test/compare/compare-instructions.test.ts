import { expect, test } from 'vitest';
import { costTable } from '../../src/compare/compare-instructions.ts';

const calls = new Map([
  ['read', 1],
  ['epoll_pwait', 0.96],
  ['madvise', 0.01],
]);

test('the ratio of instructions is the one of the medians', () => {
  const { rows } = costTable('PUT', [
    { name: 'bare', instructions: [40_000, 50_000, 100_000], calls: new Map() },
    { name: 'own', instructions: [60_000, 150_000, 110_000], calls: new Map() },
  ]);
  expect(rows).toEqual([
    ['bare', '50000', '45000-75000', '1.00', ''],
    ['own', '110000', '85000-130000', '2.20', ''],
  ]);
});

test('system calls come by their names, without rare ones', () => {
  const { rows } = costTable('GET one', [{ name: 'bare', instructions: [1], calls }]);
  expect(rows[0]?.at(-1)).toBe('epoll_pwait 1.0, read 1.0');
});
