import type { Verdict } from '@location-records/dev-kit/campaigns';
import { requestBytes } from '../shared/connection.ts';
import { compare } from '../shared/cpu-time/compare.ts';
import { type Entrant, pinApart, record } from '../shared/cpu-time/contestants.ts';
import { measure } from '../shared/cpu-time/measure.ts';
import { ServerProcess } from '../shared/server-process.ts';

const entrants: readonly Entrant[] = [
  { name: 'command', start: (settings) => ServerProcess.startCli('memory:', settings) },
  { name: 'command, --areas', start: (settings) => ServerProcess.startCli('memory:', settings, ['--areas']) },
];

const tasks = [
  { title: 'GET', request: requestBytes('GET', record.id), expectedBody: record.body },
  { title: 'PUT', request: requestBytes('PUT', record.id, record.body), expectedBody: '' },
] as const;

/** The highest CPU time of a request, as a ratio to the one of the command without area queries. */
const limit = 1.02;

/** Compares what a GET and a PUT cost the command with area queries that no client asks for, and without them. */
export async function compareCommands(rounds: number, generations: number, verdict: Verdict): Promise<void> {
  const beforehand = requestBytes('POST', record.id, record.body);
  const measurement = { wrapper: pinApart(), rounds, generations, beforehand };
  const costs = await measure(entrants, tasks, measurement, verdict);
  for (const [index, { title }] of tasks.entries()) {
    const [, ratio = Number.NaN] = compare(title, entrants, costs[index] ?? []);
    verdict.target(`${title}, CPU time with --areas`, ratio, limit);
  }
}
