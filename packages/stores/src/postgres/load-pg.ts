import { StoreError } from '@location-records/core';
import type pg from 'pg';

/** The package `pg`, as far as it is used. */
export type Pg = Pick<typeof pg, 'Client' | 'Pool'>;

const load = async (): Promise<Pg> => (await import('pg')).default;

/**
 * The client of PostgreSQL, which the application installs.
 *
 * @throws {StoreError} `STORE_UNAVAILABLE` when it is not there.
 */
export async function loadPg(importPg: () => Promise<Pg> = load): Promise<Pg> {
  try {
    return await importPg();
  } catch (cause) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      'The PostgreSQL store needs the package "pg": run "npm install pg", or add "--package pg" where npx runs it.',
      { cause },
    );
  }
}
