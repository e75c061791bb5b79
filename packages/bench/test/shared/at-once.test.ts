import { expect, test } from 'vitest';
import { callAtOnce } from '../../src/shared/at-once.mjs';

test('each index is called once, and no more calls than allowed are under way', async () => {
  const called: number[] = [];
  const underWay: number[] = [];
  let current = 0;
  await callAtOnce(10, 3, async (index) => {
    called.push(index);
    underWay.push(++current);
    await Promise.resolve();
    current--;
  });
  expect(called).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(Math.max(...underWay)).toBe(3);
});
