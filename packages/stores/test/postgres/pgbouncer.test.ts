import { canStart } from '@location-records/engines';
import { describe } from 'vitest';
import { registerContract } from './register-contract.ts';
import { usePgBouncer } from './use-pgbouncer.ts';

describe.runIf(canStart('pgBouncer'))(
  'the PostgreSQL store keeps the store contract behind pgBouncer',
  () => {
    const { server, pooler } = usePgBouncer();
    registerContract(
      () => server().url,
      () => ({ connection: pooler().url }),
    );
  },
);
