import { randomUUID } from 'node:crypto';
import { runStoreCase, storeContract } from '@location-records/conformance';
import type { LocationStore } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { expect, it } from 'vitest';
import { areaMutants } from '../../mutants/postgres/area-mutants.ts';
import { listMutants } from '../../mutants/postgres/list-mutants.ts';
import { type PostgresMutant, partsOf } from '../../mutants/postgres/postgres-mutant.ts';
import { statementMutants } from '../../mutants/postgres/statement-mutants.ts';
import { tableMutants } from '../../mutants/postgres/table-mutants.ts';
import { AreaPostgresStore } from '../../src/postgres/area-postgres-store.ts';
import { areaIndexCreation } from '../../src/postgres/area-statements.ts';
import { postgresGuarantees } from '../../src/postgres/postgres-store.ts';
import { creationOf } from '../../src/postgres/table.ts';
import { query, usePostgres } from './use-postgres.ts';

const mutants = [...tableMutants, ...statementMutants, ...listMutants, ...areaMutants];
const guarantees = { ...postgresGuarantees, areaOrder: 'stripe' } as const;

describeUnless(lacks({ server: 'PostgreSQL' }))('the store contract', { timeout: 60_000 }, () => {
  const server = usePostgres();

  it.each(mutants)('rejects, by $killedBy, a store that $breaks', async (mutant) => {
    const started = await start(mutant);
    await expect(runStoreCase(caseOf(mutant), async () => started, guarantees)).rejects.toThrow();
  });

  it.each(mutants)('accepts, by $killedBy, the store that $id is made of', async (mutant) => {
    const { killedBy, maxListConnections } = mutant;
    const started = await start({ killedBy, maxListConnections });
    await expect(runStoreCase(caseOf(mutant), async () => started, guarantees)).resolves.toBeUndefined();
  });

  it('has a name of its own for each mutant', () => {
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  });

  /** A schema of its own with the table of the mutant. */
  async function start({
    killedBy,
    alter,
    make,
    maxListConnections,
  }: Pick<PostgresMutant, 'killedBy'> & Partial<PostgresMutant>) {
    const schema = `mutant_${randomUUID().slice(0, 8)}`;
    const creation = creationOf(schema, 'locations', false);
    await query(server.url, alter ? alter(creation) : creation);
    // Without the index these cases would take minutes.
    if (caseOf({ killedBy }).offers) await query(server.url, areaIndexCreation(schema, 'locations'));
    const options = { url: server.url, schema, maxListConnections, timeout: 50_000 };
    return {
      async open(): Promise<LocationStore> {
        const parts = await partsOf(options);
        return make ? make(parts) : new AreaPostgresStore(parts);
      },
      close: async () => void (await query(server.url, `DROP SCHEMA ${schema} CASCADE`)),
    };
  }
});

function caseOf({ killedBy }: Pick<PostgresMutant, 'killedBy'>) {
  const killer = storeContract.find(({ id }) => id === killedBy);
  if (!killer) throw new Error(`There is no case ${killedBy}.`);
  return killer;
}
