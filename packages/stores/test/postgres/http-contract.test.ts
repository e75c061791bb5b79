import { isThere } from '@location-records/engines';
import { openPostgresStore } from '@location-records/stores/postgres';
import { describe } from 'vitest';
import { registerHttpContractOver } from '../http-contract-over.ts';
import { makeSchema, usePostgres } from './use-postgres.ts';

describe.runIf(isThere('PostgreSQL'))('PostgreSQL', () => {
  const server = usePostgres();

  registerHttpContractOver('PostgreSQL', async () => {
    const { connection, schema, drop } = await makeSchema(server.url);
    return { store: await openPostgresStore({ connection, schema, timeout: 50_000 }), remove: drop };
  });
});
