import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
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
  readonly signal: AbortSignal | undefined;
}

/** The options as the store works with them. */
export interface Settings extends Target {
  readonly connections: number;
  readonly listConnections: number;
  readonly prepare: boolean;
}

const targetNames = ['connection', 'pool', 'schema', 'table', 'timeout', 'signal'] as const;
const names = [...targetNames, 'connections', 'listConnections', 'prepare'] as const;

/** The options of a migration, checked and completed. */
export function checkMigrationOptions(options: PostgresMigrationOptions): Target {
  return checkTarget(checkOptionNames(options, targetNames));
}

/** The options of a store, checked and completed. */
export function checkStoreOptions(options: PostgresStoreOptions): Settings {
  const {
    connections = 10,
    listConnections = 10,
    prepare = true,
    ...target
  } = checkOptionNames(options, names);
  const some = { least: 1, most: 10_000, of: 'connections' };
  checkWholeNumber('connections', connections, some);
  checkWholeNumber('listConnections', listConnections, some);
  if (typeof prepare !== 'boolean') throw new OptionError('prepare', 'true or false');
  return { ...checkTarget(target), connections, listConnections, prepare };
}

function checkTarget(options: PostgresMigrationOptions): Target {
  const { connection, pool, schema = 'public', table = 'locations', timeout = 5000, signal } = options;
  checkName('schema', schema);
  checkName('table', table);
  checkWholeNumber('timeout', timeout, { least: 1, most: 2_147_483_647, of: 'milliseconds' });
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new OptionError('signal', 'an AbortSignal');
  }
  return { source: checkSource(connection, pool), schema, table, timeout, signal };
}

function checkSource(connection = '', pool: PostgresPool | undefined): string | PostgresPool {
  if (pool !== undefined) {
    if (connection !== '') throw new OptionError('connection', 'left out where there is a pool');
    if (typeof pool?.connect !== 'function') throw new OptionError('pool', 'a Pool of the package "pg"');
    return pool;
  }
  return checkDatabaseUrl(connection);
}
