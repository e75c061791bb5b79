import { buildAreaIndex } from './area-index.ts';
import { Deadline } from './deadline.ts';
import { failures } from './failures.ts';
import { openPools } from './open-pools.ts';
import { checkMigrationOptions, type PostgresMigrationOptions, type Target } from './options.ts';
import { checkEncoding, checkTable, creationOf, findTable } from './table.ts';

/** The lock of all migrations in a database, which run one at a time: "LOCR". */
const lock = 0x4c4f4352;

/**
 * Creates the table of a store, and its schema if it is missing, in one transaction. It changes nothing where
 * the table exists, and then needs no privilege to change anything. Many processes may do this at once.
 *
 * With `areas` it then builds the index of area queries where that is missing or was left incomplete, with
 * `CREATE INDEX CONCURRENTLY`: stores read and write meanwhile. The build has no timeout. A server continues it after the
 * signal has stopped the migration.
 *
 * @example
 * await migratePostgres({ url: 'postgres://me:secret@localhost/places' });
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when it cannot be done now, `STORE_UNSUITABLE` when what
 * has the name of the table is not this service's, or newer, or the database is not encoded as UTF8.
 * @throws the reason of the signal (as a rejection) when that stops the migration.
 */
export async function migratePostgres(options: PostgresMigrationOptions): Promise<void> {
  const target = checkMigrationOptions(options);
  target.signal?.throwIfAborted();
  await createTable(target);
  if (target.areas) await buildAreaIndex(target);
}

async function createTable(target: Target): Promise<void> {
  const { schema, table, timeout, signal } = target;
  const needs = { ...target, maxConnections: 1, maxListConnections: 1, prepare: false };
  const { records, lists, endpoint } = await openPools(needs);
  const deadline = new Deadline(timeout, signal);
  try {
    await records.use('prepare', deadline, async (connection) => {
      // Each statement sees what was committed before it, with any default of the server.
      const begin = `BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(${lock})`;
      await connection.query({ text: begin }, deadline);
      const found = await findTable(connection, schema, table, deadline);
      checkEncoding(found, 'prepare', endpoint);
      if (found.isThere) checkTable(found, 'prepare', endpoint);
      else await connection.query({ text: creationOf(schema, table, found.hasSchema) }, deadline);
      await connection.query({ text: 'COMMIT' }, deadline);
    });
  } catch (error) {
    throw signal?.aborted ? signal.reason : failures.wrap('prepare', endpoint, error);
  } finally {
    deadline.end();
    await records.close();
    await lists.close();
  }
}
