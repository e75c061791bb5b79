import type { Verdict } from '@location-records/dev-kit/campaigns';
import { openGet } from '../shared/read-records.ts';
import type { ServerSettings } from '../shared/server-process.ts';
import { median, quartiles, ratiosTo } from '../shared/statistics.ts';
import { type Comparison, show } from './compare-servers.ts';
import { type Contestant, command, httpContestants } from './contestants.ts';
import { judge } from './goals.ts';
import type { Settings } from './measure-works.ts';
import { absentId } from './operations.ts';
import { costCells, type Table } from './tables.ts';

/** The maximum ratio of the command to the bare server. */
const limit = 1.6;

/** The starts of one contestant: a figure of each. */
export interface Starts {
  readonly name: string;
  /** From the start of the process until its first response. */
  readonly milliseconds: readonly number[];
  /** CPU time of the process until then, in milliseconds. */
  readonly cpu: readonly number[];
}

/** Compares the time from the start of a process until its first response. */
export async function compareStart(
  folder: string,
  { rounds, generations, server }: Settings,
  verdict: Verdict,
): Promise<Comparison> {
  const contestants = [
    ...httpContestants(folder),
    command('location-records on SQLite', `sqlite:${folder}/start.db`),
  ];
  const starts = contestants.map(({ name }) => ({ name, milliseconds: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round < rounds * generations; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      // Each contestant comes first equally often.
      const index = (turn + round) % contestants.length;
      const { milliseconds, cpu } = await startOnce(contestants[index] as Contestant, server, verdict);
      starts[index]?.milliseconds.push(milliseconds);
      starts[index]?.cpu.push(cpu);
    }
  }
  const title = 'Start';
  const table = show(title, startTable(starts));
  const ratio = median(ratiosTo(starts[0]?.milliseconds ?? [], starts[1]?.milliseconds ?? []));
  const goal = { title: 'Start until the first response, beside bare node:http', value: ratio, limit };
  const goals = [{ ...goal, bound: 'at most' } as const];
  judge(goals, verdict);
  return { title, contestants, tables: [table], goals, cells: [], peaks: [] };
}

async function startOnce({ name, start }: Contestant, settings: ServerSettings, verdict: Verdict) {
  const begin = performance.now();
  const server = await start(settings);
  const response = await openGet(server.port, `/${absentId}`);
  const milliseconds = performance.now() - begin;
  verdict.check(`${name} responds after its start`, response.statusCode === 404);
  response.resume();
  const { user, system } = await server.usage();
  await server.stop();
  return { milliseconds, cpu: (user + system) / 1000 };
}

/** The starts as a table. The ratio is to the first contestant, taken within each round. */
export function startTable(starts: readonly Starts[]): Table {
  const base = starts[0]?.milliseconds ?? [];
  return {
    title: 'until the first response',
    head: ['', 'ms', 'quartiles', 'ratio', 'CPU ms', 'quartiles'],
    rows: starts.map(({ name, milliseconds, cpu }) => [
      name,
      ...costCells(base, milliseconds, 0),
      median(cpu).toFixed(0),
      quartiles(cpu, 0),
    ]),
  };
}
