import { createMemoryStore, StoreError } from '@location-records/core';
import { unavailable } from '@location-records/workspace/tests';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRetry, inParallel, isEmpty } from '../../src/bulk/store-calls.ts';

const paused: number[] = [];
vi.mock(import('node:timers/promises'), async (original) => {
  const timers = await original();
  const setTimeout = ((delay: number, value, options) => {
    paused.push(delay);
    return timers.setTimeout(0, value, options);
  }) as typeof timers.setTimeout;
  return { ...timers, setTimeout };
});
beforeEach(() => {
  paused.length = 0;
});

/** A call that rejects `times` times before it resolves. */
function failing(times: number, error: Error = unavailable()): () => Promise<string> {
  let failures = 0;
  return async () => {
    if (failures++ < times) throw error;
    return 'done';
  };
}

describe('a retried call', () => {
  const { signal } = new AbortController();

  test('is repeated for about a minute, and then rejects with the error of the store', async () => {
    const retry = createRetry(signal, () => {});
    await expect(retry(failing(1000))).rejects.toThrow('The disk is gone.');
    expect(paused.reduce((sum, pause) => sum + pause)).toBeGreaterThan(60_000);
    expect(paused.reduce((sum, pause) => sum + pause)).toBeLessThan(70_000);
    expect(Math.max(...paused)).toBe(5000);
    expect(await retry(failing(paused.length))).toBe('done');
  });

  test('is repeated less often if each call takes its whole time to fail', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const call = async () => {
      now += 30_000;
      throw unavailable();
    };
    await expect(createRetry(signal, () => {})(call)).rejects.toThrow('The disk is gone.');
    expect(paused).toEqual([100, 200]);
  });

  test('that another error ends is not repeated', async () => {
    const onOutage = vi.fn();
    const error = new StoreError('STORE_UNSUITABLE', 'The file is damaged.');
    await expect(createRetry(signal, onOutage)(failing(1, error))).rejects.toBe(error);
    expect([paused, onOutage.mock.calls]).toEqual([[], []]);
  });

  test('reports one outage for all calls that fail at the same time, and another one later', async () => {
    const onOutage = vi.fn();
    const warnings = vi.fn();
    process.on('warning', warnings);
    const retry = createRetry(signal, onOutage);
    await Promise.all(Array.from({ length: 50 }, () => retry(failing(2))));
    expect(onOutage).toHaveBeenCalledOnce();
    await retry(failing(1));
    expect(onOutage).toHaveBeenCalledTimes(2);
    // Warnings are emitted in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warnings);
    expect(warnings).not.toHaveBeenCalled();
  });

  test('rejects at once when its signal is aborted', async () => {
    const stop = new AbortController();
    const retry = createRetry(stop.signal, () => stop.abort());
    await expect(retry(failing(1000))).rejects.toThrow();
    expect(paused).toHaveLength(1);
  });
});

describe('calls in parallel', () => {
  test('are as many at a time as the limit allows', async () => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    await inParallel(Array.from({ length: 50 }).keys(), 7, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(item);
    });
    expect([most, done.length, new Set(done).size]).toEqual([7, 50, 50]);
  });

  test('end with the first error, when those that are under way have ended', async () => {
    const ended: number[] = [];
    const calls = inParallel([1, 2, 3, 4, 5], 3, async (item) => {
      if (item === 2) throw new Error('the second');
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
    });
    await expect(calls).rejects.toThrow('the second');
    expect(ended).toEqual([1, 3]);
  });
});

test('a store is empty when its list has no record', async () => {
  expect(await isEmpty(createMemoryStore())).toBe(true);
  expect(await isEmpty(createMemoryStore([['a', { coordinates: { latitude: 0, longitude: 0 } }]]))).toBe(
    false,
  );
});
