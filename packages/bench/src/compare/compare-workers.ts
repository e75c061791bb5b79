import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { print, type Verdict } from '@location-records/dev-kit/campaigns';
import { canStart, findProgram } from '@location-records/dev-kit/engines';
import { onAllCpus } from '../shared/cpu-time/contestants.ts';
import { compareRates, type RatedWork } from './compare-rates.ts';
import { checkResponses } from './compare-responses.ts';
import { type Comparison, show } from './compare-servers.ts';
import { type Contestant, workerContestants } from './contestants.ts';
import type { Timed } from './drive.ts';
import type { RequestSource } from './request-source.ts';
import type { Settings } from './settings.ts';
import type { Table } from './tables.ts';
import { withPostgres } from './with-postgres.ts';

/** How much longer a flush takes on the slow disk, in milliseconds. */
const slowDiskMs = 2;
/** The GETs of the mix before each PUT. */
const getsBeforePut = 9;

const works: readonly RatedWork[] = [
  { title: 'GET', requests: ({ gets }) => gets },
  { title: 'PUT', requests: ({ puts }) => puts },
  { title: `${getsBeforePut} GET to 1 PUT`, requests: mixed },
];
const onSlowDisk: readonly RatedWork[] = works.slice(1).map((work) => ({
  ...work,
  title: `${work.title}, where a flush takes ${slowDiskMs} ms longer`,
  slowedMs: slowDiskMs,
}));

/** Compares one process with several on the same store. */
export async function compareWorkers(
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  if (findProgram('wrk') === undefined) {
    print('Workers are left out: install the package "wrk".');
    return [];
  }
  // The short form only shows that each part runs.
  const some = (all: readonly RatedWork[]) => (settings.isShort ? all.slice(-1) : all);
  const compared = [...some(works), ...some(onSlowDisk)];
  const onSqlite = await compareOn(
    'SQLite',
    workerContestants({ folder }),
    compared,
    folder,
    settings,
    verdict,
  );
  if (!canStart('PostgreSQL')) {
    print('PostgreSQL is not on this machine, and left out.');
    return [onSqlite];
  }
  const serverFolder = join(folder, 'postgres');
  await mkdir(serverFolder);
  const onPostgres = await withPostgres(
    ({ title, url }) =>
      compareOn(title, workerContestants({ url }), some(works), serverFolder, settings, verdict),
    // This process has only one.
    { wrapper: onAllCpus() },
  );
  return [onSqlite, onPostgres];
}

async function compareOn(
  title: string,
  contestants: readonly Contestant[],
  compared: readonly RatedWork[],
  folder: string,
  settings: Settings,
  verdict: Verdict,
): Promise<Comparison> {
  for (const contestant of contestants) {
    const server = await contestant.start({ tellsUsage: false });
    await checkResponses(contestant, server.port, verdict);
    verdict.check(`${contestant.name} stopped`, (await server.stop()) === 0);
  }
  const tables: Table[] = [];
  for (const work of compared) {
    const { table } = await compareRates(contestants, work, folder, settings, verdict);
    tables.push(show(title, table));
  }
  return { title, contestants, tables };
}

/** The requests of the mix, in their order. */
function mixed({ gets, puts }: RequestSource): readonly Timed[] {
  return puts.flatMap((put, index) => [
    ...Array.from(
      { length: getsBeforePut },
      (_, before) => gets[(getsBeforePut * index + before) % gets.length] as Timed,
    ),
    put,
  ]);
}
