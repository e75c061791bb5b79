import { expect, test } from 'vitest';
import { growthTable, heapGoals, sizesUpTo } from '../../src/compare/compare-growth.ts';

const growth = { records: 1000, get: [1, 2, 4], put: [3, 4, 6], list: [0.5, 1, 2] };

test('a row has the medians, and the time of a record in the list', () => {
  const { head, rows } = growthTable('Redis', [{ ...growth, bytes: 194 }]);
  expect(rows).toEqual([
    ['1,000', '2.00', '1.50-3.00', '4.00', '3.50-5.00', '1.00', '0.75-1.50', '1.00', '194'],
  ]);
  expect(rows[0]?.length).toBe(head.length);
});

test('bytes have a column, and so has a Map where there is one', () => {
  const onDisk = growthTable('SQLite', [{ ...growth, bytes: 64.4 }]);
  expect([onDisk.head.at(-1), onDisk.rows[0]?.at(-1)]).toEqual(['bytes/record', '64']);
  const inMemory = growthTable('memory', [{ ...growth, bytes: 250, mapBytes: 200 }]);
  expect(inMemory.head.slice(-3)).toEqual(['bytes/record', 'bytes/record in a Map', 'ratio']);
  expect(inMemory.rows[0]?.slice(-3)).toEqual(['250', '200', '1.25']);
});

test('the target of the heap is about the largest number of records', () => {
  const growths = [
    { ...growth, bytes: 400, mapBytes: 200 },
    { ...growth, records: 1_000_000, bytes: 250, mapBytes: 200 },
  ];
  expect(heapGoals(growths)).toMatchObject([{ value: 1.25, bound: 'at most', limit: 1.3 }]);
});

test('sizes end with the largest one', () => {
  expect(sizesUpTo(1000, [10, 1000, 10_000])).toEqual([10, 1000]);
  expect(sizesUpTo(1_000_000, [10, 10_000])).toEqual([10, 10_000, 1_000_000]);
});
