import type { LocationStore } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { readAreaIndex } from './area-index.ts';
import { AreaPostgresStore } from './area-postgres-store.ts';
import { withinStatement } from './area-statements.ts';
import type { Connection } from './connection.ts';
import { Deadline } from './deadline.ts';
import { failures, readOnlyAdvice } from './failures.ts';
import { openPools } from './open-pools.ts';
import { checkStoreOptions, type PostgresStoreOptions, type Target } from './options.ts';
import { PostgresStore } from './postgres-store.ts';
import { type Statement, type Statements, statementsFor } from './statements.ts';
import { checkEncoding, checkTable, findTable } from './table.ts';
import type { Query } from './text-query.ts';

/**
 * Opens a store in a table of PostgreSQL, for any number of processes. {@link migratePostgres} creates the
 * table; opening changes nothing.
 *
 * A resolved write is committed. Every call ends within `timeout`, and the store works again as soon as the
 * server does. A list shows the records of one moment by the bytes of their identifiers, and holds a
 * connection while it is open.
 *
 * With `areas` it is an {@link AreaStore}, and finds records by the index that a migration with `areas` makes.
 *
 * @example
 * const url = 'postgres://me:secret@localhost/places';
 * await migratePostgres({ url });
 * const store = await openPostgresStore({ url });
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when the server cannot be reached and used now, or there is
 * no table yet; `STORE_UNSUITABLE` when what has its name is not this service's, newer, or changed by others, or
 * when the index for `areas` is missing or incomplete.
 * @throws the reason of the signal (as a rejection) when that stops opening.
 */
export async function openPostgresStore(
  options: PostgresStoreOptions & { readonly areas: true },
): Promise<AreaStore>;
export async function openPostgresStore(options: PostgresStoreOptions): Promise<LocationStore>;
export async function openPostgresStore(options: PostgresStoreOptions): Promise<LocationStore> {
  const settings = checkStoreOptions(options);
  const { schema, table, timeout, areas, signal } = settings;
  signal?.throwIfAborted();
  const { records, lists, endpoint } = await openPools(settings);
  const statements = statementsFor(schema, table);
  const within = areas ? withinStatement(schema, table) : undefined;
  const deadline = new Deadline(timeout, signal);
  try {
    await records.use('open', deadline, (connection) =>
      checkOpening(connection, { schema, table, endpoint, statements, within }, deadline),
    );
    const parts = { records, lists, endpoint, timeout, statements };
    return within ? new AreaPostgresStore({ ...parts, within }) : new PostgresStore(parts);
  } catch (error) {
    await records.close();
    await lists.close();
    throw signal?.aborted ? signal.reason : failures.wrap('open', endpoint, error);
  } finally {
    deadline.end();
  }
}

/** What {@link checkOpening} checks. */
interface Opening extends Pick<Target, 'schema' | 'table'> {
  readonly endpoint: string;
  readonly statements: Statements;
  /** With area queries. */
  readonly within: Statement | undefined;
}

/** The table does not exist. `code` is the code of PostgreSQL for that (its manual, appendix A). */
class MissingTable extends Error {
  override readonly name = 'MissingTable';
  readonly code = '42P01';
}

/**
 * Checks that the store can read and write its table, and writes nothing.
 *
 * @throws {StoreError} when it cannot.
 */
async function checkOpening(
  connection: Connection,
  { schema, table, endpoint, statements, within }: Opening,
  deadline: Deadline,
): Promise<void> {
  const found = await findTable(connection, schema, table, deadline);
  if (!found.isThere) {
    const problem = `there is no table ${JSON.stringify(`${schema}.${table}`)}`;
    throw failures.unavailable('open', endpoint, `${problem}; run migratePostgres(), or correct the name`, {
      cause: new MissingTable(problem),
    });
  }
  checkEncoding(found, 'open', endpoint);
  checkTable(found, 'open', endpoint);
  if (found.isReadOnly) throw failures.unavailable('open', endpoint, readOnlyAdvice);
  if (within && (await readAreaIndex(connection, { schema, table }, deadline)) !== 'complete') {
    const problem = 'its index for area queries is missing or incomplete';
    throw failures.unsuitable('open', endpoint, `${problem}; run migratePostgres() with the option "areas"`);
  }
  const location = [null, 0, 0];
  const samples: (readonly [Statement, Query['values']])[] = [
    [statements.get, ['a']],
    [statements.getMany, [['a']]],
    [statements.put, ['a', ...location]],
    [statements.putMany, [['a'], [null], [0], [0], '0']],
    [statements.replace, ['a', ...location]],
    [statements.delete, ['a']],
  ];
  if (within) samples.push([within, [0, 0, 0, 0, [0], 0, 0, '', 1]]);
  // The plans show whether the index and the privileges are there. The server may refuse `replaceMany` and `deleteMany`
  // because of a rule of the table. The store then sends each of their writes on its own.
  for (const [{ text }, values] of samples) {
    await connection.query({ text: `EXPLAIN ${text}`, values }, deadline);
  }
}
