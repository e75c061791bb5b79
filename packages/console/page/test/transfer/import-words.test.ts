import { inspect } from '@location-records/formats';
import { expect, it } from 'vitest';
import {
  describeError,
  describeImport,
  describeInspection,
  describeLook,
  describeProgress,
  importTitle,
} from '../../src/transfer/import-words.ts';
import { describeProblem, Problems } from '../../src/transfer/problems.ts';

const inspection = {
  formatWords: 'CSV with ";", Windows-1252',
  rows: 2000,
  unused: ['phone', 'fax'],
  notes: ['2 lines before the header are skipped'],
};

it('the dialog says what was understood of a file', () => {
  expect(describeInspection(inspection)).toEqual([
    'CSV with ";", Windows-1252: 2,000 records.',
    '2 lines before the header are skipped.',
    'Not imported: phone, fax.',
  ]);
});

it('a GeoPackage is for the command', async () => {
  const error = await inspect('SQLite format 3\0', { format: 'gpkg' }).catch((cause: Error) => cause);
  expect(describeError(error as Error)).toContain('use "location-records import"');
  expect(describeError(new Error('The file is cut.'))).toBe('The file is cut.');
});

it('of many columns that are not imported, the first are named', () => {
  const unused = Array.from({ length: 40 }, (_, index) => `c${index}`);
  expect(describeInspection({ ...inspection, unused }).at(-1)).toMatch(
    /^Not imported: c0, .*, c11 and 28 more\.$/,
  );
});

const look = {
  isDone: true,
  records: 2000,
  problems: new Problems(),
  doubted: 0,
  doubt: undefined,
  existing: 12,
  same: 0,
  broken: undefined,
};
const existing = 'Of the records, 12 exist with other content, and 0 with the same.';

it.each([
  ['records that exist', {}, [existing]],
  ['new records', { records: 5, existing: 0 }, ['None of the records exists yet.']],
  ['a doubtful file', { doubted: 1, doubt: 'line 2: x' }, ['1 record may be wrong: line 2: x.', existing]],
  ['a file without a good record', { records: 0, existing: 0 }, ['There is nothing to import.']],
  [
    'a broken file',
    { records: 3, broken: 'Line 5 is cut.' },
    ['Line 5 is cut. The 3 records before can be imported.', existing],
  ],
  [
    'a file that is too large to undo',
    { records: 100_001 },
    [existing, 'An import of more than 100,000 records cannot be undone here.'],
  ],
])('the dialog says what an import of %s would do', (_, changed, sentences) => {
  expect(describeLook({ ...look, ...changed })).toEqual(sentences);
});

it.each([
  [{ done: 0, total: 100, elapsed: 9000 }, '0 %'],
  [{ done: 43, total: 100, elapsed: 1000 }, '43 %'],
  [{ done: 50, total: 100, elapsed: 12_000 }, '50 %, 15 seconds left'],
  [{ done: 1, total: 10, elapsed: 10_000 }, '10 %, 2 minutes left'],
  [{ done: 1, total: 1000, elapsed: 10_000 }, '0 %, 3 hours left'],
  [{ done: 12, total: 10, elapsed: 10_000 }, '100 %'],
  [{ done: 5, total: 0, elapsed: 10_000 }, '0 %'],
])('the progress %j is described as %j', (work, words) => {
  expect(describeProgress(work)).toBe(words);
});

const work = { done: 1, total: 2, elapsed: 0 };
const counts = { read: 1, created: 1, replaced: 0, unchanged: 0, skipped: 0, unsettled: 2 };

it('the dialog says why an import is paused, what it has done, and what is unknown', () => {
  const progress = {
    ...counts,
    state: 'paused',
    message: 'The service cannot be reached.',
    problems: new Problems(),
  } as const;
  expect(describeImport(progress, work, false)).toEqual([
    'Paused. The service cannot be reached. Choose "Continue" to resume.',
    '1 record read: 1 created, 0 replaced, 0 unchanged, 0 skipped, 0 refused.',
    'The outcome is unknown for 2 records.',
  ]);
});

it('the dialog says that an import can be undone', () => {
  const progress = { ...counts, state: 'done', message: undefined, problems: new Problems() } as const;
  expect(describeImport(progress, work, true)).toContain('"Undo" takes all of it back in one step.');
});

it('the history names an import by its file', () => {
  expect(importTitle(120, 'places.csv')).toBe('Imported 120 records from \u2068places.csv\u2069');
});

it('a problem has its reason and a suggestion', () => {
  const problem = { line: 1, reason: 'a', suggestion: 'did you mean "b"?' };
  expect(describeProblem(problem)).toBe('a; did you mean "b"?');
});
