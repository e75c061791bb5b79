import { expect, test } from 'vitest';
import { formatDuration, formatRate } from '../../src/output/numbers.ts';
import { paintFor } from '../../src/output/paint.ts';
import { copyText } from '../../src/report/copy-text.ts';
import { Kept } from '../run-here.ts';

test.each([
  [0, '1 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1449, '1.4 s'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test.each([
  [1_000_000, 37_000, '27,027'],
  [10, 1000, '10'],
  [2, 5000, '0.4'],
  [2, 60_000, undefined],
  [2, 3, undefined],
  [0, 5000, undefined],
])('%d in %d ms are %s a second', (count, milliseconds, text) => {
  expect(formatRate(count, milliseconds)).toBe(text);
});

test.each([
  [3, '✓ Copied 2 records (3 ms)\n'],
  [5000, '✓ Copied 2 records (5.0 s, 0.4 records/s)\n'],
  [60_000, '✓ Copied 2 records (60.0 s)\n'],
])('two records in %d ms have no speed of 0', (durationMs, text) => {
  const copied = { created: 2, replaced: 0, present: 0, durationMs };
  expect(copyText({ copied }, paintFor({ stdout: new Kept(), env: {} }))).toBe(text);
});
