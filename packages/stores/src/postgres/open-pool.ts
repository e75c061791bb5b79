import type { PoolConfig } from 'pg';
import { demandChannelBinding } from './channel-binding.ts';
import type { PoolUse } from './connections.ts';
import { channelBindingOf, pinSslMode } from './database-url.ts';
import type { Pg } from './load-pg.ts';
import { OwnClients } from './own-clients.ts';

/** Milliseconds by which a call gives up before its pool does, and so tells what it has been waiting for. */
const grace = 100;
const longest = 2_147_483_647;

/** Makes a pool of our own of at most `max` connections. It connects when it is first used. */
export function openPool(
  { Pool, Client }: Pg,
  connectionString: string,
  timeout: number,
  max: number,
): Pick<PoolUse, 'pool' | 'own'> {
  const own = new OwnClients();
  const channelBinding = channelBindingOf(connectionString);
  class OwnClient extends Client {
    constructor(config?: PoolConfig) {
      super(config);
      own.add(this);
      if (channelBinding === 'require') demandChannelBinding(this);
    }
  }
  const pool = new Pool({
    connectionString: pinSslMode(connectionString),
    max,
    connectionTimeoutMillis: Math.min(timeout + grace, longest),
    keepAlive: true,
    enableChannelBinding: channelBinding !== 'disable',
    // A store that somebody forgot to close does not keep the process alive.
    allowExitOnIdle: true,
    Client: OwnClient,
  });
  return { pool, own };
}
