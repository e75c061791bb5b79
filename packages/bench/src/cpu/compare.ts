import { printTable } from '../shared/print.ts';
import { median, quantile } from '../shared/quantile.ts';
import type { Contestant } from './contestants.ts';
import { type Cost, measureSlice } from './slice.ts';

/** What all contestants are asked to do, and how often. */
export interface Task {
  readonly title: string;
  readonly request: Uint8Array;
  readonly expectedBody: string;
  readonly rounds: number;
  readonly requestsPerSlice: number;
}

const warmUpSlices = 5;

/**
 * Has the contestants do the task in short slices by turns, so that what else the machine does meets them
 * alike, and prints what a request costs, and the ratio to the first contestant within each round.
 *
 * @returns the median ratio of each contestant.
 */
export async function compare(contestants: readonly Contestant[], task: Task): Promise<number[]> {
  const costs: Cost[][] = contestants.map(() => []);
  for (let round = -warmUpSlices; round < task.rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      // Everyone comes first equally often.
      const index = (turn + round + warmUpSlices) % contestants.length;
      const contestant = contestants[index] as Contestant;
      const cost = await measureSlice(contestant, task.request, task.expectedBody, task.requestsPerSlice);
      if (round >= 0) costs[index]?.push(cost);
    }
  }
  const ratios = costs.map((mine) => ratiosTo(costs[0] ?? [], mine));
  printTable(
    [task.title, 'µs/request', 'user µs', 'ratio', 'quartiles', 'quiet ratio', 'user ratio'],
    contestants.map(({ name }, index) => {
      const mine = costs[index] ?? [];
      const ratio = ratios[index] ?? [];
      return [
        name,
        median(mine.map(({ total }) => total)).toFixed(1),
        mean(mine, 'user').toFixed(1),
        median(ratio).toFixed(3),
        `${quantile(ratio, 0.25).toFixed(3)}-${quantile(ratio, 0.75).toFixed(3)}`,
        (quiet(mine) / quiet(costs[0] ?? [])).toFixed(3),
        (mean(mine, 'user') / mean(costs[0] ?? [], 'user')).toFixed(3),
      ];
    }),
  );
  return ratios.map(median);
}

function ratiosTo(base: readonly Cost[], mine: readonly Cost[]): number[] {
  return mine.map(({ total }, round) => total / (base[round]?.total ?? Number.NaN));
}

/** Over all rounds, because Linux tells user time from system time by samples, too few in one slice. */
function mean(costs: readonly Cost[], kind: keyof Cost): number {
  return costs.reduce((sum, cost) => sum + cost[kind], 0) / costs.length;
}

/** What a request costs when nothing disturbs: other work on the machine only ever adds to it. */
function quiet(costs: readonly Cost[]): number {
  return quantile(
    costs.map(({ total }) => total),
    0.1,
  );
}
