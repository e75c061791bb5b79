import { expect, it } from 'vitest';
import {
  describeImport,
  describeLook,
  describeProblem,
  titleOfProblems,
} from '../../src/transfer/import-words.ts';

const look = {
  isDone: true,
  records: 2000,
  refused: 1,
  problems: [],
  doubted: 0,
  doubt: undefined,
  compared: 1000,
  existing: 12,
  same: 0,
};
const has = 'The file has 2,000 records to import, and 1 record that cannot be read.';
const replaced = '12 replace an existing record, and 0 are already stored with the same content.';

it.each([
  ['a large file', {}, [has, `Of the first 1,000, ${replaced}`]],
  ['a small file', { records: 1000 }, [has.replace('2,000', '1,000'), `Of these, ${replaced}`]],
  [
    'a doubtful file that is still read',
    { isDone: false, compared: 0, doubted: 1, doubt: 'line 2: x' },
    [has, '1 record may be wrong: line 2: x.', 'Reading the file …'],
  ],
])('the dialog says what an import of %s would do', (_, changed, sentences) => {
  expect(describeLook({ ...look, ...changed })).toEqual(sentences);
});

it('the dialog says why an import is paused, what it has done, and what is unknown', () => {
  const counts = { read: 1, created: 1, replaced: 0, unchanged: 0, refused: 0, unsettled: 2 };
  const progress = {
    ...counts,
    state: 'paused',
    message: 'The service cannot be reached.',
    problems: [],
  } as const;
  expect(describeImport(progress)).toEqual([
    'Paused. The service cannot be reached. Choose "Continue" to resume.',
    '1 record read: 1 created, 0 replaced, 0 unchanged, 0 refused.',
    'The outcome is unknown for 2 records.',
  ]);
});

it('a problem has its reason and a suggestion, and the title counts all problems', () => {
  const problem = { line: 1, reason: 'a', suggestion: 'did you mean "b"?' };
  expect(describeProblem(problem)).toBe('a; did you mean "b"?');
  expect([1, 2, 101].map(titleOfProblems)).toEqual([
    '1 refused record',
    '2 refused records',
    'The first 100 of 101 refused records',
  ]);
});
