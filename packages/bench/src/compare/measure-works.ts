import { memoryOf, type Verdict } from '@location-records/dev-kit/campaigns';
import { firstRecords } from '../shared/big-list.mjs';
import { inTurn } from '../shared/in-turn.ts';
import type { ServerSettings } from '../shared/server-process.ts';
import { quantile } from '../shared/statistics.ts';
import { checkResponses } from './compare-responses.ts';
import type { Contestant } from './contestants.ts';
import { sendAll, type Timed } from './drive.ts';
import { type Running, type Slice, type Task, type Turn, takeTurn, warmUp } from './measure-turn.ts';
import { makeMix, postsOf, RequestSource, type Work } from './request-source.ts';
import type { Settings } from './settings.ts';

/** What was seen of one contestant at one work: a figure of each round. */
export interface Figures {
  /** Requests per second at the highest rate. */
  readonly highest: number[];
  /** CPU time of the server at the highest rate, as a share of one CPU. */
  readonly busy: number[];
  /** Responses per second while requests were due at the fixed rate. */
  readonly held: number[];
  /** CPU time of the server for a request at the fixed rate, in microseconds. */
  readonly cpu: number[];
  /** Latencies at the fixed rate, in milliseconds. */
  readonly p50: number[];
  readonly p99: number[];
}

/** What was seen of the contestants at one task. */
export interface Cell extends Task {
  readonly contestants: readonly { readonly name: string; readonly figures: Figures }[];
}

/** What was seen of some works. */
export interface Measured {
  readonly cells: readonly Cell[];
  /** The largest resident memory of each contestant in MiB, one for each generation. */
  readonly peaks: readonly { readonly name: string; readonly mebibytes: number[] }[];
}

/** The rounds at first after a start that are not counted. */
export const uncountedRounds = 1;
/** Opening more connections than this takes longer than a turn. */
const maxConnectionsOfTurns = 100;

/** Measures the contestants at each work, in turns so short that other work on the machine disturbs them alike. */
export async function measureWorks(
  contestants: readonly Contestant[],
  works: readonly Work[],
  settings: Settings,
  verdict: Verdict,
): Promise<Measured> {
  const cells = settings.connections.flatMap((connections) =>
    works.map((work) => ({
      work,
      connections,
      // One connection has one request under way at a time.
      rate: connections === 1 ? settings.rate / 5 : settings.rate,
      contestants: contestants.map(({ name }) => ({ name, figures: noFigures() })),
    })),
  );
  const peaks = contestants.map(({ name }) => ({ name, mebibytes: [] as number[] }));
  const rounds = Math.ceil(settings.rounds / settings.generations);
  const records = works.includes('mix') ? settings.records : 0;
  const mix = records > 0 ? makeMix(records) : [];
  for (let generation = 0; generation < settings.generations; generation++) {
    const running = await startAll(contestants, mix, settings.server);
    for (const one of running) {
      // Later a server on the disk has records already.
      if (generation === 0) await checkResponses(one.contestant, one.server.port, verdict);
      await prepare(one, records);
      await warmUp(one, works, settings.warmUp, verdict);
    }
    const ofStart = { ...settings, first: generation * (uncountedRounds + rounds), rounds };
    for (const group of groupsOf(cells)) await takeRounds(running, group, ofStart, verdict);
    for (const [index, { contestant, server }] of running.entries()) {
      peaks[index]?.mebibytes.push(await memoryOf(server.pid, 'VmHWM'));
      verdict.check(`${contestant.name} stopped`, (await server.stop()) === 0);
    }
  }
  return { cells, peaks };
}

/** Cells that are measured one by one; DELETE takes turns with POST, since it deletes what POST has created. */
function groupsOf(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  return cells.flatMap((cell, index) => {
    if (cell.work === 'DELETE') return [];
    const next = cells[index + 1];
    return [cell.work === 'POST' && next?.work === 'DELETE' ? [cell, next] : [cell]];
  });
}

function noFigures(): Figures {
  return { highest: [], busy: [], held: [], cpu: [], p50: [], p99: [] };
}

async function startAll(
  contestants: readonly Contestant[],
  mix: readonly Timed[],
  settings: ServerSettings,
): Promise<readonly Running[]> {
  const running: Running[] = [];
  for (const contestant of contestants) {
    const server = await contestant.start(settings);
    running.push({ contestant, server, source: new RequestSource(contestant, mix) });
  }
  return running;
}

/** Creates the records that the works are about. */
async function prepare({ contestant, server, source }: Running, records: number): Promise<void> {
  await sendAll(server.port, source.preparation());
  if (!contestant.isFloor) await sendAll(server.port, postsOf(firstRecords(records)));
}

/** The rounds of one start of the servers. */
interface Rounds extends Pick<Settings, 'rounds' | 'turns' | 'sliceMs'> {
  /** The number of rounds before. */
  readonly first: number;
}

/** Has the contestants take turns at one work after the other. */
async function takeRounds(
  running: readonly Running[],
  cells: readonly Cell[],
  { first, rounds, turns: turnsOfFew, sliceMs }: Rounds,
  verdict: Verdict,
): Promise<void> {
  const turns = cells.some(({ connections }) => connections > maxConnectionsOfTurns) ? 1 : turnsOfFew;
  for (let round = 0; round < uncountedRounds + rounds; round++) {
    const ofRound = cells.map((cell) => ({ cell, seen: running.map((): Turn[] => []) }));
    for (let turn = 0; turn < turns; turn++) {
      for (const { cell, seen } of ofRound) {
        for (const [index, one] of inTurn(running, (first + round) * turns + turn)) {
          seen[index]?.push(await takeTurn(one, cell, sliceMs / turns, verdict));
        }
      }
    }
    if (round < uncountedRounds) continue;
    for (const { cell, seen } of ofRound) {
      for (const [index, { figures }] of cell.contestants.entries()) {
        addRound(figures, seen[index] ?? [], cell.rate);
      }
    }
  }
}

/**
 * Adds the figures of a round. All turns count alike, and not the median one: the garbage of some turns is collected in
 * others.
 */
export function addRound(
  { highest, busy, held, cpu, p50, p99 }: Figures,
  turns: readonly Turn[],
  rate: number,
): void {
  const fixed = joined(turns.map((turn) => turn.fixed));
  const atMost = joined(turns.map((turn) => turn.highest));
  highest.push(atMost.latencies.length / atMost.seconds);
  busy.push(atMost.cpu / 1e6 / atMost.seconds);
  held.push((rate * fixed.onTime) / fixed.latencies.length);
  cpu.push(fixed.cpu / fixed.latencies.length);
  p50.push(quantile(fixed.latencies, 0.5));
  p99.push(quantile(fixed.latencies, 0.99));
}

/** Slices as one. */
function joined(slices: readonly Slice[]): Omit<Slice, 'wrong'> {
  const sum = (figure: 'seconds' | 'onTime' | 'cpu') =>
    slices.reduce((total, slice) => total + slice[figure], 0);
  const latencies = slices.flatMap((slice) => slice.latencies);
  return { latencies, seconds: sum('seconds'), onTime: sum('onTime'), cpu: sum('cpu') };
}
