import { expect, it } from 'vitest';
import { type Found, takeTurns } from '../src/live.ts';

it('parts of a look take turns, and each look asks one of them', async () => {
  const asked: string[] = [];
  const part = (name: string, found: Found) => async () => {
    asked.push(name);
    return found;
  };
  const silent = () => undefined;
  const look = takeTurns([part('list', 'same'), silent, part('total', 'changed')]);
  const found = [await look(), await look(), await look()];
  expect([found, asked]).toEqual([
    ['same', 'changed', 'same'],
    ['list', 'total', 'list'],
  ]);
  expect(await takeTurns([silent])()).toBe('same');
});
