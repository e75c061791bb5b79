import { expect, test } from 'vitest';
import { byThread, totalIn } from '../../src/shared/callgrind.ts';

test('the instructions are in the summary of a file', () => {
  expect(totalIn('events: Ir\nsummary: 52060478\n\nfn=(1) main\n3 8\n\ntotals: 52060699\n')).toBe(52_060_478);
});

test('a file without a summary is an error', () => {
  expect(() => totalIn('events: Ir\n')).toThrow('callgrind wrote no total.');
});

test('the main thread stands alone beside the sum of the others', () => {
  const counts = new Map([
    ['02', 30],
    ['01', 500],
    ['11', 4],
  ]);
  expect(byThread(counts)).toEqual({ mainThread: 500, otherThreads: 34 });
});

test('a main thread that ran nothing is no error, and one without a file is', () => {
  expect(byThread(new Map([['01', 0]]))).toEqual({ mainThread: 0, otherThreads: 0 });
  expect(() => byThread(new Map([['02', 1]]))).toThrow('nothing of the main thread');
});
