// Time and independence of forks of the memory store, and what it costs to have forked. See the README.
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { print, printTable, readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { runProgram } from '../shared/run-program.ts';
import { median, quantile, quartiles, ratiosTo } from '../shared/statistics.ts';

/** The outcome of `time-forks.mjs`. */
interface Timing {
  /** Of each fork. */
  readonly microseconds: readonly number[];
  /** What a fork takes up on the heap until it is written to. */
  readonly bytes: number;
  /** The number of compared stores that do not hold exactly what was written to them. */
  readonly wrong: number;
}

/** The outcome of `compare-stores.mjs`. */
interface Comparison {
  /** Microseconds of a write and the fork after it. */
  readonly alternation: number;
  /** Microseconds of each slice, per call or record, with the store that was never forked first. */
  readonly series: readonly {
    readonly task: string;
    readonly store: string;
    readonly costs: readonly number[];
  }[];
}

const values = readFlags({});
const counts = values.short ? [1, 1000, 100_000] : [1, 1000, 100_000, 1_000_000];
/** The size of a store that the targets are about. */
const large = 100_000;

await runCampaign(values, async (verdict) => {
  await timeForks(verdict);
  await compareStores(verdict);
});

async function timeForks(verdict: Verdict): Promise<void> {
  const rows: string[][] = [];
  for (const count of counts) {
    const forks = values.short ? 1000 : 10_000;
    const { microseconds, bytes, wrong } = await runProgram<Timing>(program('time-forks.mjs'), [
      count,
      forks,
    ]);
    verdict.check(`${count} records: no store sees what is written to another`, wrong === 0);
    if (count === large) verdict.target(`${count} records: median of fork()`, median(microseconds), 50, 'µs');
    const figures = [0.25, 0.5, 0.75, 0.99, 1].map((q) => quantile(microseconds, q));
    rows.push([String(count), ...figures.map((figure) => figure.toFixed(2)), bytes.toFixed(0)]);
  }
  printTable(['records', 'fork() µs: quartile', 'median', 'quartile', 'p99', 'max', 'bytes'], rows);
}

async function compareStores(verdict: Verdict): Promise<void> {
  const alternations = values.short ? 10_000 : 100_000;
  const rounds = values.short ? 5 : 40;
  const outcome = await runProgram<Comparison>(program('compare-stores.mjs'), [large, alternations, rounds]);
  const title = `${large} records: each of ${alternations} writes and the fork after it`;
  verdict.target(title, outcome.alternation, 50, 'µs');
  for (const task of ['get', 'put', 'list']) {
    const series = outcome.series.filter((one) => one.task === task);
    const base = series[0]?.costs ?? [];
    const rows = series.map(({ store, costs }) => {
      const ratios = ratiosTo(base, costs);
      return [store, (median(costs) * 1000).toFixed(0), median(ratios).toFixed(2), quartiles(ratios, 2)];
    });
    print();
    printTable([task, 'ns', 'ratio', 'quartiles'], rows);
  }
}

/** A program of this folder. */
function program(name: string): URL {
  return new URL(name, import.meta.url);
}
