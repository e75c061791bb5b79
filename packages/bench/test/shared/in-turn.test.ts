import { expect, test } from 'vitest';
import { inTurn } from '../../src/shared/in-turn.ts';

test('another item comes first in each round, with its own position', () => {
  const items = ['a', 'b', 'c'];
  expect([0, 1, 2, 3].map((round) => inTurn(items, round))).toEqual([
    [
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ],
    [
      [1, 'b'],
      [2, 'c'],
      [0, 'a'],
    ],
    [
      [2, 'c'],
      [0, 'a'],
      [1, 'b'],
    ],
    [
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ],
  ]);
});
