import { pathToFileURL } from 'node:url';
import { StoreError } from '@location-records/core';

/** What can be bound to a parameter of a statement. */
export type BoundValue = string | number | Uint8Array | null;

/** The part of a prepared statement of `node:sqlite` that this project uses. */
export interface StatementSync {
  run(...values: BoundValue[]): { readonly changes: number | bigint };
  get(...values: BoundValue[]): unknown;
  all(...values: BoundValue[]): readonly unknown[];
  iterate(...values: BoundValue[]): Iterable<unknown>;
  /** Node 22.16 and later, and `@photostructure/sqlite`, have it. */
  setReturnArrays?(enabled: boolean): void;
}

/** A prepared statement whose rows are arrays of their columns. */
export interface RowStatement<Row> {
  get(...values: BoundValue[]): Row | undefined;
  all(...values: BoundValue[]): readonly Row[];
  iterate(...values: BoundValue[]): Iterable<Row>;
}

/** The part of a connection of `node:sqlite` that this project uses. */
export interface DatabaseSync {
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
  close(): void;
}

/** The part of `node:sqlite` that this project uses, from any provider. */
export interface Engine {
  readonly DatabaseSync: new (path: string, options?: { readonly readOnly?: boolean }) => DatabaseSync;
}

/** Where engines can come from. */
interface EngineSources {
  /** The module `node:sqlite`, or `undefined` where this runtime has none. */
  builtin(): unknown;
  /** The drop-in for runtimes without one. */
  dropIn(): Promise<unknown>;
}

const sources: EngineSources = {
  // Not an import: that would fail on a runtime without the module, and bundlers would follow it.
  builtin: () => withoutSqliteWarning(() => process.getBuiltinModule?.('node:sqlite')),
  dropIn: () => import('@location-records/sqlite-node20'),
};

/**
 * The SQLite of this runtime: `node:sqlite` (Node 22.13 and later, Bun, Deno), else `@location-records/sqlite-node20`. It is
 * loaded without the warning of Node 22 that it is experimental.
 *
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when there is neither.
 */
export function loadEngine(): Promise<Engine> {
  return loadEngineFrom(sources);
}

/** The engine of these sources. */
export async function loadEngineFrom({ builtin, dropIn }: EngineSources): Promise<Engine> {
  const engine = builtin();
  if (engine !== undefined) return engine as Engine;
  try {
    return (await dropIn()) as Engine;
  } catch (cause) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      'This runtime has no SQLite: install the package "@location-records/sqlite-node20", or use Node 22.13 or later.',
      { cause },
    );
  }
}

/**
 * Runs `load` without the `ExperimentalWarning` that `node:sqlite` emits on Node 22. Every other warning
 * passes. `load` is synchronous, so no other code runs meanwhile.
 */
export function withoutSqliteWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] === 'ExperimentalWarning' && String(warning).includes('SQLite')) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Prepares a statement whose rows are read as arrays of their columns, which must have different names. An engine that can
 * make arrays takes half the time of objects for them.
 */
export function prepareRows<Row extends readonly unknown[]>(
  database: DatabaseSync,
  sql: string,
): RowStatement<Row> {
  const statement = database.prepare(sql);
  if (statement.setReturnArrays) {
    statement.setReturnArrays(true);
    return statement as RowStatement<Row>;
  }
  const toRow = (found: unknown) => Object.values(found as object) as unknown as Row;
  return {
    get(...values) {
      const found = statement.get(...values);
      return found === undefined || found === null ? undefined : toRow(found);
    },
    all: (...values) => statement.all(...values).map(toRow),
    *iterate(...values) {
      for (const found of statement.iterate(...values)) yield toRow(found);
    },
  };
}

/** Opens a connection that cannot write, and does not create a missing file. */
export function openReadOnly(engine: Engine, path: string): DatabaseSync {
  return new engine.DatabaseSync(path, { readOnly: true });
}

/**
 * Opens a reading connection with a page cache of `cacheKiB` KiB. It never waits for a lock. It never creates
 * the file, which the next start would take for a new store.
 */
export function openForReading(engine: Engine, path: string, cacheKiB: number): DatabaseSync {
  const database = openExisting(engine, path);
  try {
    database.exec(`PRAGMA busy_timeout = 0; PRAGMA query_only = ON; PRAGMA cache_size = -${cacheKiB}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens a file that is there. Some engines close a connection late, when it is the last: only one that may write then
 * removes the log.
 */
function openExisting(engine: Engine, path: string): DatabaseSync {
  try {
    return new engine.DatabaseSync(`${pathToFileURL(path).href}?mode=rw`);
  } catch {
    // Node.js before 22.15 reads no URIs. It closes connections at once.
    return openReadOnly(engine, path);
  }
}
