import { printTable } from '@location-records/dev-kit/campaigns';
import { median, quantile, quartiles, ratiosTo } from '../statistics.ts';
import type { Cost } from './measure.ts';

/**
 * Prints what a request costs each contestant, and the ratio to the first of them within each round.
 *
 * @param costs of each contestant, one for each round.
 * @returns the median ratio of each contestant.
 */
export function compare(
  title: string,
  contestants: readonly { readonly name: string }[],
  costs: readonly (readonly Cost[])[],
): number[] {
  const base = costs[0] ?? [];
  const ratios = costs.map((mine) => ratiosTo(base.map(totalOf), mine.map(totalOf)));
  printTable(
    [title, 'µs/request', 'user µs', 'ratio', 'quartiles', 'quiet ratio', 'user ratio'],
    contestants.map(({ name }, index) => {
      const mine = costs[index] ?? [];
      const ratio = ratios[index] ?? [];
      return [
        name,
        median(mine.map(totalOf)).toFixed(1),
        mean(mine, 'user').toFixed(1),
        median(ratio).toFixed(3),
        quartiles(ratio, 3),
        (quiet(mine) / quiet(base)).toFixed(3),
        (mean(mine, 'user') / mean(base, 'user')).toFixed(3),
      ];
    }),
  );
  return ratios.map(median);
}

function totalOf({ total }: Cost): number {
  return total;
}

/** Over all rounds: Linux tells user time from system time by samples, and one slice has too few of them. */
function mean(costs: readonly Cost[], kind: keyof Cost): number {
  return costs.reduce((sum, cost) => sum + cost[kind], 0) / costs.length;
}

/** What a request costs on a quiet machine: other work only ever adds to it. */
function quiet(costs: readonly Cost[]): number {
  return quantile(costs.map(totalOf), 0.1);
}
