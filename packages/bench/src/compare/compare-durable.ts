import { binaryOf, fetchRuntimes, print, type Verdict } from '@location-records/dev-kit/campaigns';
import { canStart, startPostgres } from '@location-records/dev-kit/engines';
import { type Comparison, checkResponses, compareServers, ratioOf } from './compare-servers.ts';
import { postgresContestants, sqliteContestants } from './contestants.ts';
import { fetchForComparison } from './fetched.ts';
import type { Settings } from './measure-works.ts';

const works = ['GET one', 'PUT', 'POST', 'DELETE'] as const;

/** Compares servers whose writes are on the disk when they respond. */
export async function compareDurable(
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  const durable = { ...settings, connections: [64] };
  const sqlite = await compareSqlite(folder, durable, verdict);
  if (canStart('PostgreSQL')) return [sqlite, await comparePostgres(durable, verdict)];
  print('PostgreSQL is not on this machine, and left out.');
  return [sqlite];
}

async function compareSqlite(folder: string, settings: Settings, verdict: Verdict): Promise<Comparison> {
  fetchForComparison();
  fetchRuntimes(['node22']);
  const server = { ...settings.server, runtime: [binaryOf('node22')] };
  const contestants = sqliteContestants(folder);
  await checkResponses(contestants, server, verdict);
  const title = 'SQLite, on Node.js 22';
  const compared = await compareServers(title, contestants, works, { ...settings, server }, verdict);
  const ratio = (work: (typeof works)[number], figure: 'cpu' | 'highest', base: string) =>
    ratioOf(compared, work, figure, 'SQLite', base);
  const other = 'Fastify, better-sqlite3';
  verdict.target('GET one, SQLite: CPU time beside memory', ratio('GET one', 'cpu', 'memory'), 1.3);
  verdict.targetAtLeast('PUT/s, SQLite: share of memory', ratio('PUT', 'highest', 'memory'), 0.8);
  verdict.targetAtLeast(`PUT/s, SQLite: multiple of ${other}`, ratio('PUT', 'highest', other), 3);
  return compared;
}

async function comparePostgres(settings: Settings, verdict: Verdict): Promise<Comparison> {
  const engine = await startPostgres();
  try {
    const contestants = postgresContestants(engine.url);
    await checkResponses(contestants, settings.server, verdict);
    return await compareServers('PostgreSQL', contestants, works, settings, verdict);
  } finally {
    await engine.stop();
  }
}
