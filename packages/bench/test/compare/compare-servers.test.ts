import { expect, test } from 'vitest';
import { ratioOf } from '../../src/compare/compare-servers.ts';

const figures = { busy: [], held: [5000], p50: [], p99: [] };
const contestants = [
  { name: 'base', figures: { ...figures, cpu: [10, 20, 40], highest: [1, 1, 1] } },
  { name: 'own', figures: { ...figures, cpu: [30, 40, 80], highest: [3, 4, 5] } },
];
const measured = {
  cells: [
    { work: 'PUT', connections: 1, rate: 1000, contestants: [] },
    { work: 'PUT', connections: 64, rate: 5000, contestants },
  ],
  peaks: [],
} as const;

test('a ratio is the median of those within each round, at 64 connections', () => {
  expect(ratioOf(measured, 'PUT', 'cpu', 'own', 'base')).toBe(2);
  expect(ratioOf(measured, 'PUT', 'highest', 'own', 'base')).toBe(4);
});

test('CPU times have no ratio where the rate is not held', () => {
  const slow = { name: 'slow', figures: { ...figures, held: [4000], cpu: [1, 1, 1], highest: [1, 1, 1] } };
  const cells = [{ work: 'PUT', connections: 64, rate: 5000, contestants: [...contestants, slow] }] as const;
  expect(ratioOf({ cells, peaks: [] }, 'PUT', 'cpu', 'own', 'slow')).toBeNaN();
  expect(ratioOf({ cells, peaks: [] }, 'PUT', 'highest', 'own', 'slow')).toBe(4);
});

test('a ratio of a work or of a contestant that was not measured is refused', () => {
  expect(() => ratioOf(measured, 'POST', 'cpu', 'own', 'base')).toThrow('POST of base');
  expect(() => ratioOf(measured, 'PUT', 'cpu', 'other', 'base')).toThrow('PUT of other');
});
