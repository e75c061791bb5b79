import { expect, test } from 'vitest';
import { costTable } from '../../src/compare/compare-instructions.ts';

const calls = new Map([
  ['read', 1],
  ['epoll_pwait', 0.96],
  ['madvise', 0.01],
]);

/** What the threads ran in some rounds, in which the others ran `otherThreads` each. */
const rounds = (otherThreads: number, ...mainThread: number[]) =>
  mainThread.map((count) => ({ mainThread: count, otherThreads }));

test('the ratio is the one of the medians of the main threads', () => {
  const { head, rows } = costTable('PUT', [
    { name: 'bare', instructions: rounds(0, 40_000, 50_000, 100_000), calls: new Map() },
    { name: 'own', instructions: rounds(7000, 60_000, 150_000, 110_000), calls: new Map() },
  ]);
  expect(head).toEqual([
    '',
    'instructions',
    'quartiles',
    'ratio',
    'other threads',
    'quartiles',
    'system calls',
  ]);
  expect(rows).toEqual([
    ['bare', '50000', '45000-75000', '1.00', '0', '0-0', ''],
    ['own', '110000', '85000-130000', '2.20', '7000', '7000-7000', ''],
  ]);
});

test('system calls come by their names, without rare ones', () => {
  const { rows } = costTable('GET one', [{ name: 'bare', instructions: rounds(0, 1), calls }]);
  expect(rows[0]?.at(-1)).toBe('epoll_pwait 1.0, read 1.0');
});
