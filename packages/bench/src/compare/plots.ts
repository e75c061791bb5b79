import { median, quantile } from '../shared/statistics.ts';
import type { Comparison } from './compare-servers.ts';
import type { Cell, Figures } from './measure-works.ts';
import { isHeld } from './tables.ts';

/** One contestant in a plot, with a range around its value. */
interface Point {
  /** The points of a group are beside each other. */
  readonly group: string;
  readonly name: string;
  readonly low: number;
  readonly value: number;
  readonly high: number;
  /** What is written beside it. */
  readonly label: string;
}

/** What a plot shows. */
export interface PlotData {
  /** The name of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  /** What the axis shows. */
  readonly unit: string;
  readonly points: readonly Point[];
}

/** The number of connections of the works that are drawn. */
const drawnConnections = 64;

/** What the results page shows as plots: those for which something was measured. */
export function plotsOf({
  memory,
  durable,
}: {
  readonly memory: readonly Comparison[];
  readonly durable: readonly Comparison[];
}): readonly PlotData[] {
  const cells = memory.flatMap((comparison) => comparison.cells ?? []);
  const plots = [
    {
      name: 'compare-cpu',
      title: 'CPU time of the server for a request at the fixed rate (median and quartiles)',
      unit: 'µs',
      points: pointsOf(cells, ({ cpu }) => spread(cpu)),
    },
    {
      name: 'compare-latency',
      title: 'Latency at the fixed rate (p50 to p99), of the servers that hold it',
      unit: 'ms',
      points: pointsOf(cells, (figures, { rate }) => {
        if (!isHeld(figures, rate)) return undefined;
        const p50 = median(figures.p50);
        const p99 = median(figures.p99);
        return { low: p50, value: p50, high: p99, label: `${digits(p50)} to ${digits(p99)}` };
      }),
    },
    {
      name: 'compare-rate',
      title: 'The highest rate, in memory (median and quartiles)',
      unit: 'requests/s',
      points: pointsOf(cells, ({ highest }) => spread(highest)),
    },
    {
      name: 'compare-durable',
      title: 'The highest rate, on the disk (median and quartiles)',
      unit: 'requests/s',
      points: pointsOf(
        durable.flatMap((comparison) => comparison.cells ?? []),
        ({ highest }) => spread(highest),
      ),
    },
    {
      name: 'compare-memory',
      title: 'The largest resident memory (median and quartiles)',
      unit: 'MiB',
      points: memory.flatMap(({ title, peaks = [] }) =>
        peaks.map(({ name, mebibytes }) => ({ group: title, name, ...spread(mebibytes) })),
      ),
    },
  ];
  return plots.filter(({ points }) => points.length > 0);
}

type Range = Omit<Point, 'group' | 'name'>;

/** A point for each contestant of each work for which `rangeOf` gives a range. */
function pointsOf(
  cells: readonly Cell[],
  rangeOf: (figures: Figures, cell: Cell) => Range | undefined,
): readonly Point[] {
  return cells
    .filter(({ connections }) => connections === drawnConnections)
    .flatMap((cell) =>
      cell.contestants.flatMap(({ name, figures }) => {
        const range = rangeOf(figures, cell);
        return range ? [{ group: cell.work, name, ...range }] : [];
      }),
    );
}

function spread(values: readonly number[]): Range {
  const value = median(values);
  return { low: quantile(values, 0.25), value, high: quantile(values, 0.75), label: digits(value) };
}

/** A number with about three digits. */
function digits(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}
