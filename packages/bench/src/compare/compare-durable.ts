import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { binaryOf, fetchRuntimes, print, type Verdict, versionOf } from '@location-records/dev-kit/campaigns';
import { canStart, startPostgres } from '@location-records/dev-kit/engines';
import pg from 'pg';
import { median, quartiles } from '../shared/statistics.ts';
import { type Comparison, compareServers, ratioOf, show } from './compare-servers.ts';
import { postgresContestants, selectContestants, sqliteContestants } from './contestants.ts';
import type { Goal } from './goals.ts';
import type { Measured } from './measure-works.ts';
import { mainWorks } from './request-source.ts';
import type { Settings } from './settings.ts';
import type { Table } from './tables.ts';

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
  const ratio = (work: (typeof mainWorks)[number], figure: 'cpu' | 'highest', base: string) =>
    ratioOf(measured, work, figure, 'SQLite', base);
  const other = 'Fastify, better-sqlite3';
  return [
    {
      title: 'GET one, SQLite: CPU time beside memory',
      value: ratio('GET one', 'cpu', 'memory'),
      bound: 'at most',
      limit: 1.3,
    },
    {
      title: 'PUT/s, SQLite: share of memory',
      value: ratio('PUT', 'highest', 'memory'),
      bound: 'at least',
      limit: 0.8,
    },
    {
      title: `PUT/s, SQLite: multiple of ${other}`,
      value: ratio('PUT', 'highest', other),
      bound: 'at least',
      limit: 3,
    },
  ];
}

async function comparePostgres(settings: Settings, verdict: Verdict): Promise<Comparison> {
  const engine = await startPostgres();
  try {
    const title = `PostgreSQL ${await postgresVersion(engine.url)}`;
    const contestants = postgresContestants(engine.url);
    // An engine is started by this process, and so runs on its CPU.
    const beside = { ...settings, isEngineBesideClient: true };
    return await compareServers(title, contestants, mainWorks, beside, verdict);
  } finally {
    await engine.stop();
  }
}

async function postgresVersion(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  // Such as `17.2 (Debian 17.2-1)`.
  return rows[0]?.server_version.split(' ')[0] ?? '';
}
