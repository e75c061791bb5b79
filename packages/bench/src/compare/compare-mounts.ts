import { text } from 'node:stream/consumers';
import { fetchRuntimes, print, type Verdict } from '@location-records/dev-kit/campaigns';
import { requestBytes } from '../shared/connection.ts';
import { type Entrant, record } from '../shared/cpu-time/contestants.ts';
import { measure } from '../shared/cpu-time/measure.ts';
import { openGet } from '../shared/read-records.ts';
import { median, quiet, ratiosTo } from '../shared/statistics.ts';
import { type Comparison, show } from './compare-servers.ts';
import { type Goal, judge } from './goals.ts';
import { highestRates } from './highest-rates.ts';
import { type Host, hosts } from './mounted-hosts.ts';
import type { Settings } from './settings.ts';
import { costCells, rateCells, type Table } from './tables.ts';

/** What was seen of one server: a figure of each round. */
export interface Mounted {
  readonly name: string;
  /** CPU time for a request, in microseconds. */
  readonly cpu: readonly number[];
  /** Requests per second; none without `wrk`. */
  readonly rates: readonly number[];
}

/** Compares the service mounted in Express, Bun and Deno with code written by hand. */
export async function compareMounts(settings: Settings, verdict: Verdict): Promise<Comparison> {
  fetchRuntimes(['bun', 'deno']);
  const title = 'Mounted';
  const tables: Table[] = [];
  const goals: Goal[] = [];
  for (const host of hosts) {
    const seen = await measureHost(host, settings, verdict);
    tables.push(show(title, mountsTable(host.name, seen)));
    goals.push(...goalsOf(host, seen));
  }
  judge(goals, verdict);
  return { title, tables, goals };
}

async function measureHost(
  { name, mountPath, requestsPerSlice, entrants }: Host,
  { rounds, generations, isShort, server: { wrapper = [] } }: Settings,
  verdict: Verdict,
): Promise<readonly Mounted[]> {
  const path = `${mountPath}/${record.id}`;
  const responses = await responsesOf(entrants, path, verdict);
  const areSame = new Set(responses).size === 1;
  verdict.check(`the same response on ${name}`, areSame);
  if (!areSame) print(responses.join('\n\n'));
  const request = requestBytes('GET', record.id, undefined, mountPath);
  const task = { request, expectedBody: record.body, requestsPerSlice };
  // A slice takes a fraction of a second.
  const measurement = { wrapper, rounds: rounds * generations, generations };
  const [costs = []] = await measure(entrants, [task], measurement, verdict);
  const rateSettings = { ...measurement, server: { wrapper }, warmUpSeconds: isShort ? 1 : 3 };
  const rates = await highestRates(entrants, { connections: 32, path }, rateSettings, verdict);
  return entrants.map((entrant, index) => ({
    name: entrant.name,
    cpu: costs[index]?.map(({ total }) => total) ?? [],
    rates: rates[index] ?? [],
  }));
}

/**
 * The response of each server to a GET, as one text: status, header fields and body. Left out is what may differ: the
 * date, the order and spelling of the fields, and a charset, which says nothing about JSON (RFC 8259 section 11).
 */
async function responsesOf(
  entrants: readonly Entrant[],
  path: string,
  verdict: Verdict,
): Promise<readonly string[]> {
  const responses: string[] = [];
  for (const { name, start } of entrants) {
    const server = await start({});
    const response = await openGet(server.port, path);
    const { date: _, ...headers } = response.headers;
    const fields = Object.entries(headers).map(([name, value]) =>
      `${name}: ${value}`.replace(/; charset=utf-8$/, ''),
    );
    responses.push([response.statusCode, ...fields.sort(), await text(response)].join('\n'));
    verdict.check(`${name} stopped`, (await server.stop()) === 0);
  }
  return responses;
}

/** The servers of a host as a table. The ratios are to the first of them, taken within each round. */
export function mountsTable(host: string, servers: readonly Mounted[]): Table {
  const { cpu: baseCpu, rates: baseRates } = servers[0] as Mounted;
  return {
    title: `GET one on ${host}`,
    head: ['', 'CPU µs', 'quartiles', 'ratio', 'quiet ratio', 'at most/s', 'quartiles', 'share of the first'],
    rows: servers.map(({ name, cpu, rates }) => [
      name,
      ...costCells(baseCpu, cpu, 1),
      (quiet(cpu) / quiet(baseCpu)).toFixed(2),
      ...(rates.length > 0 ? rateCells(baseRates, rates) : ['-', '-', '-']),
    ]),
  };
}

function goalsOf({ name, limit, rateLimit }: Host, [base, mounted]: readonly Mounted[]): readonly Goal[] {
  if (!base || !mounted) return [];
  const ratioOf = (figure: 'cpu' | 'rates') => median(ratiosTo(base[figure], mounted[figure]));
  const goal = (title: string, value: number) => ({
    title: `GET on ${name}: ${title} of the mounted service`,
    value,
  });
  return [
    { ...goal('CPU time', ratioOf('cpu')), bound: 'at most', limit },
    ...(rateLimit !== undefined && mounted.rates.length > 0
      ? [{ ...goal('requests per second', ratioOf('rates')), bound: 'at least', limit: rateLimit } as const]
      : []),
  ];
}
