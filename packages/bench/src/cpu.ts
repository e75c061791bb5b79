// CPU time of the server per request, against a bare node:http server. See the README.
import { parseArgs } from 'node:util';
import { compare } from './cpu/compare.ts';
import { names, record, startContestants } from './cpu/contestants.ts';
import { pinApart } from './cpu/pinning.ts';
import { commonFlags, runCommand } from './shared/command.ts';
import { print } from './shared/print.ts';
import { requestBytes } from './shared/request-bytes.ts';

const { values } = parseArgs({
  options: { ...commonFlags, rounds: { type: 'string' }, profile: { type: 'string' } },
});
const rounds = Number(values.rounds ?? (values.short ? 6 : 40));
const tasks = [
  { title: 'GET', request: requestBytes('GET', record.id), expectedBody: record.body, limit: 1.15 },
  { title: 'PUT', request: requestBytes('PUT', record.id, record.body), expectedBody: '', limit: 1.25 },
] as const;

await runCommand(values, async (verdict) => {
  const wrapper = pinApart();
  if (wrapper.length === 0) print('The servers and the client share the CPUs; expect more noise.');
  const contestants = await startContestants(wrapper, values.profile);
  for (const { limit, ...task } of tasks) {
    const ratios = await compare(contestants, { ...task, rounds, requestsPerSlice: 2000 });
    for (const [index, name] of names.entries()) {
      if (index > 0) verdict.target(`${task.title}, CPU time of ${name}`, ratios[index] ?? NaN, limit);
    }
  }
  for (const { connections, server, name } of contestants) {
    for (const connection of connections) connection.close();
    verdict.check(`${name} answered everything and stopped`, (await server.stop()) === 0);
  }
});
