// What the service leaves of the throughput of each engine. See the README.

import type { Verdict } from '@location-records/dev-kit/campaigns';
import { printTable, readFlags, runCampaign, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { median } from '../shared/statistics.ts';
import { type StoreName, storeServers } from '../shared/store-servers.ts';
import { type Contestant, startBareLoop, startService } from './contestants.ts';
import type { DriverName } from './drivers.ts';
import type { Task, Work } from './work.ts';

const drivers: Record<StoreName, DriverName> = {
  SQLite: 'sqlite',
  PostgreSQL: 'postgres',
  'PostgreSQL, slow disk': 'postgres',
  Redis: 'redis',
  'Redis, AOF': 'redis',
  'Redis Cluster': 'redis',
};
const values = readFlags({
  store: { type: 'choice', of: Object.keys(drivers) },
  rounds: { type: 'number', min: 1 },
});
const rounds = values.rounds ?? (values.short ? 2 : 9);
const sliceMs = values.short ? 500 : 2000;
/** The share of the throughput that the service may lose at most where the engine is the limit. */
const maxLost = 0.3;
/** The engine is the limit where its client alone keeps less than this share of a processor busy. */
const busyClient = 0.75;
const rows: string[][] = [];

await runCampaign(values, async (verdict) => {
  for (const [name, driver] of Object.entries(drivers) as [StoreName, DriverName][]) {
    if (values.store !== undefined && values.store !== name) continue;
    await withTemporaryFolder(async (folder) => {
      const { url, stop } = await storeServers[name](folder);
      const contestants = [await startBareLoop(driver, url), await startService(url)] as const;
      for (const task of ['PUT', 'GET'] as const) await compare(name, task, contestants, verdict);
      for (const contestant of contestants) verdict.check(`${name}: all ended well`, await contestant.stop());
      await stop();
    });
  }
  const head = ['', 'client alone/s', 'its CPU', 'service/s', 'its CPU', 'share', 'limit', 'CPU ratio'];
  printTable(head, rows);
});

/** Has both work in turns, so that other work on the machine disturbs them alike. */
async function compare(
  name: string,
  task: Task,
  [bare, service]: readonly [Contestant, Contestant],
  verdict: Verdict,
): Promise<void> {
  await bare.work(task, sliceMs);
  await service.work(task, sliceMs);
  const pairs: (readonly [Work, Work])[] = [];
  for (let round = 0; round < rounds; round++) {
    // Each comes first equally often.
    if (round % 2 === 0) pairs.push([await bare.work(task, sliceMs), await service.work(task, sliceMs)]);
    else {
      const served = await service.work(task, sliceMs);
      pairs.push([await bare.work(task, sliceMs), served]);
    }
  }
  const of = (figure: (pair: readonly [Work, Work]) => number) => median(pairs.map(figure));
  const share = of(([alone, served]) => rate(served) / rate(alone));
  const title = `${name}, ${task}`;
  const aloneCpu = of(([alone]) => alone.cpu / alone.seconds);
  const isLimited = aloneCpu < busyClient;
  // The slices of the short form are too short to tell on a busy machine.
  if (isLimited && !values.short) verdict.target(`${title}: share that is lost`, 1 - share, maxLost);
  verdict.check(`${title}: something was done`, of(([, served]) => served.operations) > 0);
  rows.push([
    title,
    of(([alone]) => rate(alone)).toFixed(0),
    aloneCpu.toFixed(2),
    of(([, served]) => rate(served)).toFixed(0),
    of(([, served]) => served.cpu / served.seconds).toFixed(2),
    share.toFixed(2),
    isLimited ? 'engine' : 'client',
    of(([alone, served]) => served.cpu / served.operations / (alone.cpu / alone.operations)).toFixed(2),
  ]);
}

function rate({ operations, seconds }: Work): number {
  return operations / seconds;
}
