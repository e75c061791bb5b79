import { describe, expect, it } from 'vitest';
import { type AreaMemoryStore, createAreaMemoryStore } from '../../src/areas/area-memory-store.ts';
import type { LocationRecord } from '../../src/location.ts';

const everywhere = { west: -1e9, south: -1e9, east: 1e9, north: 1e9 };

function numbered(number: number, latitude = number): LocationRecord {
  return [`id ${number}`, { coordinates: { latitude, longitude: number % 7 } }];
}

function filledStore(count: number): AreaMemoryStore {
  return createAreaMemoryStore(Array.from({ length: count }, (_, number) => numbered(number)));
}

/** All records in pages, by identifier. */
async function readAll(store: AreaMemoryStore): Promise<LocationRecord[]> {
  const records: LocationRecord[] = [];
  let page = await store.within(everywhere, { limit: 500 });
  for (; page.next; page = await store.within(everywhere, { limit: 500, after: page.next })) {
    records.push(...page.records);
  }
  return byId([...records, ...page.records]);
}

function byId(records: Iterable<LocationRecord>): LocationRecord[] {
  return [...records].sort(([a], [b]) => (a < b ? -1 : 1));
}

describe('createAreaMemoryStore', () => {
  it('has what was written while the index was built', async () => {
    const store = filledStore(10_000);
    const reading = store.within(everywhere, { limit: 1 });
    for (let number = 0; number < 10_000; number += 3) await store.delete(`id ${number}`);
    for (let number = 1; number < 10_000; number += 3) await store.put(...numbered(number, -number));
    for (let number = 10_000; number < 10_500; number++) await store.put(...numbered(number));
    await reading;
    expect(await readAll(store)).toEqual(byId(store.records()));
  });

  it('gives the event loop turns while the index is built', async () => {
    const store = filledStore(10_000);
    const order: string[] = [];
    setTimeout(() => order.push('timer'), 0);
    await store.within(everywhere, { limit: 1 }).then(() => order.push('page'));
    expect(order).toEqual(['timer', 'page']);
  });

  it('needs no turn of the event loop for few records', async () => {
    const store = filledStore(100);
    const order: string[] = [];
    setTimeout(() => order.push('timer'), 0);
    await store.within(everywhere, { limit: 1 }).then(() => order.push('page'));
    expect(order).toEqual(['page']);
  });

  it('builds one index for queries at the same time', async () => {
    const store = filledStore(5000);
    const pages = await Promise.all([1, 2, 3].map((limit) => store.within(everywhere, { limit })));
    expect(pages.map(({ records }) => records.length)).toEqual([1, 2, 3]);
  });

  it('rejects a query whose store is closed while the index is built', async () => {
    const store = filledStore(10_000);
    const reading = store.within(everywhere, { limit: 1 });
    await store.close();
    await expect(reading).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });

  it('builds the index anew after it was broken off', async () => {
    const records = Array.from({ length: 10_000 }, (_, number) => numbered(number));
    const store = createAreaMemoryStore(records, { maxSupersededSize: 0 });
    const reading = store.within(everywhere, { limit: 1 });
    await store.put(...numbered(1, -1));
    await expect(reading).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await store.put(...numbered(2, -2));
    expect(await readAll(store)).toEqual(byId(store.records()));
  });

  it.each(['before', 'while', 'after'])('makes independent forks %s the index is built', async (when) => {
    const store = filledStore(5000);
    const reading = when === 'before' ? undefined : store.within(everywhere, { limit: 1 });
    if (when === 'after') await reading;
    const fork = store.fork();
    await fork.put(...numbered(1, -1));
    await store.put(...numbered(2, -2));
    await fork.delete('id 3');
    await reading;
    for (const one of [store, fork, fork.fork()]) {
      expect(await readAll(one)).toEqual(byId(one.records()));
    }
    expect((await store.get('id 1'))?.coordinates.latitude).toBe(1);
    expect(fork.size).toBe(4999);
  });

  it('has the members of a memory store', async () => {
    const store = filledStore(2);
    expect(store.guarantees).toEqual({
      durable: false,
      shared: false,
      snapshot: true,
      listOrder: 'first-put',
      areaOrder: 'stripe',
    });
    expect(store.peek('id 1')).toEqual(numbered(1)[1]);
    await store.within(everywhere, { limit: 1 });
    await store.close();
    await expect(store.put(...numbered(1))).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });
});
