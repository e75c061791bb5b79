import { registerStoreContract } from '@location-records/conformance';
import { isAreaStore } from '@location-records/core/areas';
import { openPostgresStore } from '@location-records/stores/postgres';
import { type PostgresServer, startPostgres, startStandby } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readingCases, splitStore } from '../shared/split-store.ts';
import { postgresGuarantees } from './register-store-contract.ts';
import { makeSchema, query } from './use-postgres.ts';

describeUnless(lacks({ ownServer: 'PostgreSQL' }))('a hot standby of PostgreSQL', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  beforeAll(async () => {
    primary = await startPostgres({ settings: { fsync: 'off' } });
    standby = await startStandby(primary);
    // A write resolves when the standby shows it, as the contract demands of one store.
    await query(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await query(primary.url, 'ALTER SYSTEM SET synchronous_commit = remote_apply');
    await query(primary.url, 'SELECT pg_reload_conf()');
  });
  afterAll(async () => {
    await standby?.stop();
    await primary?.stop();
  });

  it('refuses a store that writes, and says what it is', async () => {
    await expect(openPostgresStore({ url: standby.url })).rejects.toMatchObject({
      message: expect.stringContaining('it can only be read; connect to the primary server'),
    });
  });

  it('opens a read-only store, with area queries', async () => {
    const { schema, drop } = await makeSchema(primary.url, { areas: true });
    onTestFinished(drop);
    const store = await openPostgresStore({ url: standby.url, schema, readOnly: true });
    onTestFinished(() => store.close());
    expect(isAreaStore(store)).toBe(true);
  });

  describe('keeps the cases of the store contract that read', () => {
    registerStoreContract(readingCases, {
      it: (title, run) => it(title, run),
      guarantees: postgresGuarantees,
      async start() {
        const { schema, drop } = await makeSchema(primary.url, { areas: true });
        const more = { schema, timeout: 50_000 };
        return {
          async open() {
            const writer = await openPostgresStore({ url: primary.url, ...more });
            return splitStore(writer, await openPostgresStore({ url: standby.url, ...more, readOnly: true }));
          },
          close: drop,
        };
      },
    });
  });
});
