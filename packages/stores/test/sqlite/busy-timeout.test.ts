import { setImmediate } from 'node:timers/promises';
import { StoreError } from '@location-records/core';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WriteQueue } from '../../src/sqlite/writer-client.ts';
import type { Batch } from '../../src/sqlite/writer-protocol.ts';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };
const put = (id: string) => ({ kind: 'put', id, description: null, latitude: 1, longitude: 2 }) as const;

describe('the time of a write begins when it is asked for', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('so a batch waits for no longer than its oldest write may', async () => {
    const { queue, batches, fail } = startQueue(2000);
    const first = queue.add(put('a'));
    await begun(batches, 1);
    vi.advanceTimersByTime(50);
    const second = queue.add(put('b'));
    vi.advanceTimersByTime(1950);
    fail();
    await expect(first).rejects.toThrow('locked');
    await begun(batches, 2);
    expect(batches.map(({ timeout }) => timeout)).toEqual([2000, 50]);
    fail();
    await expect(second).rejects.toThrow('locked');
  });

  it('so a write whose time is not over stays when an older one of its batch is told', async () => {
    const { queue, batches, fail, succeed } = startQueue(2000);
    const first = queue.add(put('a'));
    await begun(batches, 1);
    const older = queue.add(put('b'));
    vi.advanceTimersByTime(1900);
    const younger = queue.add(put('c'));
    vi.advanceTimersByTime(100);
    fail();
    await expect(first).rejects.toThrow('locked');
    await begun(batches, 2);
    fail();
    await expect(older).rejects.toThrow('locked');
    const last = queue.add(put('d'));
    await begun(batches, 3);
    succeed();
    expect(await Promise.all([younger, last])).toEqual([true, true]);
    const ids = batches.map(({ writes }) => writes.map(({ id }) => id).join());
    expect(ids).toEqual(['a', 'b,c', 'c,d']);
    expect(batches.map(({ timeout }) => timeout)).toEqual([2000, 0, 1900]);
  });

  it('so a batch waits for no longer than its most urgent write may, whichever that is', async () => {
    const { queue, batches, fail, succeed } = startQueue(2000);
    const first = queue.add(put('a'));
    await begun(batches, 1);
    const patient = queue.add(put('b'));
    const urgent = queue.add(put('c'), performance.now() + 300);
    succeed();
    await first;
    await begun(batches, 2);
    expect(batches[1]?.timeout).toBe(300);
    vi.advanceTimersByTime(300);
    fail();
    await expect(urgent).rejects.toThrow('locked');
    await begun(batches, 3);
    expect(batches[2]?.writes.map(({ id }) => id)).toEqual(['b']);
    succeed();
    expect(await patient).toBe(true);
  });

  it('and a write whose time is over before its turn is tried once, without waiting', async () => {
    const { queue, batches, succeed } = startQueue(2000);
    const first = queue.add(put('a'));
    await begun(batches, 1);
    const late = queue.add(put('b'));
    vi.advanceTimersByTime(60_000);
    succeed();
    await begun(batches, 2);
    succeed();
    expect(await Promise.all([first, late])).toEqual([true, true]);
    expect(batches[1]?.timeout).toBe(0);
  });

  it('but no other failure of a batch is tried again', async () => {
    const { queue, batches, fail } = startQueue(2000);
    const both = Promise.allSettled([queue.add(put('a')), queue.add(put('b'))]);
    await begun(batches, 1);
    fail('disk I/O error');
    for (const { status } of await both) expect(status).toBe('rejected');
    await queue.idle();
    expect(batches).toHaveLength(1);
  });
});

it('the writer thread waits for as long as its batch may, and not for the whole time again', async () => {
  const path = await temporaryPath();
  // Longer than any test may take.
  const store = await openForTest(path, { busyTimeout: 2 ** 31 - 1 });
  const other = await openRaw(path, 'BEGIN IMMEDIATE');
  onTestFinished(() => other.close());
  let shift = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + shift);
  onTestFinished(() => now.mockRestore());
  const write = store.put('a', location);
  // As if it had been in the queue until then.
  shift = 2 ** 31;
  await expect(write).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: `Cannot write to the SQLite store ${JSON.stringify(path)}: another process has locked it; end that process, or try again later.`,
  });
  other.exec('ROLLBACK');
  expect(await store.get('a')).toBeUndefined();
});

/** A queue whose batches end when the test says so. */
function startQueue(timeout: number) {
  const batches: Batch[] = [];
  let end: { resolve(results: boolean[]): void; reject(error: unknown): void };
  const commit = (batch: Batch) =>
    new Promise<boolean[]>((resolve, reject) => {
      end = { resolve, reject };
      batches.push(batch);
    });
  return {
    queue: new WriteQueue({ timeout, commit }),
    batches,
    succeed: () => end.resolve(batches.at(-1)?.writes.map(() => true) ?? []),
    fail: (problem = 'database is locked') =>
      end.reject(new StoreError('STORE_UNAVAILABLE', problem, { cause: new Error(problem) })),
  };
}

async function begun(batches: readonly Batch[], count: number): Promise<void> {
  // Not vi.waitFor, which moves the clock of the test.
  while (batches.length < count) await setImmediate();
}
