import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/index.ts';
import { CopyingStore } from './forks/copying-store.ts';
import { expectIndependentForks } from './forks/expect-independent-forks.ts';
import { inheritingMutants } from './forks/inheriting-mutants.ts';
import { listingMutants } from './forks/listing-mutants.ts';
import { sharingMutants } from './forks/sharing-mutants.ts';

describe('a tree of forks', () => {
  it('consists of independent stores', async () => {
    await expectIndependentForks(createMemoryStore, { numRuns: 150 });
  }, 60_000);

  it('consists of independent stores when made of the store that the mutants change', async () => {
    await expectIndependentForks((records) => new CopyingStore(records), { numRuns: 20 });
  }, 60_000);

  it.each([...sharingMutants, ...inheritingMutants, ...listingMutants])(
    'is not so of a store that %s',
    async (_, Mutant) => {
      const mutant = expectIndependentForks((records) => new Mutant(records), {
        numRuns: 200,
        seed: 1,
        endOnFailure: true,
      });
      await expect(mutant).rejects.toThrow(/^Property failed after/);
    },
    60_000,
  );
});
