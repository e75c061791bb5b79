import { printTable } from '@location-records/dev-kit/campaigns';
import { median, quartiles, quiet, ratiosTo } from '../statistics.ts';
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
  const baseTotals = base.map(totalOf);
  const ratios = costs.map((mine) => ratiosTo(baseTotals, mine.map(totalOf)));
  printTable(
    [title, 'µs/request', 'user µs', 'ratio', 'quartiles', 'quiet ratio', 'user ratio'],
    contestants.map(({ name }, index) => {
      const mine = costs[index] ?? [];
      const totals = mine.map(totalOf);
      const ratio = ratios[index] ?? [];
      return [
        name,
        median(totals).toFixed(1),
        mean(mine, 'user').toFixed(1),
        median(ratio).toFixed(3),
        quartiles(ratio, 3),
        (quiet(totals) / quiet(baseTotals)).toFixed(3),
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
