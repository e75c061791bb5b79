import { expect, test } from 'vitest';
import { formatDuration, formatRate } from '../../src/output/numbers.ts';

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
  [1_000_000, 37_000, ', 27,027 records/s'],
  [10, 1000, ', 10 records/s'],
  [2, 5000, ', 0.4 records/s'],
  [2, 60_000, ''],
  [2, 3, ''],
  [0, 5000, ''],
])('%d in %d ms are %s ', (count, milliseconds, text) => {
  expect(formatRate(count, milliseconds)).toBe(text);
});
