import { storeContract } from '@location-records/conformance';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { registerPostgresContract } from './register-store-contract.ts';
import { usePostgres } from './use-postgres.ts';

describeUnless(lacks({ server: 'PostgreSQL' }))('the PostgreSQL store keeps the store contract', () => {
  const server = usePostgres();

  describe('with a URL', () => {
    registerPostgresContract(
      () => server.url,
      () => ({ url: server.url }),
    );
  });

  describe('with a URL and area queries, in the cases about areas', () => {
    registerPostgresContract(
      () => server.url,
      () => ({ url: server.url }),
      { areas: true, cases: storeContract.filter(({ offers }) => offers === 'within') },
    );
  });

  describe('with a pool of the caller, in the cases about calls at once and close', () => {
    let pool: pg.Pool;
    beforeAll(() => {
      pool = new pg.Pool({ connectionString: server.url, max: 20 });
    });
    afterAll(() => pool.end());
    registerPostgresContract(
      () => server.url,
      () => ({ pool }),
      { cases: storeContract.filter(({ id }) => /^(close|concurrent|read|list-stopped|shared)/.test(id)) },
    );
  });
});
