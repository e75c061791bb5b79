import { StoreError } from '@location-records/core';
import type { Target } from './check-options.ts';
import type { Connection, Query } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { readOnlyAdvice } from './postgres-failure.ts';
import type { Statement, Statements } from './statements.ts';
import { sentence } from './store-failure.ts';
import { checkEncoding, checkTable, findTable } from './table.ts';

/** What a store is opened with. */
export interface Opening extends Pick<Target, 'schema' | 'table'> {
  readonly place: string;
  readonly statements: Statements;
}

/** There is no table of that name. The `code` is the one by which PostgreSQL says so (its manual, appendix A). */
class MissingTable extends Error {
  override readonly name = 'MissingTable';
  readonly code = '42P01';
}

/**
 * Checks that the store can read and write its table. Nothing is written.
 *
 * @throws {StoreError} when it cannot.
 */
export async function checkOpening(
  connection: Connection,
  { schema, table, place, statements }: Opening,
  deadline: Deadline,
): Promise<void> {
  const found = await findTable(connection, schema, table, deadline);
  if (!found.isThere) {
    const problem = `there is no table ${JSON.stringify(`${schema}.${table}`)}`;
    throw new StoreError(
      'STORE_UNAVAILABLE',
      sentence('open', place, `${problem}; run migratePostgres(), or correct the name`),
      { cause: new MissingTable(problem) },
    );
  }
  checkEncoding(found, 'open', place);
  checkTable(found, 'open', place);
  if (found.isReadOnly) throw unavailable(place, readOnlyAdvice);
  const location = [null, 0, 0];
  const samples: readonly (readonly [Statement, Query['values']])[] = [
    [statements.get, ['a']],
    [statements.getMany, [['a']]],
    [statements.put, ['a', ...location]],
    [statements.putMany, [['a'], [null], [0], [0], '0']],
    [statements.replace, ['a', ...location]],
    [statements.delete, ['a']],
  ];
  // The server says how it would do it, and so whether the index and the privileges are there.
  for (const [{ text }, values] of samples) {
    await connection.query({ text: `EXPLAIN ${text}`, ...(values && { values }) }, deadline);
  }
}

function unavailable(place: string, problem: string): StoreError {
  return new StoreError('STORE_UNAVAILABLE', sentence('open', place, problem));
}
