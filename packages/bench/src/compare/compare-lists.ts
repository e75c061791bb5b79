import type { Verdict } from '@location-records/dev-kit/campaigns';
import { median, quantile, quartiles, ratiosTo } from '../shared/statistics.ts';
import { sizesUpTo } from './compare-growth.ts';
import { type Comparison, show } from './compare-servers.ts';
import { type Goal, judge } from './goals.ts';
import { listContestants } from './list-contestants.ts';
import { type ListFigures, type MeasuredLists, measureLists, slowReaders } from './measure-lists.ts';
import type { Settings } from './settings.ts';
import type { Table } from './tables.ts';

/** The lengths of the lists that are measured beside the longest one. */
const shorter = [10, 10_000];

/** Compares GETs of the whole list, of a few records and of many. */
export async function compareLists(
  folder: string,
  { rounds, records: longest, server }: Settings,
  verdict: Verdict,
): Promise<Comparison> {
  const title = 'Lists';
  const tables: Table[] = [];
  const goals: Goal[] = [];
  for (const records of sizesUpTo(longest, shorter)) {
    const isLongest = records === longest;
    const measured = await measureLists(
      listContestants(folder, records),
      {
        records,
        rounds,
        isProbed: isLongest,
        server,
      },
      verdict,
    );
    tables.push(show(title, listTable(measured)));
    if (isLongest) goals.push(...listGoals(measured));
  }
  judge(goals, verdict);
  return { title, tables, goals };
}

/** The lists of one length. The ratio is to the first contestant, taken within each round. */
export function listTable({ records, contestants }: MeasuredLists): Table {
  const base = contestants[0]?.figures.last ?? [];
  const isProbed = contestants.some(({ figures }) => figures.gets.length > 0);
  const head = ['', 'ms', 'quartiles', 'ratio', 'first byte ms', 'CPU ms', 'quartiles', 'most growth MiB'];
  return {
    title: `${records.toLocaleString('en')} records, ${base.length} rounds`,
    head: isProbed ? [...head, `MiB with ${slowReaders} slow readers`, "others' GET p99 ms"] : head,
    rows: contestants.map(({ name, figures: { last, first, cpu, growth, slowGrowth, gets } }) => {
      const row = [
        name,
        median(last).toFixed(2),
        quartiles(last, 2),
        median(ratiosTo(base, last)).toFixed(2),
        median(first).toFixed(2),
        median(cpu).toFixed(2),
        quartiles(cpu, 2),
        quantile(growth, 1).toFixed(1),
      ];
      const slow = slowGrowth.length > 0 ? quantile(slowGrowth, 1).toFixed(1) : '-';
      return isProbed ? [...row, slow, gets.length > 0 ? median(gets).toFixed(2) : '-'] : row;
    }),
  };
}

/** The targets of the longest list. */
export function listGoals({ records, contestants }: MeasuredLists): readonly Goal[] {
  const figuresOf = (wanted: string, figure: keyof ListFigures) => {
    const found = contestants.find(({ name }) => name === wanted);
    if (!found) throw new Error(`The list of ${wanted} was not measured.`);
    return found.figures[figure];
  };
  const ratio = (name: string, base: string) =>
    median(ratiosTo(figuresOf(base, 'last'), figuresOf(name, 'last')));
  const own = 'location-records';
  const goals = [
    ['time of the command beside bare node:http', ratio(own, 'bare node:http'), 0.75],
    ['first byte of the command, ms', median(figuresOf(own, 'first')), 20],
    ["p99 of another client's GETs on the command, ms", median(figuresOf(own, 'gets')), 25],
    ['growth of the memory of the command, MiB', quantile(figuresOf(own, 'growth'), 1), 32],
    [
      `growth of the memory of the command with ${slowReaders} slow readers, MiB`,
      quantile(figuresOf(own, 'slowGrowth'), 1),
      32,
    ],
    ['time on SQLite beside memory', ratio('location-records on SQLite', own), 2],
  ] as const;
  return goals.map(([title, value, limit]) => {
    return { title: `List of ${records.toLocaleString('en')}: ${title}`, value, bound: 'at most', limit };
  });
}
