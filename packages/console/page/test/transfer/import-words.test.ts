import { describe, expect, it } from 'vitest';
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
const progress = {
  state: 'paused',
  message: 'The service cannot be reached.',
  read: 1,
  created: 1,
  replaced: 0,
  unchanged: 0,
  refused: 0,
  unsettled: 0,
  problems: [],
} as const;

describe('describeLook', () => {
  it('tells what would happen', () => {
    expect(describeLook(look)).toEqual([
      'The file has 2,000 records to import, and 1 record that cannot be read.',
      'Of the first 1,000, 12 replace an existing record, and 0 are already stored with the same content.',
    ]);
  });

  it('tells it of all records of a small file', () => {
    expect(describeLook({ ...look, records: 20, compared: 19 })).toContain(
      'Of these, 12 replace an existing record, and 0 are already stored with the same content.',
    );
  });

  it('tells that it goes on, and what is doubtful', () => {
    expect(describeLook({ ...look, isDone: false, compared: 0, doubted: 1, doubt: 'line 2: x' })).toEqual([
      expect.any(String),
      '1 record may be wrong: line 2: x.',
      'Reading the file …',
    ]);
  });
});

describe('describeImport', () => {
  it('tells why it is paused, and what was done', () => {
    expect(describeImport(progress)).toEqual([
      'Paused. The service cannot be reached. Choose "Continue" to resume.',
      '1 record read: 1 created, 0 replaced, 0 unchanged, 0 refused.',
    ]);
  });

  it('tells what is not known', () => {
    expect(describeImport({ ...progress, state: 'stopped', unsettled: 2 })).toContain(
      'The outcome is unknown for 2 records.',
    );
  });
});

describe('problems', () => {
  it('have their reason and what may be meant', () => {
    expect(describeProblem({ line: 1, reason: 'a' })).toBe('a');
    expect(describeProblem({ line: 1, reason: 'a', suggestion: 'did you mean "b"?' })).toBe(
      'a; did you mean "b"?',
    );
  });

  it('are counted in their title', () => {
    expect([1, 2, 100, 101].map(titleOfProblems)).toEqual([
      '1 refused record',
      '2 refused records',
      '100 refused records',
      'The first 100 of 101 refused records',
    ]);
  });
});
