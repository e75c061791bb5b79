import { mutantsTable } from '@location-records/dev-kit';
import { expect, it } from 'vitest';
import { areaMutants as postgresAreaMutants } from '../mutants/postgres/area-mutants.ts';
import { listMutants } from '../mutants/postgres/list-mutants.ts';
import { statementMutants } from '../mutants/postgres/statement-mutants.ts';
import { tableMutants } from '../mutants/postgres/table-mutants.ts';
import { redisMutants } from '../mutants/redis/redis-mutants.ts';
import { sqliteMutants } from '../mutants/sqlite/sqlite-mutants.ts';

// `npm run unit -- stores/test/mutants-list -u` writes the list anew.
it('is written down', async () => {
  const text = [
    '# The mutants of the stores',
    'Stores on PostgreSQL, Redis and SQLite that are broken on purpose, each in one way. The tests of this package run the case that is named with each, and fail when it accepts the mutant. `MUTANTS.md` of `@location-records/conformance` lists the stores that know no engine.',
    mutantsTable('Tables of PostgreSQL that', tableMutants),
    mutantsTable('Stores on PostgreSQL that', [...statementMutants, ...listMutants, ...postgresAreaMutants]),
    mutantsTable('Stores on Redis that', redisMutants),
    mutantsTable('Stores on SQLite that', sqliteMutants),
  ].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../MUTANTS.md');
});
