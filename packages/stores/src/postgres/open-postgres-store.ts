import type { LocationStore } from '@location-records/core';
import type { Connection, Query } from './connection.ts';
import { Deadline } from './deadline.ts';
import { failures, readOnlyAdvice } from './failures.ts';
import { openPools } from './open-pools.ts';
import { checkStoreOptions, type PostgresStoreOptions, type Target } from './options.ts';
import { PostgresStore } from './postgres-store.ts';
import { type Statement, type Statements, statementsFor } from './statements.ts';
import { checkEncoding, checkTable, findTable } from './table.ts';

/**
 * Opens a store in a table of PostgreSQL, for any number of processes. {@link migratePostgres} creates the
 * table; opening changes nothing.
 *
 * A resolved write is committed. Every call ends within `timeout`, and the store works again as soon as the
 * server does. A list shows the records of one moment by the bytes of their identifiers, and holds a
 * connection while it is open.
 *
 * @example
 * const url = 'postgres://me:secret@localhost/places';
 * await migratePostgres({ url });
 * const store = await openPostgresStore({ url });
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when the server cannot be reached and used now, or there is
 * no table yet; `STORE_UNSUITABLE` when what has its name is not this service's, newer, or changed by others.
 * @throws the reason of the signal (as a rejection) when that stops opening.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<LocationStore> {
  const settings = checkStoreOptions(options);
  const { schema, table, timeout, signal } = settings;
  signal?.throwIfAborted();
  const { records, lists, endpoint } = await openPools(settings);
  const statements = statementsFor(schema, table);
  const deadline = new Deadline(timeout, signal);
  try {
    await records.use('open', deadline, (connection) =>
      checkOpening(connection, { schema, table, endpoint, statements }, deadline),
    );
    return new PostgresStore({ records, lists, endpoint, timeout, statements });
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
  { schema, table, endpoint, statements }: Opening,
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
  const location = [null, 0, 0];
  const samples: readonly (readonly [Statement, Query['values']])[] = [
    [statements.get, ['a']],
    [statements.getMany, [['a']]],
    [statements.put, ['a', ...location]],
    [statements.putMany, [['a'], [null], [0], [0], '0']],
    [statements.replace, ['a', ...location]],
    [statements.delete, ['a']],
  ];
  // The plan of the server shows whether the index and the privileges are there.
  for (const [{ text }, values] of samples) {
    await connection.query({ text: `EXPLAIN ${text}`, ...(values && { values }) }, deadline);
  }
}
