// CPU time of the server per GET of a mounted service, against code written by hand. See the README.
import { text } from 'node:stream/consumers';
import { fetchRuntimes, print, readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { requestBytes } from '../shared/connection.ts';
import { compare } from '../shared/cpu-time/compare.ts';
import { type Entrant, pinApart, record } from '../shared/cpu-time/contestants.ts';
import { measure } from '../shared/cpu-time/measure.ts';
import { openGet } from '../shared/read-records.ts';
import { hosts } from './hosts.ts';

const values = readFlags({
  rounds: { type: 'number', min: 1 },
  host: { type: 'choice', of: hosts.map(({ name }) => name) },
  profile: { type: 'string' },
});

await runCampaign(values, async (verdict) => {
  fetchRuntimes(['bun', 'deno']);
  const measurement = {
    wrapper: pinApart(),
    rounds: values.rounds ?? (values.short ? 6 : 50),
    generations: values.short ? 2 : 5,
    profiles: values.profile,
  };
  for (const { name, mountPath, requestsPerSlice, entrants, limit } of hosts) {
    if (values.host !== undefined && values.host !== name) continue;
    const responses = await responsesOf(entrants, `${mountPath}/${record.id}`);
    const areSame = new Set(responses).size === 1;
    verdict.check(`the same response on ${name}`, areSame);
    if (!areSame) print(responses.join('\n\n'));
    const request = requestBytes('GET', record.id, undefined, mountPath);
    const task = { request, expectedBody: record.body, requestsPerSlice };
    const [costs = []] = await measure(entrants, [task], measurement, verdict);
    const ratios = compare(name, entrants, costs);
    verdict.target(`GET on ${name}, CPU time of the mounted service`, ratios[1] ?? Number.NaN, limit);
  }
});

/**
 * The response of each server to a GET, as one text: status, header fields and body. Left out is what may differ: the
 * date, the order and spelling of the fields, and a charset, which says nothing about JSON (RFC 8259 section 11).
 */
async function responsesOf(entrants: readonly Entrant[], path: string): Promise<readonly string[]> {
  const responses: string[] = [];
  for (const { start } of entrants) {
    const server = await start({});
    const response = await openGet(server.port, path);
    const { date: _, ...headers } = response.headers;
    const fields = Object.entries(headers).map(([name, value]) =>
      `${name}: ${value}`.replace(/; charset=utf-8$/, ''),
    );
    responses.push([response.statusCode, ...fields.sort(), await text(response)].join('\n'));
    await server.stop();
  }
  return responses;
}
