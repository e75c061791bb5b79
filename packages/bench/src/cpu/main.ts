// CPU time of the server per request, against a bare node:http server. See the README.

import { readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { requestBytes } from '../shared/connection.ts';
import { compare } from '../shared/cpu-time/compare.ts';
import { type Entrant, pinApart, record } from '../shared/cpu-time/contestants.ts';
import { measure } from '../shared/cpu-time/measure.ts';
import { ServerProcess } from '../shared/server-process.ts';

const values = readFlags({ rounds: { type: 'number', min: 1 }, profile: { type: 'string' } });
/** Without the service: the bare server, against which all are measured, and what promises and the adapter add to it. */
const floors: readonly Entrant[] = [
  { name: 'bare node:http', start: (settings) => ServerProcess.startOwn('bare', [record.body], settings) },
  { name: 'bare, awaited', start: (settings) => ServerProcess.startOwn('awaited', [record.body], settings) },
  { name: 'constant', start: (settings) => ServerProcess.startOwn('constant', [record.body], settings) },
];
const services: readonly Entrant[] = [
  { name: 'createListener', start: (settings) => ServerProcess.startOwn('listener', [], settings) },
  { name: 'createServer', start: (settings) => ServerProcess.startOwn('adapter', [], settings) },
  { name: 'command', start: (settings) => ServerProcess.startCli('memory:', settings) },
];
const entrants = [...floors, ...services];
const tasks = [
  { title: 'GET', request: requestBytes('GET', record.id), expectedBody: record.body, limit: 1.15 },
  { title: 'PUT', request: requestBytes('PUT', record.id, record.body), expectedBody: '', limit: 1.25 },
] as const;

await runCampaign(values, async (verdict) => {
  const measurement = {
    wrapper: pinApart(),
    rounds: values.rounds ?? (values.short ? 6 : 50),
    generations: values.short ? 2 : 5,
    profiles: values.profile,
    // The floors handle this like a PUT.
    beforehand: requestBytes('POST', record.id, record.body),
  };
  const costs = await measure(entrants, tasks, measurement, verdict);
  for (const [index, { title, limit }] of tasks.entries()) {
    const ratios = compare(title, entrants, costs[index] ?? []);
    for (const [service, { name }] of services.entries()) {
      const ratio = ratios[floors.length + service] ?? Number.NaN;
      verdict.target(`${title}, CPU time of ${name}`, ratio, limit);
    }
  }
});
