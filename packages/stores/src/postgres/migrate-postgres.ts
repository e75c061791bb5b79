import type { PoolClient } from 'pg';
import { buildAreaIndex } from './area-index.ts';
import { type Database, makeDatabase } from './database.ts';
import { failures } from './failures.ts';
import { checkMigrationOptions, type Target, type TargetOptions } from './options.ts';
import { creationOf, findTable, quoteName } from './table.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Creates the table of a store, and its schema if missing, in one transaction. If the table exists, it
 * changes nothing and needs no privileges to do so. Many processes may call it at once.
 *
 * With `areas` it then builds the index of area queries if missing or incomplete, with
 * `CREATE INDEX CONCURRENTLY`, so that stores go on reading and writing. The build waits for open
 * transactions, without a time-out. If the signal stops the migration, the server goes on building.
 *
 * @example
 * await migratePostgres({ url: 'postgres://me:secret@localhost/places' });
 *
 * @throws {OptionError} (as a rejection) if an option cannot work or is unknown.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` if it cannot be done now; `STORE_UNSUITABLE` if
 * something else has the name of the table or the index, or records would not be kept exactly and durably.
 * @throws the reason of the signal (as a rejection) if it is aborted.
 */
export async function migratePostgres(options: TargetOptions): Promise<void> {
  const target = checkMigrationOptions(options);
  await untilAborted(target.signal, async () => {
    await prepare(target, { timeout: target.timeout, maxConnections: 1 }, createTable);
    if (target.areas) await prepare(target, { maxConnections: 2 }, buildAreaIndex);
  });
}

/** Runs a step of the migration on separate connections. */
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
    // Each statement must see what was committed before it, whatever the server's default.
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
