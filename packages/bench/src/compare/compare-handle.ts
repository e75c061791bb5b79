import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import type { ReceivedResponse } from '../shared/connection.ts';
import { inTurn } from '../shared/in-turn.ts';
import { runProgram } from '../shared/run-program.ts';
import { median } from '../shared/statistics.ts';
import { differing, probes, unexplained } from './compare-responses.ts';
import { type Comparison, show } from './compare-servers.ts';
import { httpContestants } from './contestants.ts';
import type { Settings } from './settings.ts';
import { costCells, type Table } from './tables.ts';

/** The ways of `in-process/ways.mjs` by name, each with the contestant over HTTP that is the same service. */
export const namedWays = [
  { name: 'createHandler', way: 'handle', contestant: 'location-records' },
  { name: 'createFake, handle', way: 'fakeHandle', contestant: 'location-records' },
  { name: 'createFake, fetch', way: 'fakeFetch', contestant: 'location-records' },
  { name: 'adapters/fetch', way: 'fetchAdapter', contestant: 'location-records' },
  { name: 'Hono, fetch', way: 'hono', contestant: 'Hono' },
  { name: 'h3, fetch', way: 'h3', contestant: 'h3' },
  { name: 'Fastify, inject', way: 'inject', contestant: 'Fastify' },
] as const;
/** The requests in a slice, for each millisecond that a slice of another part takes. */
const requestsPerMs = 10;

/** The outcome of `time-requests.mjs`. */
interface Timing {
  /** To each of the probes. */
  readonly responses: readonly ReceivedResponse[];
  /** Microseconds of CPU time for a request, by the name of the work: a figure of each slice. */
  readonly costs: Readonly<Record<string, readonly number[]>>;
}

/** What the processes of one way have reported. */
interface WayFigures {
  readonly name: string;
  /** CPU time of the process for a request, in microseconds, by the name of the work: a figure of each process. */
  readonly costs: Readonly<Record<string, readonly number[]>>;
}

/** Compares what requests without a network cost, each way in processes of its own. */
export async function compareHandle(
  folder: string,
  { rounds, sliceMs }: Settings,
  verdict: Verdict,
): Promise<Comparison> {
  const asked = httpContestants(folder);
  const figures = namedWays.map(({ name }) => ({ name, costs: {} as Record<string, number[]> }));
  const file = new URL('./in-process/time-requests.mjs', import.meta.url);
  const probeFile = join(folder, 'probes.json');
  await writeFile(probeFile, JSON.stringify(probeRequests()));
  const args = [sliceMs * requestsPerMs, probeFile];
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, way, contestant }] of inTurn(namedWays, round)) {
      const { responses, costs } = await runProgram<Timing>(file, [way, ...args]);
      const differences = asked.find((one) => one.name === contestant)?.differences ?? {};
      const wrong = unexplained(differing(probes, responses), differences);
      verdict.check(`${name} responds as expected: ${wrong.join('; ')}`, wrong.length === 0);
      for (const [work, slices] of Object.entries(costs)) {
        const costsOfWay = figures[index]?.costs ?? {};
        costsOfWay[work] = [...(costsOfWay[work] ?? []), median(slices)];
      }
    }
  }
  const title = 'Requests without a network';
  const tables = requestTables(figures).map((table) => show(title, table));
  const contestants = asked.filter(({ name }) => namedWays.some(({ contestant }) => contestant === name));
  return { title, contestants, tables };
}

/** What `in-process/ways.mjs` is asked for each of the probes. */
export function probeRequests() {
  return probes.map(({ operation, contentType }) => ({ ...operation, contentType }));
}

/** A table for each work. The ratio is to the first way, taken within each round. */
export function requestTables(figures: readonly WayFigures[]): readonly Table[] {
  return Object.entries(figures[0]?.costs ?? {}).map(([work, base]) => ({
    title: work,
    head: ['', 'µs/request', 'quartiles', 'ratio'],
    rows: figures.map(({ name, costs }) => [name, ...costCells(base, costs[work] ?? [], 1)]),
  }));
}
