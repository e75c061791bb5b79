// The service beside what a user would take instead: rates, latencies, CPU time and memory. See the README.
import {
  print,
  printTable,
  readFlags,
  runCampaign,
  type Verdict,
  withTemporaryFolder,
} from '@location-records/dev-kit/campaigns';
import { pinApart } from '../shared/cpu-time/contestants.ts';
import { median, ratiosTo } from '../shared/statistics.ts';
import { askProbes, unexplained } from './compare-responses.ts';
import { type Contestant, httpContestants } from './contestants.ts';
import { type Cell, measureWorks, type Settings } from './measure-works.ts';
import { fewRecords, type Work } from './request-source.ts';
import { memoryTable, type Table, tableOf } from './tables.ts';

const values = readFlags({
  rounds: { type: 'number', min: 1 },
  rate: { type: 'number', min: 10 },
  records: { type: 'number', min: 1 },
});
const { short = false } = values;
const tables: Table[] = [];

await runCampaign(values, (verdict) =>
  withTemporaryFolder(async (folder) => {
    const settings: Settings = {
      // The first has the most requests for warming up.
      connections: short ? [64] : [64, 1, 1000],
      rounds: values.rounds ?? (short ? 1 : 9),
      warmUps: short ? 1 : 2,
      generations: short ? 1 : 3,
      rate: values.rate ?? 5000,
      sliceMs: short ? 40 : 500,
      records: values.records ?? (short ? 1000 : 1_000_000),
      server: { wrapper: pinApart() },
    };
    await compareHttp(httpContestants(folder), settings, verdict);
  }),
);

/** Measures the servers over memory. */
async function compareHttp(contestants: readonly Contestant[], settings: Settings, verdict: Verdict) {
  for (const contestant of contestants) await compareResponses(contestant, verdict);
  const { cells, peaks } = await measureWorks(contestants, fewRecords, settings, verdict);
  for (const cell of cells) show(tableOf(cell));
  show(memoryTable('Memory with few records', peaks));
  judge(cells, verdict);
  const many = contestants.filter(({ takesMillions }) => takesMillions);
  const mixed = await measureWorks(many, ['mix'], { ...settings, generations: 1 }, verdict);
  for (const cell of mixed.cells) show(tableOf(cell));
  show(memoryTable(`Memory with ${settings.records} records`, mixed.peaks));
}

/** Asks a contestant for what is specified, and reports what differs. */
async function compareResponses(contestant: Contestant, verdict: Verdict): Promise<void> {
  const server = await contestant.start({});
  const different = await askProbes(contestant, server.port);
  await server.stop();
  const wrong = unexplained(different, contestant.differences);
  verdict.check(`${contestant.name} responds as expected: ${wrong.join('; ')}`, wrong.length === 0);
}

/** The targets of works at 64 connections. */
function judge(cells: readonly Cell[], verdict: Verdict): void {
  const cpuOf = (work: Work, name: string) => {
    const cell = cells.find((one) => one.work === work && one.connections === 64);
    return cell?.contestants.find((one) => one.name === name)?.figures.cpu ?? [];
  };
  const limits = [
    ['GET one', 'bare node:http', 1.06],
    ['GET one', 'Fastify', 1],
    ['GET one', 'json-server', 0.2],
    ['POST', 'bare node:http', 1.1],
    ['POST', 'Fastify', 1],
    ['PUT', 'bare node:http', 1.1],
    ['PUT', 'Fastify', 1],
  ] as const;
  for (const [work, other, limit] of limits) {
    const ratio = median(ratiosTo(cpuOf(work, other), cpuOf(work, 'location-records')));
    if (!Number.isNaN(ratio)) verdict.target(`${work}: CPU time beside ${other}`, ratio, limit);
  }
}

function show(table: Table): void {
  tables.push(table);
  print(`\n${table.title}`);
  printTable(table.head, table.rows);
}
