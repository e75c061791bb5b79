import type { Verdict } from '@location-records/dev-kit/campaigns';
import { type Entrant, startContestants, stopContestants } from './contestants.ts';
import type { Cost } from './cost.ts';
import { type Task, takeTurns } from './take-turns.ts';

/** How a comparison is measured. */
export interface Measurement {
  /** What comes before a server's command, as `pinApart` gives it. */
  readonly wrapper: readonly string[];
  readonly rounds: number;
  /** Two processes that run the same code differ by several percent, so each server is started this many times. */
  readonly generations: number;
  /** A folder for the CPU profiles of the servers. */
  readonly profiles?: string | undefined;
  /** A request that every server gets first. */
  readonly beforehand?: Uint8Array;
}

/** Gives what each round of each task cost each of the servers: by task, server, round. */
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
      await takeTurns(contestants, task, Math.ceil(rounds / generations), costs[index] ?? []);
    }
    const codes = await stopContestants(contestants);
    verdict.check(
      'every server stopped',
      codes.every((code) => code === 0),
    );
  }
  return costs;
}
