import { join } from 'node:path';
import { print, type Verdict } from '@location-records/dev-kit/campaigns';
import { findProgram } from '@location-records/dev-kit/engines';
import {
  canCountInstructions,
  countingWrapper,
  InstructionCounter,
  type Instructions,
} from '../shared/callgrind.ts';
import { Connection } from '../shared/connection.ts';
import type { ServerProcess, ServerSettings } from '../shared/server-process.ts';
import { median, quartiles } from '../shared/statistics.ts';
import { countCalls } from '../shared/strace.ts';
import { closeContestants } from './compare-memory.ts';
import { type Comparison, show } from './compare-servers.ts';
import { type Contestant, httpContestants, selectContestants, selectTitle } from './contestants.ts';
import { sendAll } from './drive.ts';
import { onNode22 } from './fetched.ts';
import { mainWorks, RequestSource, type Work } from './request-source.ts';
import type { Settings } from './settings.ts';
import type { Table } from './tables.ts';

/** What one contestant runs for a request of one work. */
export interface Cost {
  readonly name: string;
  /** Instructions outside the kernel, in each round. */
  readonly instructions: readonly Instructions[];
  /** System calls, by their names. */
  readonly calls: ReadonlyMap<string, number>;
}

/** How the costs are counted. */
interface Counting {
  /** For what is written meanwhile. */
  readonly folder: string;
  readonly server: ServerSettings;
  /** The number of requests of each work in a round. */
  readonly perRound: number;
  readonly rounds: number;
  /** The rounds at first that are not counted: code is compiled again when another work comes. */
  readonly uncountedRounds: number;
}

/**
 * Counts what the servers that lie close together run for a request, and what a GET on SQLite runs. Other work on the
 * machine does not change that.
 * Without its two programs it prints that there are no figures.
 */
export async function compareInstructions(
  folder: string,
  { isShort, rounds, server }: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  if (!canCountInstructions() || findProgram('strace') === undefined) {
    print('Instructions are left out: install the packages "valgrind" and "strace".');
    return [];
  }
  // Under callgrind a request takes about a millisecond.
  const counting = isShort
    ? { folder, server, rounds: 1, uncountedRounds: 1, perRound: 20 }
    : { folder, server, rounds, uncountedRounds: 60, perRound: 500 };
  const close = httpContestants(folder).filter(({ name }) => closeContestants.includes(name));
  return [
    await compareCosts('In memory', close, mainWorks, counting, verdict),
    await compareCosts(
      selectTitle,
      selectContestants(folder),
      ['GET one'],
      { ...counting, server: onNode22(server) },
      verdict,
    ),
  ];
}

/** Counts what some contestants run for a request of each work, and prints the tables. */
async function compareCosts(
  title: string,
  contestants: readonly Contestant[],
  works: readonly Work[],
  counting: Counting,
  verdict: Verdict,
): Promise<Comparison> {
  const costs = new Map<Work, Cost[]>(works.map((work) => [work, []]));
  for (const contestant of contestants) {
    const instructions = await countInstructions(contestant, works, counting, verdict);
    const calls = await countSystemCalls(contestant, works, counting, verdict);
    for (const work of works) {
      costs.get(work)?.push({
        name: contestant.name,
        instructions: instructions.get(work) ?? [],
        calls: calls.get(work) ?? new Map(),
      });
    }
  }
  return { title, tables: works.map((work) => show(title, costTable(work, costs.get(work) ?? []))) };
}

/**
 * Gives V8 from the start the size to which a half of its young generation may grow. When it grows differs between
 * processes, and with half the size a GET takes 4 % more instructions.
 */
const fixedSemiSpace = '--min-semi-space-size=16';

/** The instructions of a request of each work, in rounds. */
async function countInstructions(
  contestant: Contestant,
  works: readonly Work[],
  { folder, server: settings, perRound, rounds, uncountedRounds }: Counting,
  verdict: Verdict,
): Promise<ReadonlyMap<Work, readonly Instructions[]>> {
  const output = join(folder, 'callgrind');
  const counts = new Map<Work, Instructions[]>(works.map((work) => [work, []]));
  const wrapper = [...(settings.wrapper ?? []), ...countingWrapper(output)];
  const wrapped = { ...settings, wrapper, runtimeFlags: [fixedSemiSpace] };
  await withServer(contestant, wrapped, verdict, async (server, send) => {
    const counter = new InstructionCounter(server.pid, output);
    for (let round = 0; round < uncountedRounds + rounds; round++) {
      for (const work of works) {
        if (round >= uncountedRounds) await counter.sinceLast();
        await send(work, perRound);
        if (round < uncountedRounds) continue;
        const { mainThread, otherThreads } = await counter.sinceLast();
        verdict.check(`${contestant.name} ran instructions for ${work}`, mainThread > 0);
        counts.get(work)?.push({ mainThread: mainThread / perRound, otherThreads: otherThreads / perRound });
      }
    }
  });
  return counts;
}

/** The system calls of a request of each work, without callgrind. */
async function countSystemCalls(
  contestant: Contestant,
  works: readonly Work[],
  { folder, server: settings, perRound, uncountedRounds }: Counting,
  verdict: Verdict,
): Promise<ReadonlyMap<Work, ReadonlyMap<string, number>>> {
  const counts = new Map<Work, ReadonlyMap<string, number>>();
  await withServer(contestant, settings, verdict, async (server, send) => {
    for (let round = 0; round < uncountedRounds; round++) {
      for (const work of works) await send(work, perRound);
    }
    for (const work of works) {
      const calls = await countCalls(server.pid, join(folder, 'calls'), () => send(work, perRound));
      counts.set(work, new Map([...calls].map(([name, count]) => [name, count / perRound])));
    }
  });
  return counts;
}

/** Starts a contestant, and gives a function that sends it requests of a work over one connection. */
async function withServer(
  contestant: Contestant,
  settings: ServerSettings,
  verdict: Verdict,
  act: (server: ServerProcess, send: (work: Work, count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const server = await contestant.start({ ...settings, tellsUsage: false });
  const source = new RequestSource(contestant, []);
  let wrong = 0;
  try {
    await sendAll(server.port, source.preparation());
    const connection = await Connection.open(server.port);
    await act(server, async (work, count) => {
      for (let sent = 0; sent < count; sent++) {
        const request = source.next(work);
        if (request === undefined) throw new Error(`There is nothing left to ${work}.`);
        const { status } = await connection.send(request.bytes);
        if (status !== request.status) wrong++;
      }
    });
    connection.close();
  } finally {
    verdict.check(`${contestant.name} stopped`, (await server.stop()) === 0);
  }
  verdict.check(`only the specified statuses from ${contestant.name}`, wrong === 0);
}

/** Calls that come less often than this for a request are left out, such as those of timers. */
const rare = 0.05;

/** What the contestants run for a request of one work as a table. The ratio is the one of the medians. */
export function costTable(work: Work, costs: readonly Cost[]): Table {
  const mainThreads = costs.map(({ instructions }) => instructions.map(({ mainThread }) => mainThread));
  const base = median(mainThreads[0] ?? []);
  return {
    title: `${work}, one connection`,
    head: ['', 'instructions', 'quartiles', 'ratio', 'other threads', 'quartiles', 'system calls'],
    rows: costs.map(({ name, instructions, calls }, index) => [
      name,
      ...countCells(mainThreads[index] ?? []),
      (median(mainThreads[index] ?? []) / base).toFixed(2),
      ...countCells(instructions.map(({ otherThreads }) => otherThreads)),
      [...calls]
        .filter(([, count]) => count >= rare)
        .sort(([first], [second]) => (first < second ? -1 : 1))
        .map(([call, count]) => `${call} ${count.toFixed(1)}`)
        .join(', '),
    ]),
  };
}

/** The median and the quartiles of a count. */
function countCells(counts: readonly number[]): readonly string[] {
  return [median(counts).toFixed(0), quartiles(counts, 0)];
}
