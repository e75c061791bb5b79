import { expect, test } from 'vitest';
import type { Comparison } from '../../src/compare/compare-servers.ts';
import { plotsOf } from '../../src/compare/plots.ts';

const figures = {
  highest: [8000, 9000, 10_000],
  busy: [1, 1, 1],
  held: [5000, 5000, 5000],
  cpu: [30, 40, 60],
  p50: [0.1, 0.2, 0.4],
  p99: [2, 3, 4],
};
const contestants = [
  { name: 'one', figures },
  { name: 'slow', figures: { ...figures, held: [900, 1000, 1100] } },
];
const comparison: Comparison = {
  title: 'In memory',
  contestants: [],
  tables: [],
  goals: [],
  cells: [1, 64].map((connections) => ({ work: 'PUT', connections, rate: 5000, contestants })),
  peaks: [{ name: 'one', mebibytes: [80, 90, 100] }],
};
const plots = plotsOf({ memory: [comparison], durable: [] });

function pointsOf(name: string) {
  return plots.find((plot) => plot.name === name)?.points;
}

test('a plot has the median and the quartiles of each contestant at 64 connections', () => {
  expect(pointsOf('compare-cpu')).toEqual([
    { group: 'PUT', name: 'one', low: 35, value: 40, high: 50, label: '40' },
    { group: 'PUT', name: 'slow', low: 35, value: 40, high: 50, label: '40' },
  ]);
});

test('a server that does not hold the rate has no latency', () => {
  expect(pointsOf('compare-latency')).toEqual([
    { group: 'PUT', name: 'one', low: 0.2, value: 0.2, high: 3, label: '0.2 to 3' },
  ]);
});

test('memory is drawn for each comparison', () => {
  expect(pointsOf('compare-memory')?.map(({ group, value }) => [group, value])).toEqual([['In memory', 90]]);
});

test('nothing is drawn of what was not measured', () => {
  expect(plots.map(({ name }) => name)).not.toContain('compare-durable');
});
