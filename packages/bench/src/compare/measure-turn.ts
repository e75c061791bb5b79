import type { Verdict } from '@location-records/dev-kit/campaigns';
import { Connection } from '../shared/connection.ts';
import type { ServerProcess } from '../shared/server-process.ts';
import type { Contestant } from './contestants.ts';
import { type Driven, drive, loadingConnections, type Timed } from './drive.ts';
import type { RequestSource, Work } from './request-source.ts';

/** A running contestant. */
export interface Running {
  readonly contestant: Contestant;
  readonly server: ServerProcess;
  readonly source: RequestSource;
}

/** One work with one number of connections. */
export interface Task {
  readonly work: Work;
  readonly connections: number;
  /** The fixed rate. */
  readonly rate: number;
}

/** What was seen of one contestant in one turn. */
export interface Turn {
  readonly fixed: Slice;
  readonly highest: Slice;
}

/** A slice, with the CPU time of the server in microseconds. */
export interface Slice extends Driven {
  readonly cpu: number;
}

/** How long a slow server is warmed up at each work. */
const maxWarmUpMs = 3000;
/** A slice at the fixed rate ends after this many times its length, when the server cannot hold the rate. */
const maxStretch = 2;

/** Sends requests of each work that are not counted. */
export async function warmUp(
  one: Running,
  works: readonly Work[],
  count: number,
  verdict: Verdict,
): Promise<void> {
  for (const work of works) {
    const slice = { work, rate: Infinity, count, maxMs: maxWarmUpMs };
    await withConnections(one, loadingConnections, (connections) =>
      measureSlice(one, connections, slice, verdict),
    );
  }
  await deleteRest(one, verdict);
}

/** Measures a slice of `turnMs` at the fixed rate, and one of half that time at the highest rate. */
export async function takeTurn(
  one: Running,
  { work, connections: count, rate }: Task,
  turnMs: number,
  verdict: Verdict,
): Promise<Turn> {
  // Half of what there is to delete is for the second slice.
  const limit = work === 'DELETE' ? one.source.deletable / 2 : Infinity;
  const atRate = {
    work,
    rate,
    count: Math.ceil(Math.min((rate * turnMs) / 1000, limit)),
    maxMs: maxStretch * turnMs,
  };
  // Every server gets the same time. A fixed number of requests would end too soon on a fast one.
  const atOnce = { work, rate: Infinity, count: Infinity, maxMs: turnMs / 2 };
  const turn = await withConnections(one, count, async (connections) => ({
    fixed: await measureSlice(one, connections, atRate, verdict),
    highest: await measureSlice(one, connections, atOnce, verdict),
  }));
  if (work === 'DELETE') await deleteRest(one, verdict);
  return turn;
}

/** New connections for each turn, because node:http closes one that is idle for 5 s. Accepting them is not measured. */
async function withConnections<Seen>(
  { server, source }: Running,
  count: number,
  act: (connections: readonly Connection[]) => Promise<Seen>,
): Promise<Seen> {
  const connections = await Connection.openMany(server.port, count);
  const first = source.next('GET one') as Timed;
  await Promise.all(connections.map((connection) => connection.send(first.bytes)));
  const seen = await act(connections);
  for (const connection of connections) connection.close();
  return seen;
}

/** What a slice consists of. */
interface SliceSettings extends Pick<Task, 'work' | 'rate'> {
  readonly count: number;
  readonly maxMs: number;
}

/** Sends `count` requests of a work, fewer when that takes longer than `maxMs`. */
async function measureSlice(
  { contestant, server, source }: Running,
  connections: readonly Connection[],
  { work, rate, count, maxMs }: SliceSettings,
  verdict: Verdict,
): Promise<Slice> {
  let left = count;
  const before = await server.usage();
  const end = performance.now() + maxMs;
  const next = () => (left-- > 0 && performance.now() < end ? source.next(work) : undefined);
  const driven = await drive(connections, next, rate);
  const after = await server.usage();
  verdict.check(`${contestant.name}, ${work}: every response had its status`, driven.wrong === 0);
  return { ...driven, cpu: after.user + after.system - before.user - before.system };
}

/** Deletes what a slice has left over, so that the records do not grow in number. */
async function deleteRest(one: Running, verdict: Verdict): Promise<void> {
  const slice = { work: 'DELETE', rate: Infinity, count: Infinity, maxMs: Infinity } as const;
  await withConnections(one, loadingConnections, (connections) =>
    measureSlice(one, connections, slice, verdict),
  );
}
