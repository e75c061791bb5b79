import type { PoolClient } from 'pg';
import { buildAreaIndex } from './area-index.ts';
import { type Database, makeDatabase } from './database.ts';
import { failures } from './failures.ts';
import { checkMigrationOptions, type Target, type TargetOptions } from './options.ts';
import { creationOf, findTable, quoteName } from './table.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Creates the table of a store, and its schema if that is missing, in one transaction. It changes nothing if
 * the table exists, and then needs no privilege to change anything. Many processes may do this at once.
 *
 * With `areas` it then builds the index of area queries if that is missing or incomplete, with
 * `CREATE INDEX CONCURRENTLY`: stores read and write in the meantime. The build waits for open transactions,
 * and no time-out ends it. A server continues it after the signal has stopped the migration.
 *
 * @example
 * await migratePostgres({ url: 'postgres://me:secret@localhost/places' });
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when it cannot be done now; `STORE_UNSUITABLE`
 * when something else has the name of the table or of the index, or records would not be kept exactly and
 * durably.
 * @throws the reason of the signal (as a rejection) when that stops the migration.
 */
export async function migratePostgres(options: TargetOptions): Promise<void> {
  const target = checkMigrationOptions(options);
  await untilAborted(target.signal, async () => {
    await prepare(target, { timeout: target.timeout, maxConnections: 1 }, createTable);
    if (target.areas) await prepare(target, { maxConnections: 2 }, buildAreaIndex);
  });
}

/** Runs a step of the migration with its own connections. */
async function prepare(
  target: Target,
  settings: Parameters<typeof makeDatabase>[1],
  step: (database: Database, target: Target) => Promise<void>,
): Promise<void> {
  const database = await makeDatabase(target, settings);
  try {
    await step(database, target);
  } catch (error) {
    throw failures.wrap('prepare', database.endpoint, error);
  } finally {
    await database.end();
  }
}

/** The lock of all migrations in a database, which create tables one at a time: "LOCR". */
const lock = 0x4c4f4352;

async function createTable(database: Database, target: Target): Promise<void> {
  const client: PoolClient = await database.pool.connect();
  try {
    // Each statement sees what was committed before it, whatever the default of the server is.
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    await client.query(`SET LOCAL statement_timeout = ${target.timeout}`);
    await client.query(`SELECT pg_advisory_xact_lock(${lock})`);
    const { hasSchema, exists } = await findTable(client, target, 'prepare', database.endpoint);
    if (!exists && !hasSchema) await client.query(`CREATE SCHEMA ${quoteName(target.schema)}`);
    if (!exists) await client.query(creationOf(target));
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
