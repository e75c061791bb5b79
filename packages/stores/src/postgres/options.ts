import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes, ignoringFailures } from '@location-records/core/adapter-kit';
import { checkWholeNumber, maxTimeout } from '../shared/check-options.ts';
import { checkDatabaseUrl } from './database-url.ts';
import { maxNameLength } from './statements.ts';

/** A `Pool` of the package `pg`. */
export interface PostgresPool {
  /** Resolves to a client of the pool. */
  connect(): Promise<unknown>;
}

/** Where the table is, and how long to wait for the server. */
interface TargetOptions {
  /**
   * The URL of the database: `postgres://user:password@host:5432/database?sslmode=verify-full`. What it does
   * not say comes from `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD` and `PGDATABASE`. Give either `url`
   * or `pool`.
   * @default none
   */
  readonly url?: string | undefined;
  /**
   * A pool of the package `pg`, which stays the caller's. Without a `connectionTimeoutMillis` it does not
   * recover from a network that let a connection hang.
   * @default none
   */
  readonly pool?: PostgresPool | undefined;
  /**
   * The schema of the table: any name of at most 63 bytes in UTF-8, exactly as it is.
   * @default 'public'
   */
  readonly schema?: string | undefined;
  /**
   * The table: any name of at most 63 bytes in UTF-8, exactly as it is.
   * @default 'locations'
   */
  readonly table?: string | undefined;
  /**
   * How many milliseconds a call may take: waiting for a connection, connecting and the reply together; in a
   * list, each batch. A whole number from 1 to 2,147,483,647.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /**
   * Whether there are area queries. A migration makes their index where it is missing, which takes as long as it takes: a
   * second for a million records, or more. A store that is opened with it needs the index, and offers `within`.
   * @default false
   */
  readonly areas?: boolean | undefined;
  /**
   * Stops opening or migrating, which then rejects with the reason of the signal. It has no effect
   * afterwards.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

/** A transaction for whose end the server waits before an index is complete. */
export interface OpenTransaction {
  /** The number of the server's process, as `pg_terminate_backend` takes it. Prepared transactions have 0. */
  readonly pid: number;
  /** What the session does: `'idle in transaction'`. `undefined` where the role may not see it. */
  readonly state: string | undefined;
  /** How many seconds ago the transaction began. `undefined` where the role may not see it. */
  readonly seconds: number | undefined;
}

/** Options of {@link migratePostgres}. */
export interface PostgresMigrationOptions extends TargetOptions {
  /**
   * Called with the transactions that the build of the index waits for, once for each, after some seconds. Looking for
   * them takes one more connection. An error that it throws is ignored.
   * @default none
   */
  readonly onWaiting?: ((transactions: readonly OpenTransaction[]) => void) | undefined;
}

/** Options of {@link openPostgresStore}. */
export interface PostgresStoreOptions extends TargetOptions {
  /**
   * How many connections single records share at most. It has no effect with a `pool`.
   * @default 10
   */
  readonly maxConnections?: number | undefined;
  /**
   * How many connections lists have at most, one for each open list. It has no effect with a `pool`, which lists then
   * share.
   * @default 10
   */
  readonly maxListConnections?: number | undefined;
  /**
   * Whether statements are prepared once for each connection. They never are behind a pooler such as
   * PgBouncer, as far as the store can detect one.
   * @default true
   */
  readonly prepare?: boolean | undefined;
}

/** The database and the table, checked. */
export interface Target {
  readonly source: string | PostgresPool;
  readonly schema: string;
  readonly table: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly areas: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The options as a migration works with them. */
export interface MigrationTarget extends Target, Pick<PostgresMigrationOptions, 'onWaiting'> {}

/** The options as the store works with them. */
interface Settings extends Target {
  readonly maxConnections: number;
  readonly maxListConnections: number;
  readonly prepare: boolean;
}

const targetNames = ['url', 'pool', 'schema', 'table', 'timeout', 'areas', 'signal'] as const;
const names = [...targetNames, 'maxConnections', 'maxListConnections', 'prepare'] as const;

/** The options of a migration, checked and completed. */
export function checkMigrationOptions(options: PostgresMigrationOptions): MigrationTarget {
  const { onWaiting, ...target } = checkOptionNames(options, [...targetNames, 'onWaiting'] as const);
  checkOptionTypes('function', { onWaiting });
  return { ...checkTarget(target), onWaiting: onWaiting && ignoringFailures(onWaiting) };
}

/** The options of a store, checked and completed. */
export function checkStoreOptions(options: PostgresStoreOptions): Settings {
  const {
    maxConnections = 10,
    maxListConnections = 10,
    prepare = true,
    ...target
  } = checkOptionNames(options, names);
  const some = { min: 1, max: 10_000, of: 'connections' };
  checkWholeNumber('maxConnections', maxConnections, some);
  checkWholeNumber('maxListConnections', maxListConnections, some);
  checkOptionTypes('boolean', { prepare });
  return { ...checkTarget(target), maxConnections, maxListConnections, prepare };
}

function checkTarget(options: TargetOptions): Target {
  const {
    url,
    pool,
    schema = 'public',
    table = 'locations',
    timeout = 5000,
    areas = false,
    signal,
  } = options;
  checkName('schema', schema);
  checkName('table', table);
  checkWholeNumber('timeout', timeout, { min: 1, max: maxTimeout, of: 'milliseconds' });
  checkOptionTypes('boolean', { areas });
  checkOptionTypes('signal', { signal });
  return { source: checkSource(url, pool), schema, table, timeout, areas, signal };
}

function checkSource(url = '', pool: PostgresPool | undefined): string | PostgresPool {
  if (pool !== undefined) {
    if (url !== '') throw new OptionError('url', 'left out where there is a pool');
    if (typeof pool?.connect !== 'function') throw new OptionError('pool', 'a Pool of the package "pg"');
    return pool;
  }
  return checkDatabaseUrl(url);
}

/**
 * Checks the name of a schema or a table.
 *
 * @throws {OptionError} when PostgreSQL would have no such name, or another.
 */
function checkName(option: string, name: unknown): void {
  const isName = typeof name === 'string' && name !== '' && name.isWellFormed() && !name.includes('\0');
  if (!isName || Buffer.byteLength(name) > maxNameLength) {
    throw new OptionError(option, `a name of 1 to ${maxNameLength} bytes in UTF-8, without NUL`);
  }
}
