import { runStoreCase, storeContract } from '@location-records/conformance';
import { describe, expect, it } from 'vitest';
import { openMutant, type SqliteMutant } from '../../mutants/sqlite/sqlite-mutant.ts';
import { sqliteMutants } from '../../mutants/sqlite/sqlite-mutants.ts';
import { withAreas } from './register-store-contract.ts';
import { temporaryPath } from './temporary-folder.ts';

describe('the store contract', { timeout: 60_000 }, () => {
  it.each(sqliteMutants)('rejects, by $killedBy, a store that $breaks', async (mutant) => {
    await expect(runCase(mutant.killedBy, mutant)).rejects.toThrow();
  });

  it.each([...new Set(sqliteMutants.map(({ killedBy }) => killedBy))])(
    'accepts, by %s, the store that the mutants are made of',
    async (killedBy) => {
      await expect(runCase(killedBy)).resolves.toBeUndefined();
    },
  );

  it('has a name of its own for each mutant', () => {
    expect(new Set(sqliteMutants.map(({ id }) => id)).size).toBe(sqliteMutants.length);
  });
});

async function runCase(killedBy: string, mutant?: SqliteMutant): Promise<void> {
  const killer = storeContract.find(({ id }) => id === killedBy);
  if (!killer) throw new Error(`There is no case ${killedBy}.`);
  const path = await temporaryPath();
  await runStoreCase(killer, async () => ({ open: () => openMutant(path, mutant) }), withAreas);
}
