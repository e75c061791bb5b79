import type { LocationStore } from '@location-records/core';
import { expect, it } from 'vitest';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const coordinates = { latitude: 1, longitude: 2 };

it('cuts batches of short records by their number', async () => {
  const store = await openForTest(await temporaryPath());
  await fill(store, 1000, 'short');
  expect(await batchLengths(store)).toEqual([256, 256, 256, 232]);
});

it('cuts batches of long records by their length', async () => {
  const store = await openForTest(await temporaryPath());
  await fill(store, 10, 'x'.repeat(50_000));
  expect(await batchLengths(store)).toEqual([4, 4, 2]);
});

it('cuts a batch where long records come behind short ones', async () => {
  const store = await openForTest(await temporaryPath());
  await fill(store, 100, 'short', 'a');
  await fill(store, 100, 'x'.repeat(50_000), 'b');
  const [first, ...others] = await batchLengths(store);
  // A piece of 32 records, and then as many as fit.
  expect(first).toBeLessThanOrEqual(100 + 32);
  expect(Math.max(...others)).toBeLessThanOrEqual(8);
});

it('gives a full last batch once', async () => {
  const store = await openForTest(await temporaryPath());
  await fill(store, 512, '');
  expect(await batchLengths(store)).toEqual([256, 256]);
});

it('gives no batch of an empty store', async () => {
  expect(await batchLengths(await openForTest(await temporaryPath()))).toEqual([]);
});

it('orders by bytes, not by UTF-16 units, across batches', async () => {
  const store = await openForTest(await temporaryPath());
  const ids = [
    '\u{1f600}',
    '\uffff',
    '\uff5e',
    '\ue000',
    '\u{10000}',
    'a',
    'a\0',
    'a\0b',
    'a\u0001',
    'b',
    '\0',
  ];
  await Promise.all(ids.map((id) => store.put(id, { description: 'x'.repeat(100_000), coordinates })));
  const found: string[] = [];
  for await (const batch of store.list()) found.push(...batch.map(([id]) => id));
  expect(found).toEqual(ids.sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right))));
});

it('lets the event loop turn between two batches', async () => {
  const store = await openForTest(await temporaryPath());
  await fill(store, 1000, '');
  let turns = 0;
  const count = () => {
    turns++;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  await batchLengths(store);
  clearImmediate(immediate);
  expect(turns).toBeGreaterThanOrEqual(3);
});

it('serves more lists at once than it keeps connections for', async () => {
  const store = await openForTest(await temporaryPath());
  await fill(store, 600, '');
  for (let round = 0; round < 2; round++) {
    const lengths = await Promise.all(Array.from({ length: 9 }, () => batchLengths(store)));
    expect(lengths).toEqual(Array.from({ length: 9 }, () => [256, 256, 88]));
  }
});

async function fill(store: LocationStore, count: number, description: string, prefix = 'id'): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, number) =>
      store.put(`${prefix}-${number}`, { description, coordinates }),
    ),
  );
}

async function batchLengths(store: LocationStore): Promise<number[]> {
  const lengths: number[] = [];
  for await (const batch of store.list()) lengths.push(batch.length);
  return lengths;
}
