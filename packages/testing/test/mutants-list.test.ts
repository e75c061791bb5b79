import { expect, it } from 'vitest';
import { handlerMutants } from '../mutants/handlers/handler-mutants.ts';
import { serverMutants } from '../mutants/servers/server-mutants.ts';
import { storeMutants } from '../mutants/stores/store-mutants.ts';

interface Mutant {
  readonly id: string;
  readonly breaks: string;
  readonly killedBy: string;
}

function section(title: string, mutants: readonly Mutant[]): string {
  const rows = mutants.map(
    ({ id, breaks, killedBy }) => `| \`${id}\` | ${breaks.replaceAll('|', '\\|')} | \`${killedBy}\` |`,
  );
  return [
    `## ${title}: ${mutants.length}`,
    '',
    '| mutant | what it does wrong | rejected by |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}

// `npm run unit -- testing/test/mutants-list -u` writes the list anew.
it('is written down', async () => {
  const text = [
    '# The mutants',
    'Services, servers and stores that are broken on purpose, each in one way. The tests of this package run the case that is named behind each, and fail when it accepts the mutant.',
    section('Services that', handlerMutants),
    section('Servers that', serverMutants),
    section('Stores that', storeMutants),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../MUTANTS.md');
});
