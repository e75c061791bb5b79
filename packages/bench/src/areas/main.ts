// Area queries over a million records, beside each engine's own way to the same records. See the README.
import {
  print,
  printTable,
  readFlags,
  runCampaign,
  withTemporaryFolder,
} from '@location-records/dev-kit/campaigns';
import { realLikeRecords } from '../shared/real-records.ts';
import { median } from '../shared/statistics.ts';
import { type AreaContestant, city, countRecords, country } from './contestant.ts';
import { areaEngines } from './engines.ts';
import { compareCommands } from './read-cost.ts';
import { compareWrites, storePairs } from './write-cost.ts';

const values = readFlags({
  records: { type: 'number', min: 1000, max: 1e7 },
  rounds: { type: 'number', min: 1 },
  store: { type: 'choice', of: [...areaEngines.map(({ name }) => name), 'command'] },
});
const recordCount = values.records ?? (values.short ? 20_000 : 1_000_000);
const rounds = values.rounds ?? (values.short ? 5 : 200);
/** The rounds of a short query that are not counted: they warm up caches and the compiler. */
const warmUps = values.short ? 3 : 500;

/** The queries, each with how many times as long as a short one it takes. */
const queries = [
  { title: 'city, 100', times: 1, ask: (contestant: AreaContestant) => contestant.page(city, 100) },
  { title: 'country, 100', times: 1, ask: (contestant: AreaContestant) => contestant.page(country, 100) },
  { title: 'nearest 10', times: 1, ask: (contestant: AreaContestant) => contestant.nearest?.(10) },
  { title: 'country, all', times: 40, ask: (contestant: AreaContestant) => contestant.all(country) },
] as const;

/** How many rounds of a query there are. */
interface Rounds {
  readonly uncounted: number;
  readonly counted: number;
}

/** The share of its writes per second that a store must keep with area queries. */
const writeTargets: Readonly<Record<string, number>> = { SQLite: 0.8, PostgreSQL: 0.6 };

await runCampaign(values, async (verdict) => {
  const records = values.store === 'command' ? [] : realLikeRecords(recordCount);
  for (const engine of areaEngines) {
    if (values.store !== undefined && values.store !== engine.name) continue;
    if (!engine.isThere()) {
      print(`${engine.name} is not on this machine: it is left out`);
      continue;
    }
    await withTemporaryFolder(async (folder) => {
      const contestants = await engine.open(records, folder);
      const rows: string[][] = contestants.map(({ name }) => [name]);
      for (const { title, times, ask } of queries) {
        const figures = await compare(contestants, ask, {
          uncounted: Math.max(3, Math.round(warmUps / times)),
          counted: Math.max(3, Math.round(rounds / times)),
        });
        for (const [index, figure] of figures.entries()) rows[index]?.push(figure?.toFixed(3) ?? '-');
        const [own] = figures;
        if (own === undefined) continue;
        if (title === 'country, all') verdict.target(`${engine.name}: ${title}`, own, 3000, 'ms');
        else if (engine.name !== 'Redis' && title !== 'country, 100')
          verdict.target(`${engine.name}: ${title}`, own, 1, 'ms');
      }
      const counts = await Promise.all(
        contestants.map(async (contestant) => countRecords(await contestant.all(country))),
      );
      // GEOSEARCH measures metres around the middle, which is another box.
      const isSame = engine.name === 'Redis' || counts.every((count) => count === counts[0]);
      verdict.check(`${engine.name}: all find the same number of records (${counts.join(', ')})`, isSame);
      printTable([engine.name, ...queries.map(({ title }) => `${title} (ms)`)], rows);
      for (const contestant of contestants) await contestant.close();
    });
    const openPair = storePairs[engine.name];
    if (openPair) {
      await withTemporaryFolder(async (folder) => {
        const pair = await openPair(folder);
        const ratio = await compareWrites(pair, records, values.short ? 2 : 10, values.short ? 200 : 2000);
        await pair.close();
        print(`${engine.name}: ${ratio.median.toFixed(2)} of the writes per second (${ratio.quartiles})`);
        const least = writeTargets[engine.name];
        // As a ratio that may be at most so large.
        if (least)
          verdict.target(
            `${engine.name}: writes without the index per write with it`,
            1 / ratio.median,
            1 / least,
          );
      });
    }
  }
  // The last, since it keeps this process on one CPU.
  if (values.store === undefined || values.store === 'command') {
    await compareCommands(values.rounds ?? (values.short ? 6 : 60), values.short ? 2 : 6, verdict);
  }
});

/** The median time of a query by each contestant, in milliseconds. They take turns. */
async function compare(
  contestants: readonly AreaContestant[],
  ask: (contestant: AreaContestant) => Promise<string | readonly string[]> | undefined,
  { uncounted, counted }: Rounds,
): Promise<(number | undefined)[]> {
  const times: number[][] = contestants.map(() => []);
  for (let round = -uncounted; round < counted; round++) {
    for (const [index, contestant] of contestants.entries()) {
      const begin = performance.now();
      const asked = ask(contestant);
      if (asked === undefined) continue;
      const found = await asked;
      const time = performance.now() - begin;
      if (countRecords([found].flat()) === 0) throw new Error(`${contestant.name} found nothing.`);
      if (round >= 0) times[index]?.push(time);
    }
  }
  return times.map((some) => (some.length === 0 ? undefined : median(some)));
}
