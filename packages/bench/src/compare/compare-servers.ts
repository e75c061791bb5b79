import { print, printTable, type Verdict } from '@location-records/dev-kit/campaigns';
import { median, ratiosTo } from '../shared/statistics.ts';
import type { Contestant } from './contestants.ts';
import { type Goal, judge } from './goals.ts';
import { type Measured, measureWorks } from './measure-works.ts';
import type { Work } from './request-source.ts';
import type { Settings } from './settings.ts';
import { isHeld, memoryTable, type Table, tableOf } from './tables.ts';

/** What came of some servers and works. */
export interface Comparison extends Partial<Measured> {
  readonly title: string;
  readonly tables: readonly Table[];
  /** Those whose responses may differ from the specified ones. */
  readonly contestants?: readonly Contestant[];
  readonly goals?: readonly Goal[];
}

/**
 * Measures servers at some works, and prints the tables.
 *
 * @param goalsOf the targets of what was measured.
 */
export async function compareServers(
  title: string,
  contestants: readonly Contestant[],
  works: readonly Work[],
  settings: Settings,
  verdict: Verdict,
  goalsOf: (measured: Measured) => readonly Goal[] = () => [],
): Promise<Comparison> {
  const measured = await measureWorks(contestants, works, settings, verdict);
  const hasLatencies = !settings.isEngineBesideClient;
  const tables = measured.cells.map((cell) => tableOf(cell, hasLatencies));
  tables.push(memoryTable(measured.peaks));
  for (const table of tables) show(title, table);
  const goals = goalsOf(measured);
  judge(goals, verdict);
  return { title, contestants, tables, goals, ...measured };
}

/** A comparison whose figures no plot shows. */
export function onlyTables(comparison: Comparison): Comparison {
  return { ...comparison, cells: [], peaks: [] };
}

/** Prints a table below the title of its comparison, and returns it. */
export function show(title: string, table: Table): Table {
  print(`\n${title}: ${table.title}`);
  printTable(table.head, table.rows);
  return table;
}

/**
 * The CPU time of `name` for a request divided by the one of `base`, at 64 connections: the median of the ratios of all
 * rounds, or `NaN` where one of the two does not hold the rate.
 */
export function cpuRatioOf({ cells }: Measured, work: Work, name: string, base: string): number {
  const cell = cells.find((one) => one.work === work && one.connections === 64);
  const costsOf = (wanted: string) => {
    const found = cell?.contestants.find((one) => one.name === wanted);
    if (!cell || !found) throw new Error(`${work} of ${wanted} was not measured over 64 connections.`);
    return isHeld(found.figures, cell.rate) ? found.figures.cpu : [Number.NaN];
  };
  return median(ratiosTo(costsOf(base), costsOf(name)));
}
