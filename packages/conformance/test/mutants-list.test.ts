import { mutantsTable } from '@location-records/dev-kit';
import { expect, it } from 'vitest';
import { handlerMutants } from '../mutants/handlers/handler-mutants.ts';
import { historyMutants } from '../mutants/histories/history-mutants.ts';
import { storeMutants } from '../mutants/stores/store-mutants.ts';

// `npm run unit -- conformance/test/mutants-list -u` updates the list.
it('lists every mutant in MUTANTS.md', async () => {
  const text = [
    '# The mutants',
    'Services and stores that are broken on purpose, each in one way. The tests of this package run the case named with each mutant, and fail when the case accepts the mutant. `MUTANTS.md` of `@location-records/adapters` lists servers, that of `@location-records/stores` tables and scripts of engines.',
    mutantsTable('Services that', handlerMutants),
    mutantsTable('Stores that', storeMutants),
    mutantsTable(
      'Stores that, as their histories show,',
      historyMutants.map((mutant) => ({ ...mutant, killedBy: 'checkHistory' })),
    ),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../MUTANTS.md');
});
