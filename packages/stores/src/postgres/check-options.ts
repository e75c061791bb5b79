import {
  type CompleteOptions,
  completeOptions,
  type OptionDefaults,
  OptionError,
} from '@location-records/core';
import { checkWholeNumber } from '../check-whole-number.ts';
import { checkName } from './check-name.ts';
import { checkDatabaseUrl } from './database-url.ts';
import type { PostgresMigrationOptions, PostgresPool, PostgresStoreOptions } from './options.ts';

/** Which database and table, checked. */
export interface Target {
  readonly source: string | PostgresPool;
  readonly schema: string;
  readonly table: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** The options as the store works with them. */
export interface Settings extends Target {
  readonly connections: number;
  readonly listConnections: number;
  readonly prepare: boolean;
}

const migrationDefaults: OptionDefaults<PostgresMigrationOptions> = {
  connection: '',
  pool: undefined as never,
  schema: 'public',
  table: 'locations',
  timeout: 5000,
  signal: new AbortController().signal,
};

/** The options of a migration, checked and completed. */
export function checkMigrationOptions(options: PostgresMigrationOptions): Target {
  return checkTarget(completeOptions(options, migrationDefaults));
}

/** The options of a store, checked and completed. */
export function checkStoreOptions(options: PostgresStoreOptions): Settings {
  const complete = completeOptions<PostgresStoreOptions>(options, {
    ...migrationDefaults,
    connections: 10,
    listConnections: 10,
    prepare: true,
  });
  const { connections, listConnections, prepare } = complete;
  const some = { least: 1, most: 10_000, of: 'connections' };
  checkWholeNumber('connections', connections, some);
  checkWholeNumber('listConnections', listConnections, some);
  if (typeof prepare !== 'boolean') throw new OptionError('prepare', 'true or false');
  return { ...checkTarget(complete), connections, listConnections, prepare };
}

function checkTarget(complete: CompleteOptions<PostgresMigrationOptions>): Target {
  const { connection, pool, schema, table, timeout, signal } = complete;
  checkName('schema', schema);
  checkName('table', table);
  checkWholeNumber('timeout', timeout, { least: 1, most: 2_147_483_647, of: 'milliseconds' });
  if (!(signal instanceof AbortSignal)) throw new OptionError('signal', 'an AbortSignal');
  return { source: checkSource(connection, pool), schema, table, timeout, signal };
}

function checkSource(connection: string, pool: PostgresPool | undefined): string | PostgresPool {
  if (pool !== undefined) {
    if (connection !== '') throw new OptionError('connection', 'left out where there is a pool');
    if (typeof pool?.connect !== 'function') throw new OptionError('pool', 'a Pool of the package "pg"');
    return pool;
  }
  return checkDatabaseUrl(connection);
}
