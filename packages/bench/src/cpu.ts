// CPU time of the server per request, against a bare node:http server. See the README.
import { compare } from './cpu/compare.ts';
import { names, record, startContestants, stopContestants } from './cpu/contestants.ts';
import type { Cost } from './cpu/cost.ts';
import { pinApart } from './cpu/pinning.ts';
import { takeTurns } from './cpu/take-turns.ts';
import { runCommand } from './shared/command.ts';
import { readFlags } from './shared/flags.ts';
import { print } from './shared/print.ts';
import { requestBytes } from './shared/request-bytes.ts';

const values = readFlags({ rounds: { type: 'string' }, profile: { type: 'string' } });
const rounds = Number(values.rounds ?? (values.short ? 6 : 50));
/** Two processes that run the same code differ by several percent, so each server is started so many times. */
const generations = values.short ? 2 : 5;
const tasks = [
  { title: 'GET', request: requestBytes('GET', record.id), expectedBody: record.body, limit: 1.15 },
  { title: 'PUT', request: requestBytes('PUT', record.id, record.body), expectedBody: '', limit: 1.25 },
] as const;

await runCommand(values, async (verdict) => {
  const wrapper = pinApart();
  if (wrapper.length === 0) print('The servers and the client share the CPUs; expect more noise.');
  const costs: Cost[][][] = tasks.map(() => names.map(() => []));
  for (let generation = 0; generation < generations; generation++) {
    const contestants = await startContestants(wrapper, values.profile);
    for (const [index, task] of tasks.entries()) {
      await takeTurns(contestants, task, Math.ceil(rounds / generations), costs[index] ?? []);
    }
    const codes = await stopContestants(contestants);
    verdict.check(
      'every server stopped',
      codes.every((code) => code === 0),
    );
  }
  for (const [index, { title, limit }] of tasks.entries()) {
    const ratios = compare(title, names, costs[index] ?? []);
    for (const [contestant, name] of names.entries()) {
      if (contestant === 0) continue;
      verdict.target(`${title}, CPU time of ${name}`, ratios[contestant] ?? Number.NaN, limit);
    }
  }
});
