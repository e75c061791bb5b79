import { describe, expect, it } from 'vitest';
import { httpMutants } from '../mutants/http-mutants.ts';
import { storeMutants } from '../mutants/store-mutants.ts';

type Mutant = { readonly breaks: string; readonly killedBy: string };

function listOf(kind: string, mutants: readonly Mutant[]): string {
  return mutants.map(({ breaks, killedBy }) => `- a ${kind} that ${breaks}: \`${killedBy}\`\n`).join('');
}

describe('MUTANTS.md', () => {
  it('lists every mutant with the case that rejects it', async () => {
    const text = [
      '# Mutants\n\nFaults that services and stores have had, each with the case that must reject it. Written by',
      ' `npm run unit conformance/test/mutants -- -u`.\n\n## Services\n\n',
      listOf('service', httpMutants),
      '\n## Stores\n\n',
      listOf('store', storeMutants),
    ];
    await expect(text.join('')).toMatchFileSnapshot('../mutants/MUTANTS.md');
  });
});
