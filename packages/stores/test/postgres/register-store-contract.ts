import { registerStoreContract, storeContract } from '@location-records/conformance';
import { openPostgresStore, type PostgresStoreOptions } from '@location-records/stores/postgres';
import { it } from 'vitest';
import { makeSchema } from './use-postgres.ts';

/** Registers the store contract for stores that are opened with `more`, each case in a schema of its own at `url`. */
export function registerPostgresContract(url: () => string, more: () => PostgresStoreOptions): void {
  registerStoreContract(storeContract, {
    it: (title, run) => it(title, run, 60_000),
    guarantees: { durable: true, shared: true, snapshot: true, listOrder: 'id-bytes' },
    async start() {
      const { schema, drop } = await makeSchema(url());
      return { open: () => openPostgresStore({ timeout: 50_000, ...more(), schema }), close: drop };
    },
  });
}
