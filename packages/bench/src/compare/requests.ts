import { join } from 'node:path';
import { fetchPackages } from '@location-records/workspace/campaigns';
import { requestBytes } from '../connection.ts';
import { ServerProcess, type ServerSettings } from '../server-process.ts';
import {
  type Contestant,
  cpuAtRate,
  highestRate,
  inTurn,
  median,
  ratioText,
  type Work,
  withConnections,
} from './measure.ts';
import type { Comparison, Table } from './results.ts';

const id = 'eiffel-tower';
const body = '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}';
const post = requestBytes('POST', id, body);
const works: readonly Work[] = [
  { title: 'GET', request: requestBytes('GET', id) },
  { title: 'PUT', request: requestBytes('PUT', id, body) },
  { title: 'POST', request: post },
];

/** A rate that every contestant holds with one CPU. */
const perSecond = 4000;
const connectionCount = 16;
const writers = 64;

/** Compares the CPU time of servers per request, and the rate of durable writes. */
export async function compareRequests(comparison: Comparison, folder: string): Promise<readonly Table[]> {
  const command = (name: string, store: string, ...flags: readonly string[]): readonly Contestant[] =>
    comparison.builds.map(({ name: build, bin }, index) => ({
      name: comparison.builds.length === 1 ? name : `${name}, ${build}`,
      start: (settings) =>
        ServerProcess.startCommand(store.replace('*', String(index)), settings, flags, bin),
    }));
  const bare = program('bare node:http', 'bare', body);
  const memory = command('memory', 'memory:');
  const sqlite = command('SQLite', `sqlite:${folder}/get-*.db`);
  const durable = command('SQLite', `sqlite:${folder}/put-*.db`);
  const inBetterSqlite = program(
    'Fastify, better-sqlite3',
    'fastify-sqlite',
    join(folder, 'fastify.db'),
    fetchBetterSqlite(),
  );
  return [
    ...(await compareCpu(comparison, [bare, ...memory, program('Fastify', 'fastify')], works)),
    ...(await compareCpu(comparison, [...memory.slice(0, 1), ...sqlite], works.slice(0, 1))),
    await compareWriters(comparison, [...memory.slice(0, 1), ...durable, inBetterSqlite]),
  ];
}

function program(name: string, file: string, ...args: readonly string[]): Contestant {
  return { name, start: (settings) => ServerProcess.startProgram(file, args, settings) };
}

/** Installs better-sqlite3, whose install script the workspace does not run, and returns its folder. */
function fetchBetterSqlite(): string {
  const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.better-sqlite3');
  // Version 13 needs Node.js 22.
  fetchPackages(folder, ['better-sqlite3@12']);
  return folder;
}

/** CPU time per request at a fixed rate, in a table for each work, with ratios to the first contestant. */
async function compareCpu(
  { rounds, short, wrapper }: Comparison,
  contestants: readonly Contestant[],
  all: readonly Work[],
): Promise<Table[]> {
  const count = short ? 400 : 4000;
  const costs = all.map(() => contestants.map((): number[] => []));
  await withServers(contestants, { wrapper }, async (servers) => {
    for (let round = -2; round < rounds; round++) {
      for (const [index, work] of all.entries()) {
        for (const position of inTurn([...servers.keys()], Math.max(round, 0))) {
          const server = servers[position] as ServerProcess;
          const cost = await withConnections(server, connectionCount, (connections) =>
            cpuAtRate(server, connections, work, { perSecond, count }),
          );
          if (round >= 0) costs[index]?.[position]?.push(cost);
        }
      }
    }
  });
  return all.map(({ title }, index) => {
    const [base = [], ...others] = costs[index] ?? [];
    return {
      title: `CPU time of a ${title} at ${perSecond} requests per second`,
      head: ['server', 'µs', `times ${contestants[0]?.name}`],
      rows: contestants.map(({ name }, position) => {
        const own = position === 0 ? base : (others[position - 1] ?? []);
        return [name, median(own).toFixed(1), ratioText(own, base)];
      }),
    };
  });
}

/**
 * PUTs per second of many writers at once, to different records. Each has a new description, or SQLite writes
 * nothing.
 */
async function compareWriters(
  { rounds, short, wrapper }: Comparison,
  contestants: readonly Contestant[],
): Promise<Table> {
  const rates = contestants.map((): number[] => []);
  const write = (method: string, number: number) =>
    requestBytes(method, `record-${number % 1000}`, body.replace('Tower', `Tower ${number}`));
  await withServers(contestants, { wrapper }, async (servers) => {
    for (const server of servers) {
      await withConnections(server, 1, async ([connection]) => {
        for (let number = 0; number < 1000; number++) await connection?.send(write('POST', number));
      });
    }
    let next = 0;
    for (let round = -1; round < rounds; round++) {
      for (const position of inTurn([...servers.keys()], Math.max(round, 0))) {
        const rate = await withConnections(servers[position] as ServerProcess, writers, (connections) =>
          highestRate(connections, () => write('PUT', ++next), short ? 200 : 1000),
        );
        if (round >= 0) rates[position]?.push(rate);
      }
    }
  });
  return {
    title: `PUTs per second of ${writers} writers`,
    head: ['server', 'PUTs/s', `times ${contestants[0]?.name}`],
    rows: contestants.map(({ name }, position) => {
      const own = rates[position] ?? [];
      return [name, median(own).toFixed(0), ratioText(own, rates[0] ?? [])];
    }),
  };
}

/** Starts all contestants, stores the record, and stops them after `act`. */
async function withServers(
  contestants: readonly Contestant[],
  settings: ServerSettings,
  act: (servers: readonly ServerProcess[]) => Promise<void>,
): Promise<void> {
  const servers: ServerProcess[] = [];
  for (const contestant of contestants) servers.push(await contestant.start(settings));
  for (const server of servers) {
    await withConnections(server, 1, async ([connection]) => void (await connection?.send(post)));
  }
  try {
    await act(servers);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
