// CPU time of the server per GET of a mounted service, against what is written by hand. See the README.
import { fetchRuntimes, print, readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { compare } from '../shared/cpu-time/compare.ts';
import { measure } from '../shared/cpu-time/measure.ts';
import { pinApart } from '../shared/cpu-time/pinning.ts';
import { record } from '../shared/cpu-time/record.ts';
import { requestBytes } from '../shared/request-bytes.ts';
import { hosts } from './hosts.ts';
import { repliesOf } from './replies.ts';

const values = readFlags({
  rounds: { type: 'string' },
  host: { type: 'string' },
  profile: { type: 'string' },
});

await runCampaign(values, async (verdict) => {
  fetchRuntimes(['bun', 'deno']);
  const measurement = {
    wrapper: pinApart(),
    rounds: Number(values.rounds ?? (values.short ? 6 : 50)),
    generations: values.short ? 2 : 5,
    profiles: values.profile,
  };
  for (const { name, mountPath, requestsPerSlice, entrants, limit } of hosts) {
    if (values.host !== undefined && values.host !== name) continue;
    const replies = await repliesOf(entrants, `${mountPath}/${record.id}`);
    const areSame = new Set(replies).size === 1;
    verdict.check(`the same reply on ${name}`, areSame);
    if (!areSame) print(replies.join('\n\n'));
    const request = requestBytes('GET', record.id, undefined, mountPath);
    const task = { request, expectedBody: record.body, requestsPerSlice };
    const [costs = []] = await measure(entrants, [task], measurement, verdict);
    const ratios = compare(name, entrants, costs);
    verdict.target(`GET on ${name}, CPU time of the mounted service`, ratios[1] ?? Number.NaN, limit);
  }
});
