import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { binaryOf, fetchRuntimes, print, type Verdict, versionOf } from '@location-records/dev-kit/campaigns';
import { canStart } from '@location-records/dev-kit/engines';
import { onAllCpus } from '../shared/cpu-time/contestants.ts';
import { median, quartiles, ratiosTo } from '../shared/statistics.ts';
import { type Comparison, compareServers, ratioOf, show } from './compare-servers.ts';
import { type Contestant, postgresContestants, selectContestants, sqliteContestants } from './contestants.ts';
import { sendAll } from './drive.ts';
import { type Goal, judge } from './goals.ts';
import { highestRates, writeScript } from './highest-rates.ts';
import type { Measured } from './measure-works.ts';
import { mainWorks, RequestSource } from './request-source.ts';
import type { Settings } from './settings.ts';
import { rateCells, type Table } from './tables.ts';
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
  fetchRuntimes(['node22']);
  const onNode22 = { ...durable, server: { ...durable.server, runtime: [binaryOf('node22')] } };
  const sqlite = [
    await compareSqlite(folder, onNode22, verdict),
    ...(await compareRates(folder, onNode22, verdict)),
    await compareSelect(folder, onNode22, verdict),
  ];
  if (canStart('PostgreSQL')) return [...sqlite, await comparePostgres(durable, verdict)];
  print('PostgreSQL is not on this machine, and left out.');
  return sqlite;
}

/** Compares what a GET on SQLite costs with what its statement costs a server by hand. */
function compareSelect(folder: string, settings: Settings, verdict: Verdict): Promise<Comparison> {
  const title = `One statement for each GET, on Node.js ${versionOf('node22')}`;
  return compareServers(title, selectContestants(folder), ['GET one', 'GET 4 KiB'], settings, verdict);
}

async function compareSqlite(folder: string, settings: Settings, verdict: Verdict): Promise<Comparison> {
  const contestants = sqliteContestants(folder);
  const title = `SQLite, on Node.js ${versionOf('node22')}`;
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
      value: ratioOf(measured, 'GET one', 'cpu', 'SQLite', 'memory'),
      bound: 'at most',
      limit: 1.3,
    },
  ];
}

/** Compares PUTs per second where a server and its threads may use all CPUs, as where a user starts it. */
async function compareRates(
  folder: string,
  { server, rounds, generations, isShort }: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  const ratedFolder = join(folder, 'rated');
  await mkdir(ratedFolder);
  const contestants = sqliteContestants(ratedFolder);
  // They are asked for the same, byte by byte.
  const [first] = contestants as [Contestant];
  const source = new RequestSource(first, []);
  const script = join(ratedFolder, 'put.lua');
  await writeScript(script, source.puts);
  const wrapper = onAllCpus();
  const rates = await highestRates(
    contestants,
    { connections: 64, script, wrapper },
    {
      server: { ...server, wrapper },
      rounds: rounds * generations,
      generations,
      warmUpSeconds: isShort ? 1 : 3,
      prepare: ({ port }) => sendAll(port, source.preparation()),
    },
    verdict,
  );
  const [memory = [], own = [], other = []] = rates;
  // Without `wrk`.
  if (memory.length === 0) return [];
  const title = 'SQLite, with all CPUs';
  const table = {
    title: 'PUT, 64 connections of `wrk`',
    head: ['', 'at most/s', 'quartiles', 'share of the first'],
    rows: contestants.map(({ name }, index) => [name, ...rateCells(memory, rates[index] ?? [])]),
  };
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
