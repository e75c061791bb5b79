import { createMemoryStore } from '@location-records/core';
import { demand, type StoreEngine } from './store-engine.ts';

/** Records in the memory of this process. */
export const memoryEngine: StoreEngine = {
  form: 'memory:',
  place(rest) {
    demand(rest === '', 'memory: takes nothing after the colon.');
    return '';
  },
  open: async () => createMemoryStore(),
  describe: () => 'in memory: they end with this process',
};
