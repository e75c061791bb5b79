import type { LocationStore } from '@location-records/core';
import { checkOpening } from './check-opening.ts';
import { checkStoreOptions } from './check-options.ts';
import { Deadline } from './deadline.ts';
import { openConnections } from './open-connections.ts';
import type { PostgresStoreOptions } from './options.ts';
import { PostgresStore } from './postgres-store.ts';
import { statementsFor } from './statements.ts';
import { storeFailure } from './store-failure.ts';

/**
 * Opens a store in a table of PostgreSQL, for this process and others at the same time. {@link migratePostgres} makes
 * the table; opening changes nothing.
 *
 * A resolved write is committed. Every call ends within `timeout`, whatever the server does, and the store works again
 * as soon as the server does. A list shows the records of one moment, in the order of the bytes of their identifiers,
 * and holds a connection while it is open.
 *
 * @example
 * const connection = 'postgres://me:secret@localhost/places';
 * await migratePostgres({ connection });
 * const store = await openPostgresStore({ connection });
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when the server cannot be reached and used now, or there is
 * no table yet; `STORE_UNSUITABLE` when what has its name is not this service's, newer, or changed by others.
 * @throws the reason of the signal (as a rejection) when that gives up opening.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<LocationStore> {
  const settings = checkStoreOptions(options);
  const { schema, table, timeout, signal } = settings;
  signal?.throwIfAborted();
  const { records, lists, place } = await openConnections(settings);
  const statements = statementsFor(schema, table);
  const deadline = new Deadline(timeout, signal);
  try {
    await records.use('open', deadline, (connection) =>
      checkOpening(connection, { schema, table, place, statements }, deadline),
    );
    return new PostgresStore({ records, lists, place, timeout, statements });
  } catch (error) {
    await records.close();
    await lists.close();
    throw signal?.aborted ? signal.reason : storeFailure('open', place, error);
  } finally {
    deadline.end();
  }
}
