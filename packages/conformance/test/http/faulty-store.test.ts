import { createFaultyStore } from '@location-records/conformance';
import { createMemoryStore, type LocationRecord, type LocationStore } from '@location-records/core';
import { expect, it } from 'vitest';

const location = { coordinates: { latitude: 1, longitude: 2 } };
const error = new Error('ordered');

async function readAll(store: LocationStore): Promise<readonly LocationRecord[]> {
  const records: LocationRecord[] = [];
  for await (const batch of store.list()) records.push(...batch);
  return records;
}

it('behaves as the store that it wraps until a case makes it fail', async () => {
  const inner = createMemoryStore();
  const { store, faults } = createFaultyStore(inner);
  expect(store.guarantees).toBe(inner.guarantees);
  await store.put('a', location);
  expect(await store.replace('a', location)).toBe(true);
  expect(await store.get('a')).toEqual(location);
  expect(await readAll(store)).toEqual([['a', location]]);
  await store.delete('a');
  expect(await inner.get('a')).toBeUndefined();
  expect(await faults.reportedErrors()).toEqual([]);
  await store.close();
  await expect(inner.get('a')).rejects.toMatchObject({ code: 'STORE_CLOSED' });
});

it.each(['get', 'put', 'replace', 'delete'] as const)(
  'fails the next %s, and no other call',
  async (method) => {
    const { store, faults } = createFaultyStore(createMemoryStore());
    const call = () => store[method]('a', location);
    await store.put('a', location);
    await faults.fail(method, error);
    await expect(call()).rejects.toBe(error);
    expect(await store.get('a')).toEqual(location);
    await expect(call()).resolves.not.toBe(error);
  },
);

it('fails the next list after the given number of batches', async () => {
  const { store, faults } = createFaultyStore(createMemoryStore());
  await faults.failList(2, error);
  const batches = store.list()[Symbol.asyncIterator]();
  const ids: string[] = [];
  for (const _ of [1, 2]) ids.push(...((await batches.next()).value ?? []).map(([id]: LocationRecord) => id));
  expect(new Set(ids).size).toBe(200);
  await expect(batches.next()).rejects.toBe(error);
  expect(await readAll(store)).toEqual([]);
});

it('keeps the errors passed to onError', async () => {
  const { faults, onError } = createFaultyStore(createMemoryStore());
  onError(error);
  expect(await faults.reportedErrors()).toEqual([error]);
});
