import { describe, expect, it, vi } from 'vitest';
import { ignoringFailures } from '../src/adapter-kit.ts';

describe('ignoringFailures', () => {
  it.each<[string, (...details: readonly unknown[]) => unknown]>([
    [
      'throws',
      () => {
        throw new Error('from the hook');
      },
    ],
    ['rejects', () => Promise.reject(new Error('from the hook'))],
    ['returns', () => 'a value'],
  ])('makes a function that resolves, of a hook that %s', async (_, hook) => {
    const spy = vi.fn(hook);
    await expect(ignoringFailures(spy)('a detail', 2)).resolves.toBeUndefined();
    expect(spy.mock.calls).toEqual([['a detail', 2]]);
  });

  it('calls the hook at once', () => {
    const hook = vi.fn();
    ignoringFailures(hook)();
    expect(hook).toHaveBeenCalledOnce();
  });

  it('makes a function that does nothing, without a hook', async () => {
    await expect(ignoringFailures(undefined)()).resolves.toBeUndefined();
  });
});
