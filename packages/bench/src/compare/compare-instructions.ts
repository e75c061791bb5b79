import { join } from 'node:path';
import { binaryOf, fetchRuntimes, print, type Verdict, versionOf } from '@location-records/dev-kit/campaigns';
import { canCountInstructions, countingWrapper, InstructionCounter } from '../shared/callgrind.ts';
import { Connection } from '../shared/connection.ts';
import type { ServerProcess, ServerSettings } from '../shared/server-process.ts';
import { countCalls } from '../shared/strace.ts';
import { type Comparison, show } from './compare-servers.ts';
import { type Contestant, httpContestants, sqliteContestants } from './contestants.ts';
import { sendAll } from './drive.ts';
import { RequestSource, type Work } from './request-source.ts';
import type { Settings } from './settings.ts';
import { costCells, type Table } from './tables.ts';

/** What one contestant takes for a request of one work. */
export interface Counted {
  readonly name: string;
  /** Instructions outside the kernel: a figure of each round. */
  readonly instructions: readonly number[];
  /** System calls, by their names. */
  readonly calls: ReadonlyMap<string, number>;
}

/** DELETE comes after POST, since it deletes what POST has created. */
const works = ['GET one', 'PUT', 'POST', 'DELETE'] as const satisfies readonly Work[];

/** How many requests are counted. */
interface Counts {
  readonly warmUp: number;
  readonly perRound: number;
  readonly rounds: number;
}

/**
 * Counts what each server runs for a request, which other work on the machine does not change. It tells servers apart that
 * times do not. Without callgrind it prints that there are no figures.
 */
export async function compareInstructions(
  folder: string,
  { isShort, warmUp, rounds, server }: Settings,
  verdict: Verdict,
): Promise<readonly Comparison[]> {
  if (!canCountInstructions()) {
    print('Instructions are left out: install the package "valgrind".');
    return [];
  }
  // Under callgrind a request takes one to ten milliseconds. From 5,000 requests of each work on, the counts stay the same.
  const counts = { warmUp: Math.ceil(warmUp / 5), perRound: isShort ? 20 : 500, rounds };
  const contestants = httpContestants(folder).filter(
    ({ name }) => !isShort || ['bare node:http', 'location-records'].includes(name),
  );
  const inMemory = await countAll('In memory', contestants, folder, server, counts, verdict);
  if (isShort) return [inMemory];
  fetchRuntimes(['node22']);
  const onNode22 = { ...server, runtime: [binaryOf('node22')] };
  const title = `SQLite, on Node.js ${versionOf('node22')}`;
  return [inMemory, await countAll(title, sqliteContestants(folder), folder, onNode22, counts, verdict)];
}

async function countAll(
  title: string,
  contestants: readonly Contestant[],
  folder: string,
  settings: ServerSettings,
  counts: Counts,
  verdict: Verdict,
): Promise<Comparison> {
  const counted = new Map<Work, Counted[]>(works.map((work) => [work, []]));
  for (const contestant of contestants) {
    const instructions = await countInstructions(contestant, folder, settings, counts, verdict);
    const calls = await countSystemCalls(contestant, folder, settings, counts, verdict);
    for (const work of worksOf(contestant)) {
      const { name } = contestant;
      const one = { name, instructions: instructions.get(work) ?? [], calls: calls.get(work) ?? new Map() };
      counted.get(work)?.push(one);
    }
  }
  const tables = works.map((work) => show(title, instructionsTable(work, counted.get(work) ?? [])));
  return { title, tables };
}

/** A server whose writes each write a whole file takes part in reads only. */
function worksOf({ takesMillions }: Contestant): readonly Work[] {
  return takesMillions ? works : ['GET one'];
}

/**
 * The size to which V8 lets its young generation grow, from the start. How soon it grows differs between processes, and
 * with half the size a GET takes 4 % more instructions.
 */
const fixedYoungGeneration = '--min-semi-space-size=16';

/** The instructions of a request of each work, in rounds. */
async function countInstructions(
  contestant: Contestant,
  folder: string,
  settings: ServerSettings,
  { warmUp, perRound, rounds }: Counts,
  verdict: Verdict,
): Promise<ReadonlyMap<Work, readonly number[]>> {
  const output = join(folder, 'callgrind');
  const counted = new Map<Work, number[]>(works.map((work) => [work, []]));
  const wrapped = { ...settings, wrapper: countingWrapper(output), runtimeFlags: [fixedYoungGeneration] };
  await withServer(contestant, wrapped, verdict, async (server, send) => {
    const counter = new InstructionCounter(server.pid, output);
    for (const work of worksOf(contestant)) await send(work, warmUp);
    for (let round = 0; round < rounds; round++) {
      for (const work of worksOf(contestant)) {
        await counter.sinceLast();
        await send(work, perRound);
        counted.get(work)?.push((await counter.sinceLast()) / perRound);
      }
    }
  });
  return counted;
}

/** The system calls of a request of each work, without callgrind. */
async function countSystemCalls(
  contestant: Contestant,
  folder: string,
  settings: ServerSettings,
  { warmUp, perRound }: Counts,
  verdict: Verdict,
): Promise<ReadonlyMap<Work, ReadonlyMap<string, number>>> {
  const counted = new Map<Work, ReadonlyMap<string, number>>();
  await withServer(contestant, settings, verdict, async (server, send) => {
    for (const work of worksOf(contestant)) await send(work, warmUp);
    for (const work of worksOf(contestant)) {
      const calls = await countCalls(server.pid, join(folder, 'calls'), () => send(work, perRound));
      counted.set(work, new Map([...calls].map(([name, count]) => [name, count / perRound])));
    }
  });
  return counted;
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
  await sendAll(server.port, source.preparation());
  const connection = await Connection.open(server.port);
  let wrong = 0;
  await act(server, async (work, count) => {
    for (let sent = 0; sent < count; sent++) {
      const request = source.next(work);
      if (request === undefined) throw new Error(`There is nothing left to ${work}.`);
      const { status } = await connection.send(request.bytes);
      if (status !== request.status) wrong++;
    }
  });
  connection.close();
  verdict.check(`only the specified statuses from ${contestant.name}`, wrong === 0);
  verdict.check(`${contestant.name} stopped`, (await server.stop()) === 0);
}

/** Calls that come less often than this for a request are left out, such as those of timers. */
const rare = 0.05;

/** What the contestants take for one work as a table. */
export function instructionsTable(work: Work, counted: readonly Counted[]): Table {
  const base = counted[0]?.instructions ?? [];
  return {
    title: `${work}, one connection`,
    head: ['', 'instructions', 'quartiles', 'ratio', 'system calls'],
    rows: counted.map(({ name, instructions, calls }) => [
      name,
      ...costCells(base, instructions, 0),
      [...calls]
        .filter(([, count]) => count >= rare)
        .sort(([first], [second]) => (first < second ? -1 : 1))
        .map(([call, count]) => `${call} ${count.toFixed(1)}`)
        .join(', '),
    ]),
  };
}
