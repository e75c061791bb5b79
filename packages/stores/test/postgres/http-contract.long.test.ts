import { openPostgresStore } from '@location-records/stores/postgres';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { registerHttpContractOver } from '../shared/http-contract-over.ts';
import { makeSchema, usePostgres } from './use-postgres.ts';

describeUnless(lacks({ server: 'PostgreSQL' }))('PostgreSQL', () => {
  const server = usePostgres();

  registerHttpContractOver('PostgreSQL', async () => {
    const { url, schema, drop } = await makeSchema(server.url);
    return { store: await openPostgresStore({ url, schema, timeout: 50_000 }), remove: drop };
  });
});
