import { mutantsTable } from '@location-records/dev-kit';
import { expect, it } from 'vitest';
import { consoleMutants } from '../mutants/index.ts';

// `npm run unit -- console/test/mutants-list -u` writes the list anew.
it('is written down', async () => {
  const text = [
    '# The mutants of the console',
    'Consoles that are broken on purpose, each in one way. The tests of this package run the case named with each, and fail when that case accepts the mutant. `MUTANTS.md` of `@location-records/conformance` lists services and stores.',
    mutantsTable('Consoles that', consoleMutants),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../MUTANTS.md');
});
