import { type ExchangeStore, isStoreError } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { traceStore } from '../tracing/trace-store.ts';
import { readAreaIndex } from './area-index.ts';
import { AreaPostgresStore } from './area-postgres-store.ts';
import { type Database, makeDatabase } from './database.ts';
import { codeOf, failures, isFromServer } from './failures.ts';
import { checkStoreOptions, type PostgresStoreOptions, type Settings } from './options.ts';
import { PostgresStore } from './postgres-store.ts';
import { statementsOf } from './statements.ts';
import { findTable } from './table.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Opens a store in a table of PostgreSQL, for any number of processes. {@link migratePostgres} creates the
 * table; opening changes nothing.
 *
 * A resolved write is committed. Every call settles in time, and the store works again as soon as the server
 * does. With the index that a migration with `areas` builds, it is an {@link AreaStore}, unless `areas` is
 * `false`.
 *
 * @example
 * const url = 'postgres://me:secret@localhost/places';
 * await migratePostgres({ url });
 * const store = await openPostgresStore({ url });
 *
 * @throws {OptionError} (as a rejection) if an option cannot work or is unknown.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` if the server cannot be reached and used now, or
 * the table is missing; `STORE_UNSUITABLE` if something else has its name, records would not be kept exactly
 * and durably, or the index for `areas` is missing or incomplete.
 * @throws the reason of the signal (as a rejection) if it is aborted.
 */
export async function openPostgresStore(
  options: PostgresStoreOptions & { readonly areas: true },
): Promise<AreaStore & ExchangeStore & AsyncDisposable>;
export async function openPostgresStore(
  options: PostgresStoreOptions,
): Promise<ExchangeStore & AsyncDisposable>;
export async function openPostgresStore(
  options: PostgresStoreOptions,
): Promise<ExchangeStore & AsyncDisposable> {
  const settings = checkStoreOptions(options);
  return untilAborted(settings.signal, async () => {
    try {
      return await open(settings, true);
    } catch (error) {
      if (isStoreError(error) && refusesSettings(error.cause)) return open(settings, false);
      throw error;
    }
  });
}

/** Opens a store. Behind a pooler, several clients share a session: nothing is set or prepared in it. */
async function open(settings: Settings, hasSession: boolean): Promise<ExchangeStore & AsyncDisposable> {
  const { timeout, maxConnections } = settings;
  const session = hasSession ? sessionOf(timeout) : [];
  const database = await makeDatabase(settings, { maxConnections, timeout, session, prepares: hasSession });
  const parts = { ...settings, database };
  try {
    await checkTable(database, settings);
    const areas = await hasAreas(database, settings);
    return traceStore(areas ? new AreaPostgresStore(parts) : new PostgresStore(parts), 'postgresql');
  } catch (error) {
    await database.end();
    throw failures.wrap('open', database.endpoint, error);
  }
}

/**
 * Returns the settings of a session. A statement ends even if its caller has gone. The planner settings make
 * prepared statements read an index in order, even if the table was small when they were planned, or was
 * never analysed.
 */
function sessionOf(timeout: number): readonly string[] {
  const planner = ['enable_seqscan=off', 'enable_sort=off', 'plan_cache_mode=force_generic_plan'];
  return [`statement_timeout=${timeout}`, ...planner];
}

/**
 * Returns whether a pooler, or another engine with PostgreSQL's protocol, refuses the settings of a session.
 */
function refusesSettings(error: unknown): boolean {
  if (!isFromServer(error)) return false;
  return codeOf(error) === '42704' || /unsupported startup parameter/.test(String(error));
}

/**
 * Checks that the store can read its table, and write to it unless it is read-only. Writes nothing.
 *
 * @throws {StoreError} if it cannot.
 */
async function checkTable(database: Database, settings: Settings): Promise<void> {
  const { schema, table, readOnly } = settings;
  const { exists } = await findTable(database.pool, settings, 'open', database.endpoint, readOnly);
  if (!exists) {
    const problem = `there is no table ${JSON.stringify(`${schema}.${table}`)}`;
    const cause = Object.assign(new Error(problem), { code: '42P01' });
    const advice = `${problem}; run migratePostgres(), or correct the name`;
    throw failures.unavailable('open', database.endpoint, advice, { cause });
  }
  // The plans show whether the unique index and the privileges exist.
  const { get, put, replace, delete: remove } = statementsOf(settings);
  await database.query({ text: `EXPLAIN ${get.text}` }, [['a']]);
  if (readOnly) return;
  const record = ['0', ['a'], [null], [0], [0]];
  await database.query({ text: `EXPLAIN ${put.text}` }, record);
  await database.query({ text: `EXPLAIN ${replace.text}` }, record);
  await database.query({ text: `EXPLAIN ${remove.text}` }, record.slice(0, 2));
}

/**
 * Resolves to whether the store offers area queries.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` if they are required, and their index is missing or incomplete.
 */
async function hasAreas(database: Database, settings: Settings): Promise<boolean> {
  if (settings.areas === false) return false;
  const isComplete = (await readAreaIndex(database, settings)) === 'complete';
  if (isComplete || settings.areas === undefined) return isComplete;
  const problem =
    'its index for area queries is missing or incomplete; run migratePostgres() with the option "areas"';
  throw failures.unsuitable('open', database.endpoint, problem);
}
