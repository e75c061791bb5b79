import { expect, test } from 'vitest';
import { addRound, type Figures } from '../../src/compare/measure-works.ts';

/** A slice in which each request took 1 ms. */
function slice(
  count: number,
  { seconds, cpu, onTime = count }: { seconds: number; cpu: number; onTime?: number },
) {
  return { latencies: Array<number>(count).fill(1), seconds, cpu, onTime, wrong: 0 };
}

test('the figures of a round are those of its turns together', () => {
  const figures: Figures = { highest: [], busy: [], held: [], cpu: [], p50: [], p99: [] };
  const quiet = {
    fixed: slice(100, { seconds: 1, cpu: 1000 }),
    highest: slice(300, { seconds: 1, cpu: 1e6 }),
  };
  const collected = {
    fixed: slice(100, { seconds: 1, cpu: 4000, onTime: 50 }),
    highest: slice(100, { seconds: 1, cpu: 0 }),
  };
  addRound(figures, [quiet, quiet, collected], 100);
  expect(figures).toEqual({
    highest: [700 / 3],
    busy: [2 / 3],
    held: [(100 * 250) / 300],
    cpu: [20],
    p50: [1],
    p99: [1],
  });
});
