import { expect, it } from 'vitest';
import { acceptsGzip } from '../../src/map/accepts-gzip.ts';

it.each([
  [['gzip, deflate, br, zstd']],
  [['br;q=1.0, GZIP;q=0.8']],
  [['br', 'gzip']],
  [['x-gzip']],
  [['*']],
  [['*;q=0.1, br']],
  [['gzip;q=0.001, *;q=0']],
])('is true for %j', (lines) => {
  expect(acceptsGzip(lines)).toBe(true);
});

it.each([
  [undefined],
  [[]],
  [['']],
  [['br, deflate']],
  [['gzip;q=0']],
  [['gzip; q=0.000, *']],
  [['*;q=0']],
  [['identity']],
])('is false for %j', (lines) => {
  expect(acceptsGzip(lines)).toBe(false);
});
