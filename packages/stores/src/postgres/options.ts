import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkWholeNumber, maxTimeout } from '../shared/check-options.ts';

/**
 * The maximum length of a name in bytes. PostgreSQL truncates longer names silently, so two of them could be
 * the same.
 */
export const maxNameLength = 63;

/** A `Pool` of the package `pg`. */
interface Pool {
  /** Runs a statement on one of its connections. */
  query(...args: never): unknown;
  /** Resolves to a client of the pool. */
  connect(): Promise<unknown>;
}

/** Options of {@link migratePostgres}. */
export interface TargetOptions {
  /**
   * The URL of the database: `postgres://user:password@host:5432/database?sslmode=verify-full`. Missing parts
   * come from `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD` and `PGDATABASE`. Pass either `url` or `pool`.
   * @default none
   */
  readonly url?: string | undefined;
  /**
   * A pool of the package `pg`, which `close()` leaves open. Set its `connectionTimeoutMillis` and
   * `query_timeout`.
   * @default none
   */
  readonly pool?: Pool | undefined;
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
   * How many milliseconds a call may wait for its turn, for a connection, and for the reply, each. A whole
   * number from 1 to 2,147,483,647.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /**
   * Whether the store offers area queries (`within`). With `true`, a migration builds a missing index,
   * without a time-out, and opening requires the index. By default, a store offers them if the index exists.
   * @default none
   */
  readonly areas?: boolean | undefined;
  /**
   * Stops opening or migrating, which rejects with the reason of the signal.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link openPostgresStore}. */
export interface PostgresStoreOptions extends TargetOptions {
  /**
   * `true` opens a table of a hot standby, or with no privilege but `SELECT`: nothing is written, and writes reject.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * The maximum number of connections. It has no effect with a `pool`.
   * @default 10
   */
  readonly maxConnections?: number | undefined;
}

/** The options of a migration, checked and completed. */
export interface Target {
  readonly source: string | Pool;
  readonly schema: string;
  readonly table: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly areas: boolean | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The options of a store, checked and completed. */
export interface Settings extends Target {
  readonly maxConnections: number;
  readonly readOnly: boolean;
}

const targetNames = ['url', 'pool', 'schema', 'table', 'timeout', 'areas', 'signal'] as const;
const storeNames = [...targetNames, 'maxConnections', 'readOnly'] as const;

/** Checks and completes the options of a migration. */
export function checkMigrationOptions(options: TargetOptions): Target {
  return checkTarget(checkOptionNames(options, targetNames));
}

/** Checks and completes the options of a store. */
export function checkStoreOptions(options: PostgresStoreOptions): Settings {
  const { maxConnections = 10, readOnly = false, ...target } = checkOptionNames(options, storeNames);
  checkWholeNumber('maxConnections', maxConnections, { min: 1, max: 10_000, of: 'connections' });
  checkOptionTypes('boolean', { readOnly });
  return { ...checkTarget(target), maxConnections, readOnly };
}

function checkTarget(options: TargetOptions): Target {
  const { url, pool, schema = 'public', table = 'locations', timeout = 5000, areas, signal } = options;
  checkName('schema', schema);
  checkName('table', table);
  checkWholeNumber('timeout', timeout, { min: 1, max: maxTimeout, of: 'milliseconds' });
  checkOptionTypes('boolean', { areas });
  checkOptionTypes('signal', { signal });
  return { source: checkSource(url, pool), schema, table, timeout, areas, signal };
}

function checkSource(url = '', pool: Pool | undefined): string | Pool {
  if (pool === undefined) return checkDatabaseUrl(url);
  if (url !== '') throw new OptionError('url', 'left out if there is a pool');
  if (typeof pool?.connect !== 'function') throw new OptionError('pool', 'a Pool of the package "pg"');
  return pool;
}

/** Refuses a URL with a misleading part. The error shows no password. */
function checkDatabaseUrl(url: unknown): string {
  if (typeof url !== 'string' || !/^postgres(ql)?:\/\//i.test(url)) {
    throw new OptionError('url', 'a URL that begins with postgres:// or postgresql://');
  }
  // `pg` would read the end of such a password as the database.
  if (/^[^?]*\/\/[^?]*[/#][^?]*@/.test(url)) {
    throw new OptionError('url', 'a URL with %2F for / and %23 for # in its user and its password');
  }
  if (/^[^:]+:\/\/(?:[^/?#]*@)?[^/?#]*,/.test(url)) {
    throw new OptionError('url', 'a URL of one host: name the primary server, or an address that follows it');
  }
  checkParameters(url);
  return url;
}

/** The URL parameters that `pg` acts on. */
const parameters: readonly string[] = [
  ...['host', 'port', 'user', 'password', 'application_name', 'fallback_application_name', 'options'],
  ...['client_encoding', 'ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'],
  ...['channel_binding', 'uselibpqcompat', 'statement_timeout', 'lock_timeout', 'query_timeout'],
  'idle_in_transaction_session_timeout',
];

/** Parameters of libpq that have no effect here, with remedies. */
const remedies = new Map([
  ['connect_timeout', 'use "timeout", in milliseconds'],
  ['dbname', 'write the database as the path'],
  ['target_session_attrs', 'name the primary server as the host'],
]);

/**
 * Refuses parameters that `pg` would ignore: with a mistyped name, records would go elsewhere. For an unknown
 * parameter, the `cause` lists the known ones.
 */
function checkParameters(url: string): void {
  const [, query = ''] = /\?(.*)/s.exec(url) ?? [];
  if (query.includes('#')) throw new OptionError('url', 'a URL with %23 for #');
  for (const [name, value] of new URLSearchParams(query)) {
    const quoted = JSON.stringify(name);
    const remedy = remedies.get(name);
    if (remedy) throw new OptionError('url', `a URL without ${quoted}, which has no effect here; ${remedy}`);
    if (!parameters.includes(name)) {
      const known = [...storeNames, ...parameters];
      const problem = `a URL with known parameters only, and ${quoted} is not known`;
      throw new OptionError('url', problem, { cause: new OptionError(name, { known }) });
    }
    if (value === '') throw new OptionError('url', `a URL in which ${quoted} has a value`);
  }
}

/** Refuses a name of a schema or table that PostgreSQL would refuse or truncate. */
function checkName(option: string, name: unknown): void {
  const isName = typeof name === 'string' && name !== '' && name.isWellFormed() && !name.includes('\0');
  if (!isName || Buffer.byteLength(name) > maxNameLength) {
    throw new OptionError(option, `a name of 1 to ${maxNameLength} bytes in UTF-8, without NUL`);
  }
}
