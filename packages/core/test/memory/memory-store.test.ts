import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createMemoryStore,
  type LocationRecord,
  type LocationStore,
  type MemoryStore,
} from '../../src/index.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

describe('a list of the memory store that skips 100,000 deleted records', () => {
  it('gives the event loop turns before its first batch', async () => {
    const store = await storeWithDeleted(100_000);
    const turns = countTurns();
    expect(await nextBatch(store.list())).toEqual([['last', location]]);
    expect(turns()).toBeGreaterThanOrEqual(5);
  });

  it('does so when it finds a record now and then, too', async () => {
    const store = await storeWithDeleted(100_000, 1000);
    const turns = countTurns();
    expect(await nextBatch(store.list())).toHaveLength(101);
    expect(turns()).toBeGreaterThanOrEqual(5);
  });

  it('does so in a fork whose records were deleted after the fork, too', async () => {
    const store = (await storeWithRecords(100_000)).fork();
    for (let number = 0; number < 100_000; number++) await store.delete(`id-${number}`);
    const turns = countTurns();
    expect(await nextBatch(store.list())).toEqual([['last', location]]);
    expect(turns()).toBeGreaterThanOrEqual(5);
  });

  it('never returns an empty batch', async () => {
    const store = await storeWithDeleted(100_000);
    await store.delete('last');
    expect(await store.list()[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });

  it('rejects when the store is closed meanwhile', async () => {
    const store = await storeWithDeleted(100_000);
    const batch = nextBatch(store.list());
    await store.close();
    await expect(batch).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });

  it('goes on under faked timers', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = await storeWithDeleted(100_000);
    expect(await nextBatch(store.list())).toEqual([['last', location]]);
  });
});

it('lists a short store without a turn of the event loop', async () => {
  const store = createMemoryStore();
  for (let number = 0; number < 1000; number++) await store.put(`id-${number}`, location);
  const turns = countTurns();
  const lengths: number[] = [];
  for await (const batch of store.list()) lengths.push(batch.length);
  expect(lengths).toEqual([256, 256, 256, 232]);
  expect(turns()).toBe(0);
});

/** A store with an open list, of whose records all but the last were deleted since, and all but each `every`th. */
async function storeWithDeleted(count: number, every = Number.POSITIVE_INFINITY): Promise<LocationStore> {
  const store = await storeWithRecords(count);
  await nextBatch(store.list());
  for (let number = 0; number < count; number++) {
    if (number % every !== every - 1) await store.delete(`id-${number}`);
  }
  return store;
}

async function storeWithRecords(count: number): Promise<MemoryStore> {
  const store = createMemoryStore();
  for (let number = 0; number < count; number++) await store.put(`id-${number}`, location);
  await store.put('last', location);
  return store;
}

async function nextBatch(list: AsyncIterable<readonly LocationRecord[]>): Promise<readonly LocationRecord[]> {
  return (await list[Symbol.asyncIterator]().next()).value;
}

/** Counts the turns of the event loop from now on. */
function countTurns(): () => number {
  let turns = 0;
  const count = () => {
    turns++;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  onTestFinished(() => clearImmediate(immediate));
  return () => turns;
}
