import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ForkableMap } from '../../src/memory/forkable-map.ts';
import { filledMap, type Value } from './forks/filled-map.ts';

afterEach(() => vi.restoreAllMocks());

describe('the work of a ForkableMap', () => {
  it('is nothing in a fork', () => {
    const map = filledMap(10_000);
    const work = countWork();
    for (let count = 0; count < 100; count++) map.fork();
    expect(work()).toBe(0);
  });

  it.each<[string, (map: ForkableMap<Value>, number: number) => void]>([
    ['set', (map, number) => map.set(`new ${number}`, { number })],
    ['overwritten', (map, number) => map.set(`key ${number}`, { number })],
    ['deleted', (map, number) => map.delete(`key ${number}`)],
  ])('is little in each call, though thousands of keys are %s between forks', (_, write) => {
    const map = filledMap(5000);
    const work = countWork();
    let most = 0;
    for (let number = 0; number < 5000; number++) {
      map.fork();
      const before = work();
      write(map, number);
      map.get('absent');
      most = Math.max(most, work() - before);
    }
    // At most 64 entries are merged, about 20 on average, each with two or three calls.
    expect(most).toBeLessThan(300);
    expect(work() / 5000).toBeLessThan(100);
  });

  it.each([0, 1, 2, 50])(
    'is little in a look-up after thousands of forks and %i writes after each',
    (writes) => {
      const map = filledMap(5000);
      for (let forks = 0; forks < 5000; forks++) {
        map.fork();
        for (let number = 0; number < writes; number++) map.set(`${forks} ${number}`, { number });
      }
      const work = countWork();
      map.get('absent');
      expect(work()).toBeLessThan(14);
    },
  );

  it('has no look-ups in a list of a fork that was not written to', () => {
    const map = filledMap(1000).fork();
    const work = countWork();
    expect([...map.snapshot()].length).toBe(1000);
    // The one is the iteration.
    expect(work()).toBe(1);
  });

  it('is done once for all forks that share the merged layers', () => {
    const map = filledMap(1000);
    map.fork();
    for (let number = 0; number < 1000; number++) map.set(`new ${number}`, { number });
    const forks = Array.from({ length: 100 }, () => map.fork());
    for (const fork of forks) fork.set('other', { number: 0 });
    const work = countWork();
    for (const fork of forks) fork.set('other', { number: 1 });
    // Each looks into what it wrote itself, and into one layer, a few times.
    expect(work()).toBeLessThan(100 * 8);
  });
});

/** The number of calls on any Map since. */
function countWork(): () => number {
  const spies = (['get', 'has', 'set', 'delete', 'entries', 'forEach', Symbol.iterator] as const).map(
    (method) => vi.spyOn(Map.prototype, method as 'get'),
  );
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}
