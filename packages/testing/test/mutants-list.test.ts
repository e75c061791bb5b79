import { expect, it } from 'vitest';
import { handlerMutants } from '../mutants/handlers/handler-mutants.ts';
import { historyMutants } from '../mutants/histories/history-mutants.ts';
import { serverMutants } from '../mutants/servers/server-mutants.ts';
import { storeMutants } from '../mutants/stores/store-mutants.ts';
import { mutantsTable } from './mutants-table.ts';

// `npm run unit -- testing/test/mutants-list -u` writes the list anew.
it('is written down', async () => {
  const text = [
    '# The mutants',
    'Services, servers and stores that are broken on purpose, each in one way. The tests of this package run the case that is named behind each, and fail when it accepts the mutant.',
    mutantsTable('Services that', handlerMutants),
    mutantsTable('Servers that', serverMutants),
    mutantsTable('Stores that', storeMutants),
    mutantsTable(
      'Stores that, as their histories show,',
      historyMutants.map((mutant) => ({ ...mutant, killedBy: 'checkHistory' })),
    ),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../MUTANTS.md');
});
