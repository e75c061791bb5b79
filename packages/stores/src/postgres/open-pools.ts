import { isStoreError, StoreError } from '@location-records/core';
import type { Pool } from 'pg';
import { oneLine } from '../shared/failures.ts';
import { ConnectionPool } from './connection-pool.ts';
import type { Target } from './options.ts';
import { createOwnPool, loadPg } from './own-pool.ts';

/** The pools of a store or a migration, and their endpoint. */
interface OpenedPools {
  readonly records: ConnectionPool;
  /** The same as `records` with a pool of the caller. */
  readonly lists: ConnectionPool;
  readonly endpoint: string;
}

/** How many connections are needed, and how they are used. */
interface PoolNeeds extends Target {
  readonly maxConnections: number;
  readonly maxListConnections: number;
  readonly prepare: boolean;
}

/**
 * Creates pools that connect when they are first used, or uses the pool of the caller.
 *
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when there is no `pg`, or the URL cannot work.
 */
export async function openPools(needs: PoolNeeds): Promise<OpenedPools> {
  const { source, timeout, prepare, areas, maxConnections, maxListConnections } = needs;
  const used = { prepare, areas, timeout };
  try {
    if (typeof source !== 'string') {
      const pool = source as Pool;
      const endpoint = endpointOf(pool);
      const records = new ConnectionPool({ pool, ...used, endpoint, limit: 'max' });
      return { records, lists: records, endpoint };
    }
    const pg = await loadPg();
    const records = createOwnPool(pg, source, timeout, maxConnections);
    const lists = createOwnPool(pg, source, timeout, maxListConnections);
    const endpoint = endpointOf(records.pool);
    return {
      records: new ConnectionPool({ ...records, ...used, endpoint, limit: 'maxConnections' }),
      lists: new ConnectionPool({ ...lists, ...used, endpoint, limit: 'maxListConnections' }),
      endpoint,
    };
  } catch (error) {
    if (isStoreError(error)) throw error;
    // Without the error, which may hold the URL with its password.
    const problem = `the URL of the database cannot be used (${oneLine(error)}); correct it`;
    throw new StoreError('STORE_UNAVAILABLE', `Cannot open the PostgreSQL store: ${problem}.`);
  }
}

/** The members of a `pg` client that tell its endpoint. */
interface Endpoint {
  readonly host?: string | null;
  readonly port?: number;
  readonly database?: string | null;
}

/**
 * The endpoint of a pool for messages, without a password: `localhost:5432/places`.
 *
 * @throws {Error} when its connections cannot work, such as when the file of a certificate is missing, or the port is
 * not valid.
 */
function endpointOf(pool: Pool): string {
  const { Client, options } = pool as Pool & { readonly Client: new (options: unknown) => Endpoint };
  // It does not connect by itself, and it knows the environment.
  const { host, port, database } = new Client(options);
  // Such a connection would never succeed or fail.
  if (port !== undefined && !(port >= 1 && port <= 65_535))
    throw new Error('the port is not one from 1 to 65535');
  return database ? `${host}:${port}/${database}` : `${host}:${port}`;
}
