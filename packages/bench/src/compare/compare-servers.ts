import { print, printTable, type Verdict } from '@location-records/dev-kit/campaigns';
import type { ServerSettings } from '../shared/server-process.ts';
import { median, ratiosTo } from '../shared/statistics.ts';
import { askProbes, unexplained } from './compare-responses.ts';
import type { Contestant } from './contestants.ts';
import { type Measured, measureWorks, type Settings } from './measure-works.ts';
import type { Work } from './request-source.ts';
import { memoryTable, type Table, tableOf } from './tables.ts';

/** What came of some servers and works. */
export interface Comparison extends Measured {
  readonly title: string;
  readonly tables: readonly Table[];
}

/** Measures servers at some works, and prints the tables. */
export async function compareServers(
  title: string,
  contestants: readonly Contestant[],
  works: readonly Work[],
  settings: Settings,
  verdict: Verdict,
): Promise<Comparison> {
  const measured = await measureWorks(contestants, works, settings, verdict);
  const tables = [...measured.cells.map(tableOf), memoryTable(measured.peaks)];
  for (const table of tables) {
    print(`\n${title}: ${table.title}`);
    printTable(table.head, table.rows);
  }
  return { title, tables, ...measured };
}

/** Asks each server for what is specified. Differences without a reason, and reasons without one, are failures. */
export async function checkResponses(
  contestants: readonly Contestant[],
  settings: ServerSettings,
  verdict: Verdict,
): Promise<void> {
  for (const contestant of contestants) {
    const server = await contestant.start(settings);
    const wrong = unexplained(await askProbes(contestant, server.port), contestant.differences);
    await server.stop();
    verdict.check(`${contestant.name} responds as expected: ${wrong.join('; ')}`, wrong.length === 0);
  }
}

/** The median ratio of a figure of `name` to that of `base` at 64 connections, taken within each round. */
export function ratioOf(
  { cells }: Measured,
  work: Work,
  figure: 'cpu' | 'highest',
  name: string,
  base: string,
): number {
  const cell = cells.find((one) => one.work === work && one.connections === 64);
  const figuresOf = (wanted: string) =>
    cell?.contestants.find((one) => one.name === wanted)?.figures[figure] ?? [];
  return median(ratiosTo(figuresOf(base), figuresOf(name)));
}
