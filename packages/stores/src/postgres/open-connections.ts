import { isStoreError, StoreError } from '@location-records/core';
import type { Pool } from 'pg';
import { oneLine } from '../one-line.ts';
import type { Target } from './check-options.ts';
import { Connections } from './connections.ts';
import { loadPg } from './load-pg.ts';
import { openPool } from './open-pool.ts';
import { placeOf } from './place-of.ts';

/** The connections of a store or a migration, and where they lead. */
export interface OpenedConnections {
  readonly records: Connections;
  /** The same as `records` where the pool is the caller's. */
  readonly lists: Connections;
  readonly place: string;
}

/** How many connections, and how they are used. */
export interface ConnectionNeeds extends Target {
  readonly connections: number;
  readonly listConnections: number;
  readonly prepare: boolean;
}

/**
 * Makes pools that connect when they are first used, or takes that of the caller.
 *
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when there is no `pg`, or the URL cannot work.
 */
export async function openConnections(needs: ConnectionNeeds): Promise<OpenedConnections> {
  const { source, timeout, prepare, connections, listConnections } = needs;
  try {
    if (typeof source !== 'string') {
      const pool = source as Pool;
      const place = placeOf(pool);
      const records = new Connections({ pool, prepare, timeout, place, limit: 'max' });
      return { records, lists: records, place };
    }
    const pg = await loadPg();
    const records = openPool(pg, source, timeout, connections);
    const lists = openPool(pg, source, timeout, listConnections);
    const place = placeOf(records.pool);
    return {
      records: new Connections({ ...records, prepare, timeout, place, limit: 'connections' }),
      lists: new Connections({ ...lists, prepare, timeout, place, limit: 'listConnections' }),
      place,
    };
  } catch (error) {
    if (isStoreError(error)) throw error;
    // Without the error itself: it may hold the URL, and that a password.
    const problem = `the URL of the database cannot be used (${oneLine(error)}); correct it`;
    throw new StoreError('STORE_UNAVAILABLE', `Cannot open the PostgreSQL store: ${problem}.`);
  }
}
