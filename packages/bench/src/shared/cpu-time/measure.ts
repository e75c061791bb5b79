import type { Verdict } from '@location-records/dev-kit/campaigns';
import type { Connection } from '../connection.ts';
import { inTurn } from '../in-turn.ts';
import { type Contestant, type Entrant, startContestants, stopContestants } from './contestants.ts';

/** The average CPU time of a server for one request, in microseconds. */
export interface Cost {
  readonly total: number;
  readonly user: number;
}

/** The request that every contestant is sent, and what it must respond with. */
interface Task {
  readonly request: Uint8Array;
  readonly expectedBody: string;
  /**
   * The number in a slice, which should take longer than a disturbance.
   * @default 2000
   */
  readonly requestsPerSlice?: number;
}

/** How a comparison is measured. */
interface Measurement {
  /** What comes before a server's command, as `pinApart` gives it. */
  readonly wrapper: readonly string[];
  readonly rounds: number;
  /** How often each server is started: two processes that run the same code differ by several percent. */
  readonly generations: number;
  /** A folder for the CPU profiles of the servers. */
  readonly profiles?: string | undefined;
  /** A request that every server gets first. */
  readonly beforehand?: Uint8Array;
}

const warmUpSlices = 5;

/** Resolves to what each round of each task cost each of the servers: by task, server, round. */
export async function measure(
  entrants: readonly Entrant[],
  tasks: readonly Task[],
  { wrapper, rounds, generations, profiles, beforehand }: Measurement,
  verdict: Verdict,
): Promise<Cost[][][]> {
  const costs: Cost[][][] = tasks.map(() => entrants.map(() => []));
  for (let generation = 0; generation < generations; generation++) {
    const contestants = await startContestants(entrants, wrapper, { profiles, beforehand });
    for (const [index, task] of tasks.entries()) {
      await takeTurns(contestants, task, Math.ceil(rounds / generations), generation, costs[index] ?? []);
    }
    const codes = await stopContestants(contestants);
    verdict.check(
      'every server stopped',
      codes.every((code) => code === 0),
    );
  }
  return costs;
}

/**
 * Measures the contestants in turns of a short slice, so that other work on the machine disturbs all of them alike. Adds
 * what each slice cost to the costs of its contestant.
 */
async function takeTurns(
  contestants: readonly Contestant[],
  { request, expectedBody, requestsPerSlice = 2000 }: Task,
  rounds: number,
  generation: number,
  costs: readonly Cost[][],
): Promise<void> {
  const allRounds = warmUpSlices + rounds;
  for (let round = 0; round < allRounds; round++) {
    for (const [index, contestant] of inTurn(contestants, generation * allRounds + round)) {
      const cost = await measureSlice(contestant, request, expectedBody, requestsPerSlice);
      if (round >= warmUpSlices) costs[index]?.push(cost);
    }
  }
}

/** Sends `count` requests over all connections, and resolves to what each cost the server. */
async function measureSlice(
  { server, connections }: Contestant,
  request: Uint8Array,
  expectedBody: string,
  count: number,
): Promise<Cost> {
  const before = await server.usage();
  const each = Math.floor(count / connections.length);
  await Promise.all(connections.map((connection) => repeat(connection, request, expectedBody, each)));
  const after = await server.usage();
  const user = after.user - before.user;
  const total = user + after.system - before.system;
  return { total: total / (each * connections.length), user: user / (each * connections.length) };
}

async function repeat(connection: Connection, request: Uint8Array, expectedBody: string, count: number) {
  for (let sent = 0; sent < count; sent++) {
    const { status, body } = await connection.send(request);
    if (status !== 200 || body !== expectedBody) throw new Error(`The response was ${status} ${body}`);
  }
}
