import type { Verdict } from '@location-records/dev-kit/campaigns';
import { inTurn } from '../shared/in-turn.ts';
import { runProgram } from '../shared/run-program.ts';
import { median, quartiles } from '../shared/statistics.ts';
import { type Comparison, show } from './compare-servers.ts';
import type { Settings } from './settings.ts';
import type { Table } from './tables.ts';

/** The copies of `in-process/copies.mjs`, and how many of each a slice has for each millisecond. */
const copies = [
  { name: 'fork() of a memory store, 100,000 records', copy: 'storeFork', perMs: 100 },
  { name: 'reset() of a fake, 1,000 records', copy: 'fakeReset', perMs: 20 },
  { name: 'fork() of a fake, 1,000 records', copy: 'fakeFork', perMs: 20 },
  { name: 'a new Map of the entries, 1,000 records', copy: 'newMap', perMs: 10 },
  { name: 'structuredClone, 1,000 records', copy: 'structuredClone', perMs: 0.1 },
] as const;

/** The outcome of `time-copies.mjs`, with a figure of each slice. */
interface Timing extends Omit<CopyFigures, 'name'> {
  /** Whether a copy does not see a change of the one before. */
  readonly isApart: boolean;
}

/** What the processes of one way to copy records have reported: a figure of each, in microseconds of CPU time. */
interface CopyFigures {
  readonly name: string;
  readonly alone: readonly number[];
  /** With a change of one record after each copy. */
  readonly withChange: readonly number[];
}

/** Compares what it costs to give a test records of its own. A program that fails ends the campaign. */
export async function compareCopies({ rounds, sliceMs }: Settings, verdict: Verdict): Promise<Comparison> {
  const figures = copies.map(({ name }) => ({ name, alone: [] as number[], withChange: [] as number[] }));
  const file = new URL('./in-process/time-copies.mjs', import.meta.url);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, copy, perMs }] of inTurn(copies, round)) {
      const outcome = await runProgram<Timing>(file, [copy, Math.ceil(sliceMs * perMs)]);
      verdict.check(`${name}: a copy does not see a change of the one before`, outcome.isApart);
      figures[index]?.alone.push(median(outcome.alone));
      figures[index]?.withChange.push(median(outcome.withChange));
    }
  }
  const title = 'Records for each test';
  return { title, tables: [show(title, copiesTable(figures))] };
}

/** The copies as a table. */
export function copiesTable(figures: readonly CopyFigures[]): Table {
  return {
    title: 'a copy, and a copy with a change of one record',
    head: ['', 'µs/copy', 'quartiles', 'µs with a change', 'quartiles'],
    rows: figures.map(({ name, alone, withChange }) => [
      name,
      ...[alone, withChange].flatMap((costs) => [median(costs).toFixed(2), quartiles(costs, 2)]),
    ]),
  };
}
