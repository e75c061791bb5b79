import {
  type PgBouncer,
  type PostgresServer,
  startPgBouncer,
  startPostgres,
} from '@location-records/workspace/engines';
import { afterAll, beforeAll } from 'vitest';

/**
 * Gives the suite a PostgreSQL server of its own, and a PgBouncer in transaction mode before it, by their
 * URLs.
 */
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
