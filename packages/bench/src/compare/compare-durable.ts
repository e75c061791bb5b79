import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { print, type Verdict } from '@location-records/dev-kit/campaigns';
import { canStart } from '@location-records/dev-kit/engines';
import { median, quartiles, ratiosTo } from '../shared/statistics.ts';
import { compareRates } from './compare-rates.ts';
import { type Comparison, compareServers, cpuRatioOf, onlyTables, show } from './compare-servers.ts';
import { postgresContestants, selectContestants, selectTitle, sqliteContestants } from './contestants.ts';
import { onNode22, titleOfNode22 } from './fetched.ts';
import { type Goal, judge } from './goals.ts';
import type { Measured } from './measure-works.ts';
import { mainWorks, type RequestSource } from './request-source.ts';
import type { Settings } from './settings.ts';
import type { Table } from './tables.ts';
import { withPostgres } from './with-postgres.ts';

/** The number of flushes that are timed. */
const flushCount = 200;

/** Compares servers whose writes are on the disk when they respond. */
export async function compareDurable(
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  const durable = { ...settings, connections: [64] };
  const with22 = { ...durable, server: onNode22(durable.server) };
  const sqlite = [
    await compareSqlite(folder, with22, verdict),
    ...(await comparePuts(folder, with22, verdict)),
    // The plot shows each server once.
    onlyTables(
      await compareServers(selectTitle, selectContestants(folder), ['GET one', 'GET 4 KiB'], with22, verdict),
    ),
  ];
  if (canStart('PostgreSQL')) return [...sqlite, await comparePostgres(durable, verdict)];
  print('PostgreSQL is not on this machine, and left out.');
  return sqlite;
}

async function compareSqlite(folder: string, settings: Settings, verdict: Verdict): Promise<Comparison> {
  const contestants = sqliteContestants(folder);
  const title = `SQLite, ${titleOfNode22}`;
  const flushes = show(title, flushTable(await flushTimes(folder)));
  const compared = await compareServers(title, contestants, mainWorks, settings, verdict, sqliteGoals);
  return { ...compared, tables: [flushes, ...compared.tables] };
}

function flushTable(microseconds: readonly number[]): Table {
  const figures = [median(microseconds).toFixed(0), quartiles(microseconds, 0)];
  return {
    title: 'what a durable write waits for',
    head: ['', 'µs', 'quartiles'],
    rows: [['fdatasync of 4 KiB in a file', ...figures]],
  };
}

/** How long the disk takes for each of some flushes, in microseconds. */
async function flushTimes(folder: string): Promise<readonly number[]> {
  const file = await open(join(folder, 'flushed'), 'w');
  const times: number[] = [];
  while (times.length < flushCount) {
    const begin = performance.now();
    await file.write(Buffer.alloc(4096), 0, 4096, 0);
    await file.datasync();
    times.push((performance.now() - begin) * 1000);
  }
  await file.close();
  return times;
}

function sqliteGoals(measured: Measured): readonly Goal[] {
  return [
    {
      title: 'GET one, SQLite: CPU time beside memory',
      value: cpuRatioOf(measured, 'GET one', 'SQLite', 'memory'),
      bound: 'at most',
      limit: 1.3,
    },
  ];
}

/** Compares PUTs per second where the writer thread may have a CPU of its own. */
async function comparePuts(
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  const ratedFolder = join(folder, 'rated');
  await mkdir(ratedFolder);
  const contestants = sqliteContestants(ratedFolder);
  const work = { title: 'PUT', requests: ({ puts }: RequestSource) => puts };
  const { table, rates } = await compareRates(contestants, work, ratedFolder, settings, verdict);
  const [memory = [], own = [], other = []] = rates;
  // Without `wrk`.
  if (memory.length === 0) return [];
  const title = 'SQLite, with all CPUs';
  const goals = [
    shareGoal('PUT/s, SQLite: share of memory', memory, own, 0.8),
    shareGoal(`PUT/s, SQLite: multiple of ${contestants[2]?.name}`, other, own, 3),
  ];
  judge(goals, verdict);
  return [{ title, tables: [show(title, table)], goals }];
}

function shareGoal(title: string, base: readonly number[], rates: readonly number[], limit: number): Goal {
  return { title, value: median(ratiosTo(base, rates)), bound: 'at least', limit };
}

function comparePostgres(settings: Settings, verdict: Verdict): Promise<Comparison> {
  // An engine is started by this process, and so runs on its CPU.
  const beside = { ...settings, isEngineBesideClient: true };
  return withPostgres(({ title, url }) =>
    compareServers(title, postgresContestants(url), mainWorks, beside, verdict),
  );
}
