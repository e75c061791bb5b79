import { describeUnless, lacks } from '@location-records/workspace/tests';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { registerPostgresContract } from './register-store-contract.ts';
import { usePostgres } from './use-postgres.ts';

const title = 'the PostgreSQL store with area queries and a pool of the caller keeps the store contract';

describeUnless(lacks({ server: 'PostgreSQL' }))(title, () => {
  const server = usePostgres();
  let pool: pg.Pool;
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: server.url, max: 20 });
  });
  afterAll(() => pool.end());
  registerPostgresContract(
    () => server.url,
    () => ({ pool }),
    { areas: true },
  );
});
