import { join } from 'node:path';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { onAllCpus } from '../shared/cpu-time/contestants.ts';
import { slowFlushes } from '../shared/strace.ts';
import type { Contestant } from './contestants.ts';
import { sendAll, type Timed } from './drive.ts';
import { highestRates, writeScript } from './highest-rates.ts';
import { RequestSource } from './request-source.ts';
import type { Settings } from './settings.ts';
import { rateCells, type Table } from './tables.ts';

/** What `wrk` sends, and on which disk the servers are. */
export interface RatedWork {
  readonly title: string;
  readonly requests: (source: RequestSource) => readonly Timed[];
  /** How many milliseconds longer a flush takes. */
  readonly slowedMs?: number;
}

/** What was seen of some servers. */
export interface Rated {
  readonly table: Table;
  /** Requests per second, by server and round; none without `wrk`. */
  readonly rates: readonly (readonly number[])[];
}

/** Warming up is shared by the processes of a server. */
const warmUpSeconds = 5;

/**
 * Compares the most requests per second where the servers and `wrk` may use all CPUs, as where a user starts them. Their
 * CPU time is not measured.
 *
 * @param folder for the script of `wrk`.
 */
export async function compareRates(
  contestants: readonly Contestant[],
  { title, requests, slowedMs }: RatedWork,
  folder: string,
  { server, rounds, generations, isShort }: Settings,
  verdict: Verdict,
): Promise<Rated> {
  // All are asked for the same, byte by byte.
  const source = new RequestSource(contestants[0] as Contestant, []);
  const script = join(folder, 'requests.lua');
  await writeScript(script, requests(source));
  const wrapper = onAllCpus();
  const slowed = slowedMs === undefined ? wrapper : [...wrapper, ...slowFlushes(slowedMs)];
  const rates = await highestRates(
    contestants,
    { connections: 64, script, wrapper },
    {
      server: { ...server, wrapper: slowed, tellsUsage: false },
      rounds: rounds * generations,
      generations,
      warmUpSeconds: isShort ? 1 : warmUpSeconds,
      prepare: ({ port }) => sendAll(port, source.preparation()),
    },
    verdict,
  );
  const [first = []] = rates;
  const table = {
    title: `${title}, 64 connections of \`wrk\``,
    head: ['', 'at most/s', 'quartiles', 'share of the first'],
    rows: contestants.map(({ name }, index) => [name, ...rateCells(first, rates[index] ?? [])]),
  };
  return { table, rates };
}
