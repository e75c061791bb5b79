import {
  type PgBouncer,
  type PostgresServer,
  startPgBouncer,
  startPostgres,
} from '@location-records/workspace/engines';
import { afterAll, beforeAll } from 'vitest';

/** Provides a new PostgreSQL server, and a PgBouncer in transaction mode in front, by their URLs. */
export function usePgBouncer() {
  let server: PostgresServer;
  let pooler: PgBouncer;
  beforeAll(async () => {
    server = await startPostgres({ settings: { fsync: 'off' } });
    pooler = await startPgBouncer(server);
  });
  afterAll(async () => {
    await pooler.stop();
    await server.stop();
  });
  return { server: () => server, pooler: () => pooler };
}
