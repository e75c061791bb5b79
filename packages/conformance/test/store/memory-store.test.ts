import { registerStoreContract, storeContract } from '@location-records/conformance';
import { createMemoryStore, type LocationStore, type MemoryStore } from '@location-records/core';
import { describe, it } from 'vitest';

describe('store contract: memory', () => holds(async () => createMemoryStore()));

describe('store contract: a fork of a memory store', () => holds(async () => (await emptied()).fork()));

describe('store contract: a forked memory store', () =>
  holds(async () => {
    const store = await emptied();
    store.fork();
    return store;
  }));

function holds(open: () => Promise<LocationStore>): void {
  registerStoreContract(storeContract, {
    it,
    start: async () => ({ open }),
    guarantees: { durable: false, shared: false, snapshot: true, listOrder: 'first-put' },
  });
}

/** A store that shared records with a fork, and has deleted them all since. */
async function emptied(): Promise<MemoryStore> {
  const location = { coordinates: { latitude: 0, longitude: 0 } };
  const ids = Array.from({ length: 300 }, (_, number) => `before ${number}`);
  const store = createMemoryStore(ids.map((id) => [id, location]));
  store.fork();
  for (const id of ids) await store.delete(id);
  return store;
}
