import { registerStoreContract, storeContract } from '@location-records/conformance';
import { openPostgresStore, type PostgresStoreOptions } from '@location-records/stores/postgres';
import { it } from 'vitest';
import { makeSchema } from './use-postgres.ts';

/** The guarantees of a store with areas. */
export const postgresGuarantees = {
  durable: true,
  shared: true,
  listOrder: 'id-bytes',
  exchanges: true,
  areaOrder: 'stripe',
} as const;

/**
 * Registers cases of the store contract for stores with the options `more` and `areas`, each in a new schema
 * at `url`.
 */
export function registerPostgresContract(
  url: () => string,
  more: () => PostgresStoreOptions,
  { areas = false, cases = storeContract } = {},
): void {
  registerStoreContract(cases, {
    it: (title, run) => it(title, run),
    guarantees: { ...postgresGuarantees, areaOrder: areas ? 'stripe' : undefined },
    async start() {
      const { schema, drop } = await makeSchema(url(), { areas });
      return { open: () => openPostgresStore({ timeout: 50_000, ...more(), areas, schema }), close: drop };
    },
  });
}
