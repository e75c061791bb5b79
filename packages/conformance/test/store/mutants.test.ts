import { registerStoreContract, storeContract } from '@location-records/conformance';
import { describe, expect, it } from 'vitest';
import { type Records, RightStore } from '../../mutants/right-store.ts';
import { storeMutants } from '../../mutants/store-mutants.ts';
import { runStoreCase } from '../../src/store/store-case.ts';

describe('the store contract accepts the right store that mutants change', () => {
  registerStoreContract(storeContract, {
    it,
    start: async () => {
      const records: Records = new Map();
      return { open: async () => new RightStore(records) };
    },
    guarantees: new RightStore(new Map()).guarantees,
  });
});

describe('the store contract', () => {
  it.each(storeMutants)('rejects, by $killedBy, a store that $breaks', async ({ killedBy, open }) => {
    const killer = storeContract.find(({ id }) => id === killedBy);
    if (!killer) throw new Error(`There is no case ${killedBy}.`);
    const records: Records = new Map();
    const { guarantees } = open(records);
    const start = async () => ({ open: async () => open(records) });
    await expect(runStoreCase(killer, start, guarantees)).rejects.toThrow();
  });

  it('has a unique id for each case', () => {
    expect(new Set(storeContract.map(({ id }) => id)).size).toBe(storeContract.length);
  });
});
