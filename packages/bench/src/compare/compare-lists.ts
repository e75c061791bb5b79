import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { median, quantile, quartiles, ratiosTo } from '../shared/statistics.ts';
import { sizesUpTo } from './compare-growth.ts';
import { type Comparison, show } from './compare-servers.ts';
import { onNode22, titleOfNode22 } from './fetched.ts';
import { type Goal, judge } from './goals.ts';
import { listContestants } from './list-contestants.ts';
import { type ListFigures, type MeasuredLists, measureLists, slowReaders } from './measure-lists.ts';
import type { Settings } from './settings.ts';
import type { Table } from './tables.ts';

/** The command on the memory store. */
const own = 'location-records';
/** The lengths of the lists that are measured beside the longest one. */
const shorter = [10, 10_000];

/** Compares GETs of the whole list, of a few records and of many. */
export async function compareLists(
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  return [await compareLengths(folder, settings, verdict), await compareStores(folder, settings, verdict)];
}

async function compareLengths(
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

/** Compares the longest list on memory and on SQLite, which is a part of Node.js from version 22 on. */
async function compareStores(
  folder: string,
  { rounds, records, server }: Settings,
  verdict: Verdict,
): Promise<Comparison> {
  const title = `Lists, ${titleOfNode22}`;
  const folderOf22 = join(folder, 'node22');
  await mkdir(folderOf22);
  const contestants = listContestants(folderOf22, records).filter(({ isStreamed }) => isStreamed);
  const measured = await measureLists(
    contestants,
    { records, rounds, isProbed: false, server: onNode22(server) },
    verdict,
  );
  const goals = storeGoals(measured);
  judge(goals, verdict);
  return { title, tables: [show(title, listTable(measured))], goals };
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
export function listGoals(measured: MeasuredLists): readonly Goal[] {
  return goalsOf(measured, [
    ['time of the command beside bare node:http', timeRatio(measured, own, 'bare node:http'), 0.75],
    ['first byte of the command, ms', median(figuresOf(measured, own).first), 20],
    ["p99 of another client's GETs on the command, ms", median(figuresOf(measured, own).gets), 25],
    ['growth of the memory of the command, MiB', quantile(figuresOf(measured, own).growth, 1), 32],
    [
      `growth of the memory of the command with ${slowReaders} slow readers, MiB`,
      quantile(figuresOf(measured, own).slowGrowth, 1),
      32,
    ],
  ]);
}

/** The target of the longest list on SQLite. */
export function storeGoals(measured: MeasuredLists): readonly Goal[] {
  const ratio = timeRatio(measured, 'location-records on SQLite', own);
  return goalsOf(measured, [['time on SQLite beside memory', ratio, 2]]);
}

function timeRatio(measured: MeasuredLists, name: string, base: string): number {
  return median(ratiosTo(figuresOf(measured, base).last, figuresOf(measured, name).last));
}

function figuresOf({ contestants }: MeasuredLists, wanted: string): ListFigures {
  const found = contestants.find(({ name }) => name === wanted);
  if (!found) throw new Error(`The list of ${wanted} was not measured.`);
  return found.figures;
}

function goalsOf(
  { records }: MeasuredLists,
  limits: readonly (readonly [title: string, value: number, limit: number])[],
): readonly Goal[] {
  return limits.map(([title, value, limit]) => {
    return { title: `List of ${records.toLocaleString('en')}: ${title}`, value, bound: 'at most', limit };
  });
}
