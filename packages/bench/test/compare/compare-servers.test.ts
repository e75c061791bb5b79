import { expect, test } from 'vitest';
import { cpuRatioOf } from '../../src/compare/compare-servers.ts';

const figures = { highest: [], busy: [], held: [5000], p50: [], p99: [] };
const contestants = [
  { name: 'base', figures: { ...figures, cpu: [10, 20, 40] } },
  { name: 'own', figures: { ...figures, cpu: [30, 40, 80] } },
];
const measured = {
  cells: [
    { work: 'PUT', connections: 1, rate: 1000, contestants: [] },
    { work: 'PUT', connections: 64, rate: 5000, contestants },
  ],
  peaks: [],
} as const;

test('a ratio is the median of those within each round, at 64 connections', () => {
  expect(cpuRatioOf(measured, 'PUT', 'own', 'base')).toBe(2);
});

test('CPU times have no ratio where the rate is not held', () => {
  const slow = { name: 'slow', figures: { ...figures, held: [4000], cpu: [1, 1, 1] } };
  const cells = [{ work: 'PUT', connections: 64, rate: 5000, contestants: [...contestants, slow] }] as const;
  expect(cpuRatioOf({ cells, peaks: [] }, 'PUT', 'own', 'slow')).toBeNaN();
});

test('a ratio of a work or of a contestant that was not measured is refused', () => {
  expect(() => cpuRatioOf(measured, 'POST', 'own', 'base')).toThrow('POST of base');
  expect(() => cpuRatioOf(measured, 'PUT', 'other', 'base')).toThrow('PUT of other');
});
