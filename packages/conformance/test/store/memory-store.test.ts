import { registerStoreContract, storeContract } from '@location-records/conformance';
import {
  createMemoryStore,
  type LocationRecord,
  type LocationStore,
  type MemoryStore,
  type StoreGuarantees,
} from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describe, it } from 'vitest';

describe('store contract: memory', () => holds(async () => createMemoryStore()));

describe('store contract: a fork of a memory store', () => holds(async () => (await emptied()).fork()));

describe('store contract: a forked memory store', () =>
  holds(async () => {
    const store = await emptied();
    store.fork();
    return store;
  }));

describe('store contract: memory with area queries', () =>
  holds(async () => createAreaMemoryStore(), { areaOrder: 'stripe' }));

describe('store contract: a fork of a memory store with area queries', () =>
  holds(async () => (await emptiedIndex()).fork(), { areaOrder: 'stripe' }));

describe('store contract: a forked memory store with area queries', () =>
  holds(
    async () => {
      const store = await emptiedIndex();
      store.fork();
      return store;
    },
    { areaOrder: 'stripe' },
  ));

function holds(open: () => Promise<LocationStore>, more: Partial<StoreGuarantees> = {}): void {
  registerStoreContract(storeContract, {
    it,
    start: async () => ({ open }),
    guarantees: { durable: false, shared: false, listOrder: 'first-put', exchanges: true, ...more },
  });
}

/** As {@link emptied}, with an index that it shared as well. */
async function emptiedIndex() {
  return emptied(createAreaMemoryStore, (store) =>
    store.within({ west: 0, south: 0, east: 0, north: 0 }, { limit: 1 }),
  );
}

/** A store that shared records with a fork, and has deleted them all since. */
async function emptied<S extends MemoryStore = MemoryStore>(
  create: (records: LocationRecord[]) => S = createMemoryStore as never,
  prepare?: (store: S) => Promise<unknown>,
): Promise<S> {
  const location = { coordinates: { latitude: 0, longitude: 0 } };
  const ids = Array.from({ length: 300 }, (_, number) => `before ${number}`);
  const store = create(ids.map((id) => [id, location]));
  await prepare?.(store);
  store.fork();
  for (const id of ids) await store.delete(id);
  return store;
}
