import type { Verdict } from '@location-records/dev-kit/campaigns';
import { inTurn } from '../shared/in-turn.ts';
import { runProgram } from '../shared/run-program.ts';
import { median, quartiles } from '../shared/statistics.ts';
import { type Comparison, show } from './compare-servers.ts';
import type { Settings } from './settings.ts';
import { costCells, type Table } from './tables.ts';

/** The programs of the folder `fakes` by what they use. */
const fakes = { createFake: 'create-fake', MSW: 'msw', nock: 'nock', 'json-server': 'json-server' } as const;
/** About what the fakes take on average for a test, which gives the number of tests in a slice. */
const msPerTest = 2.5;

/** What the processes of one fake have reported: a figure of each. */
interface FakeFigures {
  readonly name: string;
  /** CPU time of the process for a test, in microseconds. */
  readonly costs: readonly number[];
  /** CPU time of the process until its first test was over, in milliseconds. */
  readonly first: readonly number[];
}

/** Compares what the same test of a client costs with each fake. A test that fails ends the campaign. */
export async function compareFakes({ rounds, sliceMs }: Settings, verdict: Verdict): Promise<Comparison> {
  const figures = Object.entries(fakes).map(([name, program]) => {
    return { name, program, costs: [] as number[], first: [] as number[] };
  });
  const file = new URL('./fakes/time-tests.mjs', import.meta.url);
  const testsPerSlice = Math.ceil(sliceMs / msPerTest);
  for (let round = 0; round < rounds; round++) {
    for (const [, { name, program, costs, first }] of inTurn(figures, round)) {
      const outcome = await runProgram<{ first: number; costs: number[] }>(file, [program, testsPerSlice]);
      verdict.check(
        `${name} has run the tests`,
        outcome.costs.every((cost) => cost > 0),
      );
      costs.push(median(outcome.costs));
      first.push(outcome.first);
    }
  }
  const title = 'Fakes';
  const tables = [show(title, fakesTable(figures))];
  return { title, tables };
}

/** The fakes as a table. The ratio is to the first one, taken within each round. */
export function fakesTable(figures: readonly FakeFigures[]): Table {
  const base = figures[0]?.costs ?? [];
  return {
    title: 'the same test',
    head: ['', 'CPU µs/test', 'quartiles', 'ratio', 'first test CPU ms', 'quartiles'],
    rows: figures.map(({ name, costs, first }) => [
      name,
      ...costCells(base, costs, 0),
      median(first).toFixed(0),
      quartiles(first, 0),
    ]),
  };
}
