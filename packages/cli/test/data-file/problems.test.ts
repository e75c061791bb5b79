import { expect, test } from 'vitest';
import { type Problem, Problems } from '../../src/data-file/problems.ts';

function linesOf(problems: readonly Problem[]): readonly string[] {
  const all = new Problems();
  for (const problem of problems) all.add(problem);
  return all.lines('line');
}

const refused = (line: number, reason: string, id?: string): Problem => ({
  kind: 'refused',
  line,
  id,
  reason,
});

test('problems with one cause have two lines: the cause with their number, and three of them', () => {
  const problems = [3, 1200, 5, 6].map((line) => refused(line, 'it has no coordinates', `a${line}`));
  expect(linesOf(problems)).toEqual([
    '4 refused: it has no coordinates',
    '  line 3 "a3", line 1,200 "a1200", line 5 "a5", and 1 more',
  ]);
});

test('causes that differ only in the values of the records are one', () => {
  const problems = [
    refused(1, '"n/a" is no point'),
    refused(2, '"x \\"y\\"" is no point'),
    refused(3, '"" is no point'),
  ];
  expect(linesOf(problems)).toEqual([
    '3 refused: "n/a" is no point, and the like',
    '  line 1, line 2, line 3',
  ]);
});

test('the most frequent refusals come first, and other kinds after them', () => {
  const doubtful: Problem = { kind: 'doubtful', line: 9, id: 'z', reason: 'its coordinates are 0, 0' };
  const problems = [doubtful, doubtful, doubtful, refused(1, 'a'), refused(2, 'b'), refused(3, 'b')];
  expect(linesOf(problems).filter((line) => !line.startsWith(' '))).toEqual([
    '2 refused: b',
    '1 refused: a',
    '3 doubtful: its coordinates are 0, 0',
  ]);
});

test('advice and clauses follow the cause, with flags of the command', () => {
  const suggestion = "properties: 'ignore' leaves out the rest";
  expect(linesOf([{ ...refused(1, 'unknown property "a"', 'x'), suggestion, rule: 'D29' }])[0]).toBe(
    '1 refused: unknown property "a"; --properties ignore leaves out the rest (D29)',
  );
});

test('however many causes there are, they have fewer than 20 lines', () => {
  const problems = Array.from({ length: 1000 }, (_, index) =>
    refused(index + 1, `cause ${'x'.repeat(index)}`),
  );
  const lines = linesOf(problems);
  expect(lines.length).toBeLessThan(20);
  expect(lines.at(-1)).toMatch(/^\d+ records with other problems$/);
});

test('a summary in one line names three causes', () => {
  const problems = new Problems();
  for (const [index, reason] of ['a', 'b', 'c', 'd'].entries()) problems.add(refused(index + 1, reason));
  expect(problems.summary('row')).toBe(
    '1 refused: a (row 1); 1 refused: b (row 2); 1 refused: c (row 3); and 1 other cause',
  );
});
