import type { PoolConfig } from 'pg';
import type { PoolUse } from './connections.ts';
import type { Pg } from './load-pg.ts';
import { OwnClients } from './own-clients.ts';

/** Makes a pool of our own of at most `max` connections. It connects when it is first used. */
export function openPool(
  { Pool, Client }: Pg,
  connectionString: string,
  timeout: number,
  max: number,
): Pick<PoolUse, 'pool' | 'own'> {
  const own = new OwnClients();
  class OwnClient extends Client {
    constructor(config?: PoolConfig) {
      super(config);
      own.add(this);
    }
  }
  const pool = new Pool({
    connectionString,
    max,
    connectionTimeoutMillis: timeout,
    keepAlive: true,
    // A store that somebody forgot to close does not keep the process alive.
    allowExitOnIdle: true,
    Client: OwnClient,
  });
  return { pool, own };
}
