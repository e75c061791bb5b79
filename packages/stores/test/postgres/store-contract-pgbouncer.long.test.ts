import { describeUnless, lacks } from '@location-records/workspace/tests';
import { registerPostgresContract } from './register-store-contract.ts';
import { usePgBouncer } from './use-pgbouncer.ts';

describeUnless(lacks({ ownServer: 'PgBouncer' }))(
  'the PostgreSQL store keeps the store contract behind PgBouncer',
  () => {
    const { server, pooler } = usePgBouncer();
    registerPostgresContract(
      () => server().url,
      () => ({ url: pooler().url }),
      { areas: true },
    );
  },
);
