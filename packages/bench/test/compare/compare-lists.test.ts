import { expect, test } from 'vitest';
import { listGoals, listTable, storeGoals } from '../../src/compare/compare-lists.ts';
import { listContestants } from '../../src/compare/list-contestants.ts';

const figures = {
  first: [5, 6, 7],
  cpu: [9, 10, 11],
  growth: [30, 1, 2, 3],
  slowGrowth: [31],
  gets: [3, 4, 20],
};
const contestants = [
  { name: 'bare node:http', figures: { ...figures, last: [1000, 2000, 4000] } },
  { name: 'location-records', figures: { ...figures, last: [500, 1500, 2500] } },
  { name: 'location-records on SQLite', figures: { ...figures, last: [1500, 4500, 5000] } },
  { name: 'json-server', figures: { ...figures, last: [9000, 9000, 9000], slowGrowth: [], gets: [] } },
];
const lists = { records: 1_000_000, contestants };

test('the ratio of a list is the median of those within each round', () => {
  const { head, rows } = listTable(lists);
  expect(rows.map((row) => row[head.indexOf('ratio')])).toEqual(['1.00', '0.63', '1.50', '4.50']);
});

test('the growth is the largest of all lists', () => {
  const { head, rows } = listTable(lists);
  expect(rows[0]?.[head.indexOf('most growth MiB')]).toBe('30.0');
});

test('slow readers have a column where the list is streamed', () => {
  const { head, rows } = listTable(lists);
  const column = head.indexOf('MiB with 20 slow readers');
  expect([rows[1]?.[column], rows[3]?.[column]]).toEqual(['31.0', '-']);
});

test('GETs of another client have a column where there were some', () => {
  const { head, rows } = listTable(lists);
  expect(head.at(-1)).toBe("others' GET p99 ms");
  expect([rows[0]?.at(-1), rows[3]?.at(-1)]).toEqual(['4.00', '-']);
  const { head: shorter, rows: withoutGets } = listTable({ ...lists, contestants: contestants.slice(3) });
  expect(shorter).not.toContain("others' GET p99 ms");
  expect(withoutGets[0]?.length).toBe(shorter.length);
});

test('each target is about its own contestant and figure', () => {
  expect(listGoals(lists).map(({ value }) => value)).toEqual([0.625, 6, 4, 30, 31]);
  expect(storeGoals(lists).map(({ value }) => value)).toEqual([3]);
});

test('a target about a contestant that was not measured is refused', () => {
  expect(() => listGoals({ ...lists, contestants: contestants.slice(0, 1) })).toThrow('location-records');
});

test('json-server takes part in short lists only', () => {
  const namesOf = (records: number) => listContestants('folder', records).map(({ name }) => name);
  expect(namesOf(10_000)).toContain('json-server');
  expect(namesOf(10_001)).toEqual(namesOf(10_000).filter((name) => name !== 'json-server'));
});
