import { printTable } from '@location-records/dev-kit/campaigns';
import { median, quantile } from '../quantile.ts';
import type { Cost } from './cost.ts';

/**
 * Prints what a request costs each contestant, and the ratio to the first of them within each round.
 *
 * @param costs of each contestant, one of each round.
 * @returns the median ratio of each contestant.
 */
export function compare(
  title: string,
  contestants: readonly { readonly name: string }[],
  costs: readonly (readonly Cost[])[],
): number[] {
  const base = costs[0] ?? [];
  const ratios = costs.map((mine) => ratiosTo(base, mine));
  printTable(
    [title, 'µs/request', 'user µs', 'ratio', 'quartiles', 'quiet ratio', 'user ratio'],
    contestants.map(({ name }, index) => {
      const mine = costs[index] ?? [];
      const ratio = ratios[index] ?? [];
      return [
        name,
        median(mine.map(({ total }) => total)).toFixed(1),
        mean(mine, 'user').toFixed(1),
        median(ratio).toFixed(3),
        `${quantile(ratio, 0.25).toFixed(3)}-${quantile(ratio, 0.75).toFixed(3)}`,
        (quiet(mine) / quiet(base)).toFixed(3),
        (mean(mine, 'user') / mean(base, 'user')).toFixed(3),
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
