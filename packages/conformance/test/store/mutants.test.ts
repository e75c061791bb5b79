import { registerStoreContract, runStoreCase, storeContract } from '@location-records/conformance';
import { describe, expect, it } from 'vitest';
import { AreaReferenceStore } from '../../mutants/stores/area-reference-store.ts';
import { LiveStore } from '../../mutants/stores/live-store.ts';
import { type Records, ReferenceStore } from '../../mutants/stores/reference-store.ts';
import { storeMutants } from '../../mutants/stores/store-mutants.ts';

describe.each([ReferenceStore, LiveStore, AreaReferenceStore])(
  'the correct store that mutants extend (%o)',
  (Store) => {
    registerStoreContract(storeContract, {
      it,
      start: async () => {
        const records: Records = new Map();
        return { open: async () => new Store(records) };
      },
      guarantees: new Store(new Map()).guarantees,
    });
  },
);

describe('the store contract', () => {
  it.each(storeMutants)('rejects, by $killedBy, a store that $breaks', async ({ killedBy, open }) => {
    const killer = storeContract.find(({ id }) => id === killedBy);
    if (!killer) throw new Error(`There is no case ${killedBy}.`);
    const records: Records = new Map();
    const { guarantees } = open(records);
    const start = async () => ({ open: async () => open(records) });
    await expect(runStoreCase(killer, start, guarantees)).rejects.toThrow();
  });

  it('has a unique id for each mutant and each case', () => {
    for (const named of [storeMutants, storeContract]) {
      expect(new Set(named.map(({ id }) => id)).size).toBe(named.length);
    }
  });
});
