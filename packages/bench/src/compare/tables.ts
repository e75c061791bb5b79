import { median, quartiles, quiet, ratiosTo } from '../shared/statistics.ts';
import type { Cell, Figures, Measured } from './measure-works.ts';

/** A table of figures, whose first column names what a row is about. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A rate counts as held from this share of it. */
const heldShare = 0.95;

/** Whether a contestant has sent its responses at the fixed rate. */
export function isHeld({ held }: Figures, rate: number): boolean {
  return median(held) >= heldShare * rate;
}

/**
 * What was seen of the contestants at one work. The ratio is to the first of them, taken within each round. It says nothing
 * where one of the two does not hold the rate.
 */
export function tableOf({ work, connections, rate, contestants }: Cell, hasLatencies = true): Table {
  const base = contestants[0]?.figures;
  const isBaseHeld = base !== undefined && isHeld(base, rate);
  return {
    title: `${work}, ${connections} ${connections === 1 ? 'connection' : 'connections'}, ${rate}/s`,
    head: [
      '',
      'CPU µs',
      'quartiles',
      'ratio',
      'quiet ratio',
      'p50 ms',
      'p99 ms',
      'held/s',
      'at most/s',
      'quartiles',
      'CPU busy',
    ],
    rows: contestants.map(({ name, figures }) => {
      const { highest, busy, held, cpu, p50, p99 } = figures;
      const holds = isHeld(figures, rate);
      return [
        name,
        median(cpu).toFixed(1),
        quartiles(cpu, 1),
        ...(holds && isBaseHeld
          ? [median(ratiosTo(base.cpu, cpu)), quiet(cpu) / quiet(base.cpu)].map((ratio) => ratio.toFixed(2))
          : ['-', '-']),
        // Requests wait longer and longer where the rate is not held.
        ...(holds && hasLatencies ? [median(p50), median(p99)].map((ms) => ms.toFixed(2)) : ['-', '-']),
        median(held).toFixed(0),
        median(highest).toFixed(0),
        quartiles(highest, 0),
        median(busy).toFixed(2),
      ];
    }),
  };
}

/** The cells of a cost: its median, its quartiles, and its ratio to `base`, which is taken within each round. */
export function costCells(base: readonly number[], costs: readonly number[], digits: number): string[] {
  const ratio = median(ratiosTo(base, costs));
  return [median(costs).toFixed(digits), quartiles(costs, digits), ratio.toFixed(2)];
}

/** The cells of a rate: its median, its quartiles, and its share of `base`, which is taken within each round. */
export function rateCells(base: readonly number[], rates: readonly number[]): string[] {
  return [median(rates).toFixed(0), quartiles(rates, 0), median(ratiosTo(base, rates)).toFixed(2)];
}

/** The largest resident memory of each contestant. */
export function memoryTable(peaks: Measured['peaks']): Table {
  return {
    title: 'largest resident memory',
    head: ['', 'MiB', 'quartiles'],
    rows: peaks.map(({ name, mebibytes }) => [name, median(mebibytes).toFixed(0), quartiles(mebibytes, 0)]),
  };
}
