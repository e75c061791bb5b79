import { expect, test } from 'vitest';
import { RestartPause } from '../../../../src/commands/serve/workers/restart-pause.ts';

test('the first end has no pause, and further ones have pauses that double up to ten seconds', () => {
  const pause = new RestartPause();
  const pauses = Array.from({ length: 10 }, (_, index) => pause.next(1000 * index));
  expect(pauses).toEqual([0, 100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
});

test('after a minute without an end the pauses begin anew', () => {
  const pause = new RestartPause();
  expect([0, 1, 2].map((now) => pause.next(now))).toEqual([0, 100, 200]);
  expect([60_002, 60_003].map((now) => pause.next(now))).toEqual([400, 800]);
  expect([120_004, 120_005].map((now) => pause.next(now))).toEqual([0, 100]);
});
