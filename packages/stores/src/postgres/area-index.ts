import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { stripes } from '@location-records/core/areas';
import type { Database } from './database.ts';
import { failures } from './failures.ts';
import { maxNameLength } from './options.ts';
import { quoteName, quoteTable, type TableName } from './table.ts';

/** How many characters of an identifier are in the index, to order the records of one point. */
const prefixLength = 64;

/** Returns the SQL of `stripeOf` in `@location-records/core/areas`. */
export function stripeExpression(longitude: string): string {
  const stripe = `trunc((${longitude} + 180) / ${stripes.width}::float8)`;
  return `(greatest(least(${stripe}, ${stripes.last}), ${stripes.first})::int)`;
}

/** Returns the last expression of the index. */
export function areaPrefix(id: string): string {
  return `left(${id}, ${prefixLength})`;
}

/** Names the index of a table, in the schema of the table. */
export function areaIndexName({ table }: Pick<TableName, 'table'>): string {
  const name = `${table}_areas_idx`;
  if (Buffer.byteLength(name) <= maxNameLength) return name;
  return `areas_${createHash('sha256').update(table).digest('hex').slice(0, 32)}_idx`;
}

/** Returns the statement that builds the index while the table is read and written. */
export function areaIndexCreation(name: TableName): string {
  return `CREATE INDEX CONCURRENTLY ${quoteName(areaIndexName(name))} ON ${quoteTable(name)}
    (${stripeExpression('longitude')}, latitude, longitude, ${areaPrefix('id')})`;
}

/** `incomplete` during a build, and after one that broke off; `foreign` if something else has its name. */
type IndexState = 'missing' | 'incomplete' | 'foreign' | 'complete';

/** Reads the state of the index of a table. */
export async function readAreaIndex(database: Pick<Database, 'query'>, name: TableName): Promise<IndexState> {
  const text = `
    SELECT CASE
        WHEN i.indrelid IS DISTINCT FROM t.oid
          OR pg_get_indexdef(c.oid, 1, true) NOT LIKE '%trunc(%${stripes.width}%'
          OR pg_get_indexdef(c.oid, 2, true) <> 'latitude'
          OR pg_get_indexdef(c.oid, 3, true) <> 'longitude'
          OR pg_get_indexdef(c.oid, 4, true) NOT LIKE '%left%(id, ${prefixLength})%' THEN 'foreign'
        WHEN i.indisvalid THEN 'complete' ELSE 'incomplete' END
      FROM pg_namespace n
      JOIN pg_class t ON t.relnamespace = n.oid AND t.relname = $2
      JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = $3
      LEFT JOIN pg_index i ON i.indexrelid = c.oid
     WHERE n.nspname = $1`;
  const { rows } = await database.query({ text }, [name.schema, name.table, areaIndexName(name)]);
  return (rows[0]?.[0] ?? 'missing') as IndexState;
}

/** The lock of all builds in a database, which run one at a time: "LOCA". */
const lock = 0x4c4f4341;
/** Milliseconds between two attempts to take it. */
const pause = 100;

/**
 * Builds the index if it is missing or incomplete.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` if something else has its name.
 */
export async function buildAreaIndex(database: Database, name: TableName): Promise<void> {
  if ((await readAreaIndex(database, name)) === 'complete') return;
  await withLock(database, async () => {
    const state = await readAreaIndex(database, name);
    if (state === 'foreign') {
      const problem = `something else has the name ${JSON.stringify(areaIndexName(name))} of its index for area queries; rename that`;
      throw failures.unsuitable('prepare', database.endpoint, problem);
    }
    // Writes would go on updating what a broken build left, and no query would use it.
    const index = quoteTable({ schema: name.schema, table: areaIndexName(name) });
    if (state === 'incomplete') await database.query({ text: `DROP INDEX CONCURRENTLY ${index}` }, []);
    if (state !== 'complete') await database.query({ text: areaIndexCreation(name) }, []);
  });
}

/**
 * Holds the lock in a transaction on another connection: the build cannot run in one, and behind a pooler
 * only a transaction keeps its session. It polls for the lock, since a build waits for every earlier
 * statement, including one that waits for the lock.
 */
async function withLock(database: Database, act: () => Promise<void>): Promise<void> {
  const holder = await database.pool.connect();
  try {
    for (;;) {
      await holder.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      const { rows } = await holder.query(`SELECT pg_try_advisory_xact_lock(${lock}) AS "isMine"`);
      if (rows[0].isMine) break;
      await holder.query('ROLLBACK');
      await setTimeout(pause);
    }
    await act();
  } finally {
    // Ending the connection ends the transaction.
    holder.release(true);
  }
}
