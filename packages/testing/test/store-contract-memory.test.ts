import { createMemoryStore } from '@location-records/core';
import { registerStoreContract, storeContract } from '@location-records/testing';
import { describe, it } from 'vitest';

describe('store contract: memory', () => {
  registerStoreContract(storeContract, {
    it,
    start: async () => ({ open: async () => createMemoryStore() }),
    guarantees: { durable: false, shared: false, listOrder: 'first-put' },
  });
});
