import { randomUUID } from 'node:crypto';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { startPostgres } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll } from 'vitest';
import { testConsole } from './serve-console.ts';

describeUnless(lacks({ server: 'PostgreSQL' }))('PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off', max_connections: '200' } });
  });

  async function open() {
    const place = { url: server.url, schema: `test ${randomUUID()}`, areas: true } as const;
    await migratePostgres(place);
    return openPostgresStore({ ...place, timeout: 50_000 });
  }

  testConsole('on PostgreSQL', open);

  // After the stores are closed.
  afterAll(() => server.stop());
});
