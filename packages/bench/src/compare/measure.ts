import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Connection } from '../connection.ts';
import type { ServerProcess, ServerSettings } from '../server-process.ts';

/** A server that takes part in a comparison. */
export interface Contestant {
  readonly name: string;
  start(settings: ServerSettings): Promise<ServerProcess>;
}

/** The same request again and again, and the status of its response. */
export interface Work {
  readonly title: string;
  readonly request: Uint8Array;
}

/** What comes before the command of a server: it gets a CPU apart from this process, if there are two. */
export function onOwnCpu(): readonly string[] {
  if (availableParallelism() < 2) return [];
  const self = spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '1', String(process.pid)]);
  return self.status === 0 ? ['taskset', '--cpu-list', '0'] : [];
}

/** The value below which the share `q` (0 to 1) of the values lies; NaN without values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The median of the ratios of each round, with their quartiles: `1.07 (1.05 to 1.09)`. */
export function ratioText(values: readonly number[], base: readonly number[]): string {
  const ratios = values.map((value, round) => value / (base[round] ?? Number.NaN));
  const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => quantile(ratios, q).toFixed(2));
  return `${middle} (${low} to ${high})`;
}

/** The items, beginning with another one in each round, so that each comes first equally often. */
export function inTurn<Item>(items: readonly Item[], round: number): readonly Item[] {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

/**
 * The CPU time per request, in microseconds, of `count` requests at a fixed rate per second over the
 * connections.
 */
export async function cpuAtRate(
  server: ServerProcess,
  connections: readonly Connection[],
  { request }: Work,
  { perSecond, count }: { readonly perSecond: number; readonly count: number },
): Promise<number> {
  const before = await server.cpuTime();
  const begin = performance.now();
  let sent = 0;
  const work = async (connection: Connection) => {
    while (sent < count) {
      const due = begin + (sent++ * 1000) / perSecond;
      // Timers are late by a millisecond and more.
      while (performance.now() < due) await new Promise(setImmediate);
      await sendOnce(connection, request);
    }
  };
  await Promise.all(connections.map(work));
  return ((await server.cpuTime()) - before) / count;
}

/**
 * The number of requests per second that the connections get responses to, each with one request under way.
 */
export async function highestRate(
  connections: readonly Connection[],
  next: () => Uint8Array,
  milliseconds: number,
): Promise<number> {
  const begin = performance.now();
  const end = begin + milliseconds;
  let count = 0;
  const work = async (connection: Connection) => {
    for (; performance.now() < end; count++) await sendOnce(connection, next());
  };
  await Promise.all(connections.map(work));
  return (1000 * count) / (performance.now() - begin);
}

async function sendOnce(connection: Connection, request: Uint8Array): Promise<void> {
  const { status, body } = await connection.send(request);
  if (status !== 200) throw new Error(`The response was ${status} ${body}`);
}

/** Passes new connections to `act`: node:http closes one that is idle for some seconds. */
export async function withConnections<Seen>(
  { port }: ServerProcess,
  count: number,
  act: (connections: readonly Connection[]) => Promise<Seen>,
): Promise<Seen> {
  const connections = await Connection.openMany(port, count);
  try {
    return await act(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}
