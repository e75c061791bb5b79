import { readdir, readFile } from 'node:fs/promises';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { bin } from '../shared/bin.ts';
import { inTurn } from '../shared/in-turn.ts';
import { openGet } from '../shared/read-records.ts';
import { ServerProcess, type ServerSettings, serveQuietly } from '../shared/server-process.ts';
import { median, quartiles, ratiosTo } from '../shared/statistics.ts';
import { type Comparison, show } from './compare-servers.ts';
import { type Contestant, httpContestants } from './contestants.ts';
import { judge } from './goals.ts';
import { absentId } from './operations.ts';
import { installCommand } from './packed.ts';
import type { Settings } from './settings.ts';
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

/** A server without a file of its own, which responds as the service does to the first request. */
const bareProgram = `require('node:http')
  .createServer((_, res) => res.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error_message":"-"}'))
  .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });`;

/**
 * Compares the time from the start of a process until its first response. The command is installed from its tarballs;
 * the short form starts the one that is built.
 */
export async function compareStart(
  folder: string,
  { rounds, generations, isShort, server }: Settings,
  verdict: Verdict,
): Promise<Comparison> {
  const program = isShort ? bin : await installCommand(folder);
  const contestants = entrantsOf(folder, program);
  const starts = contestants.map(({ name }) => ({ name, milliseconds: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round < rounds * generations; round++) {
    for (const [index, contestant] of inTurn(contestants, round)) {
      const { milliseconds, cpu } = await startOnce(contestant, server, verdict);
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
  return { title, contestants, tables: [table], goals };
}

/** The bare server, the command on the memory store, the other servers, and the command on SQLite. */
function entrantsOf(folder: string, program: string): readonly Contestant[] {
  const [floor, own, ...others] = httpContestants(folder) as [Contestant, Contestant, ...Contestant[]];
  const onStore = (store: string) => (settings: ServerSettings) =>
    ServerProcess.start(program, [...serveQuietly, store], settings);
  const start = (settings: ServerSettings) => ServerProcess.start('-e', [bareProgram], settings);
  return [
    { ...floor, name: `${floor.name}, node -e`, start },
    { ...own, start: onStore('memory:') },
    ...others,
    { ...own, name: `${own.name} on SQLite`, start: onStore(`sqlite:${folder}/start.db`) },
  ];
}

async function startOnce({ name, start }: Contestant, settings: ServerSettings, verdict: Verdict) {
  const begin = performance.now();
  const server = await start({ ...settings, tellsUsage: false });
  const response = await openGet(server.port, `/${absentId}`);
  const milliseconds = performance.now() - begin;
  verdict.check(`${name} responds after its start`, response.statusCode === 404);
  response.resume();
  const cpu = await cpuTimeOf(server.pid);
  await server.stop();
  return { milliseconds, cpu };
}

/** The CPU time of the threads of a process in milliseconds, without those that have ended (proc(5)). */
async function cpuTimeOf(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const times = tasks.map(async (task) => {
    const [nanoseconds = ''] = (await readFile(`/proc/${pid}/task/${task}/schedstat`, 'utf8')).split(' ');
    return Number(nanoseconds) / 1e6;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
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
