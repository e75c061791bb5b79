import { expect, it } from 'vitest';
import { Problems } from '../../src/transfer/problems.ts';

function problemsOf(reasons: readonly string[]): Problems {
  const problems = new Problems();
  for (const [index, reason] of reasons.entries()) problems.add({ line: index + 2, id: `r${index}`, reason });
  return problems;
}

it('problems are grouped by their cause, the most frequent first, with three examples', () => {
  const latitudes = Array.from({ length: 5 }, (_, index) => `the latitude "${index},5" is not a number`);
  const { count, groups } = problemsOf(['the identifier is missing', ...latitudes]);
  expect(count).toBe(6);
  expect(groups.map((group) => [group.count, group.examples.map(({ line }) => line)])).toEqual([
    [5, [3, 4, 5]],
    [1, [2]],
  ]);
});

it('reasons that differ only by a number have one cause', () => {
  const { groups } = problemsOf(['the latitude is 91.5', 'the latitude is -1e3', 'the longitude is 5']);
  expect(groups.map(({ count }) => count)).toEqual([2, 1]);
});

it('all problems can be saved as CSV, more than are shown', async () => {
  const problems = problemsOf(Array.from({ length: 2500 }, () => 'a "quoted", reason'));
  const lines = (await problems.toFile().text()).split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['line,identifier,reason,suggestion', '2,r0,"a ""quoted"", reason",']);
  expect(lines).toHaveLength(2502);
  // Nothing is in it twice.
  expect(await problems.toFile().text()).toBe(lines.join('\r\n'));
});
