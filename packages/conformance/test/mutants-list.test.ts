import { mutantsTable } from '@location-records/dev-kit';
import { expect, it } from 'vitest';
import { handlerMutants } from '../mutants/handler-mutants.ts';
import { storeMutants } from '../mutants/store-mutants.ts';

// `npm run unit -- conformance/test/mutants-list -u` updates the list.
it('lists every mutant in MUTANTS.md', async () => {
  const text = [
    '# The mutants',
    'Each of these services and stores is broken on purpose, in one way. The tests of this package run the case that is named beside a mutant. They fail when the case accepts the mutant.',
    mutantsTable('Services that', handlerMutants),
    mutantsTable('Stores that', storeMutants),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../MUTANTS.md');
});
