import type { Verdict } from '@location-records/dev-kit/campaigns';
import { requestBytes } from '../shared/connection.ts';
import { compare } from '../shared/cpu-time/compare.ts';
import { type Entrant, pinApart, record } from '../shared/cpu-time/contestants.ts';
import { measure } from '../shared/cpu-time/measure.ts';
import { ServerProcess } from '../shared/server-process.ts';

const entrants: readonly Entrant[] = [
  { name: 'stream, end(body)', start: (settings) => ServerProcess.startOwn('replaced', [], settings) },
  { name: 'parser, one write', start: (settings) => ServerProcess.startOwn('listener', [], settings) },
];
const tasks = [
  { title: 'GET', request: requestBytes('GET', record.id), expectedBody: record.body },
  { title: 'PUT', request: requestBytes('PUT', record.id, record.body), expectedBody: '' },
] as const;

/** Compares the listener with itself in an app that makes it read the stream of a body, and call `end`. */
export async function compareNodeHttp(verdict: Verdict, short: boolean): Promise<void> {
  const measurement = {
    wrapper: pinApart(),
    rounds: short ? 6 : 50,
    generations: short ? 2 : 5,
    beforehand: requestBytes('POST', record.id, record.body),
  };
  const costs = await measure(entrants, tasks, measurement, verdict);
  for (const [index, { title }] of tasks.entries()) compare(title, entrants, costs[index] ?? []);
}
