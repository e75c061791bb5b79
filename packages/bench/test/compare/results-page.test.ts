import { expect, test } from 'vitest';
import { command } from '../../src/compare/contestants.ts';
import type { Goal } from '../../src/compare/goals.ts';
import { markdownOf, resultsPage } from '../../src/compare/results-page.ts';

const circumstances = {
  machine: 'a CPU, 2 cores, 4 GiB of memory',
  node: '20.0.0',
  date: '2026-01-02',
  command: 'npm run compare',
  versions: ['one 1.0.0'],
};
const goals: readonly Goal[] = [
  { title: 'CPU', value: 1.2, bound: 'at most', limit: 1.1 },
  { title: 'share', value: 0.9, bound: 'at least', limit: 0.8 },
  { title: 'GET', value: Number.NaN, bound: 'at most', limit: 1.1 },
];
const contestant = { ...command('own', 'memory:'), differences: { POST: 'it differs' } };
const comparison = {
  title: 'In memory',
  contestants: [contestant],
  tables: [{ title: 'PUT', head: ['', 'µs'], rows: [['own', '10']] }],
  goals,
  cells: [],
  peaks: [],
};
const plot = { name: 'compare-cpu', title: 'CPU time', unit: 'µs', points: [] };
const page = resultsPage('In memory', [comparison, { ...comparison, goals: [] }], [plot], circumstances);

test('a table has its heading, and a line for each row', () => {
  const table = { title: 'PUT', head: ['', 'µs'], rows: [['first', '10']] };
  expect(markdownOf(table, 3).split('\n')).toEqual([
    '### PUT',
    '',
    '|  | µs |',
    '| --- | ---: |',
    '| first | 10 |',
  ]);
});

test('a column of texts is on the left', () => {
  const rows = [
    ['first', 'a reason', '-', '1.0'],
    ['second', 'responds with 404', '0.9-1.2', ''],
  ];
  expect(markdownOf({ title: 'Differences', head: ['', 'why', '', ''], rows }, 2)).toContain(
    '| --- | --- | ---: | ---: |',
  );
});

test('the page says where, when and how the figures came about', () => {
  expect(page).toContain(
    '2026-01-02, a CPU, 2 cores, 4 GiB of memory, Node.js 20.0.0. Written by `npm run compare`',
  );
  expect(page).toContain('one 1.0.0');
});

test('the page has the targets, met or missed', () => {
  expect(page).toContain('| CPU | 1.20 | at most 1.10 | missed |');
  expect(page).toContain('| share | 0.90 | at least 0.80 | met |');
});

test('the page says which figures could not be measured', () => {
  expect(page).toContain('| GET |  | at most 1.10 | not measured |');
});

test('the page has the plots, the tables, and each difference once', () => {
  expect(page).toContain('![CPU time](compare-cpu.svg)');
  expect(page).toContain('### PUT\n');
  expect(page.split('| own | POST | it differs |').length).toBe(2);
});

test('a page without targets, plots and differences has no heading for them', () => {
  const bare = { ...comparison, goals: [], contestants: [] };
  expect(resultsPage('Fakes', [bare], [], circumstances).match(/^#+ .*/gm)).toEqual([
    '# Fakes: location-records beside the alternatives',
    '## In memory',
    '### PUT',
  ]);
});
