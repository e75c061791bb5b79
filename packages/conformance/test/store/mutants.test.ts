import { registerStoreContract, runStoreCase, storeContract } from '@location-records/conformance';
import { describe, expect, it } from 'vitest';
import { type Records, RightStore } from '../../mutants/right-store.ts';
import { storeMutants } from '../../mutants/store-mutants.ts';

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

  it.each(['list-live-last-read-deleted', 'list-live-few-survivors', 'list-live-all-read-deleted'])(
    'rejects a list by offset also by %s',
    async (id) => {
      const mutant = storeMutants.find((candidate) => candidate.id === 'list-by-offset');
      const storeCase = storeContract.find((candidate) => candidate.id === id);
      if (!mutant || !storeCase) throw new Error(`There is no case ${id}.`);
      const open = async () => mutant.open(new Map());
      const { guarantees } = await open();
      await expect(runStoreCase(storeCase, async () => ({ open }), guarantees)).rejects.toThrow(
        /not in the list/,
      );
    },
  );

  it('has a unique id for each mutant and each case', () => {
    for (const named of [storeMutants, storeContract]) {
      expect(new Set(named.map(({ id }) => id)).size).toBe(named.length);
    }
  });
});
