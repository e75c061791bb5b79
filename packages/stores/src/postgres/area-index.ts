import { setTimeout } from 'node:timers/promises';
import { maxTimeout } from '../shared/check-options.ts';
import { areaIndexCreation, areaIndexName, areaIndexRemoval } from './area-statements.ts';
import { reportWaits } from './build-waits.ts';
import type { Connection } from './connection.ts';
import { Deadline } from './deadline.ts';
import { failures } from './failures.ts';
import { openPools } from './open-pools.ts';
import type { MigrationTarget, Target } from './options.ts';

/** `incomplete` while it is built, and when that was broken off; `foreign` when something else has its name. */
type IndexState = 'missing' | 'incomplete' | 'foreign' | 'complete';

/** Whether its columns are those of the index of area queries, as PostgreSQL prints them. */
const isAreaIndex = [
  `pg_get_indexdef(c.oid, 1, true) LIKE '%trunc(%1.40625%'`,
  `pg_get_indexdef(c.oid, 2, true) = 'latitude'`,
  `pg_get_indexdef(c.oid, 3, true) = 'longitude'`,
  `pg_get_indexdef(c.oid, 4, true) LIKE '%left%(id, 64)%'`,
].join(' AND ');

/** Reads whether a table has the index of area queries. */
export async function readAreaIndex(
  connection: Connection,
  { schema, table }: Pick<Target, 'schema' | 'table'>,
  deadline: Deadline,
): Promise<IndexState> {
  const text = `
    SELECT CASE WHEN i.indrelid IS DISTINCT FROM t.oid OR NOT (${isAreaIndex}) THEN 'foreign'
                WHEN i.indisvalid THEN 'complete' ELSE 'incomplete' END
      FROM pg_namespace n
      JOIN pg_class t ON t.relnamespace = n.oid AND t.relname = $2
      JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = $3
      LEFT JOIN pg_index i ON i.indexrelid = c.oid
     WHERE n.nspname = $1`;
  const { rows } = await connection.query({ text, values: [schema, table, areaIndexName(table)] }, deadline);
  return (rows[0]?.[0] ?? 'missing') as IndexState;
}

/**
 * Builds the index of area queries where it is missing or incomplete, while others read and write the table.
 *
 * @throws {StoreError} (as a rejection) when it cannot be built; `STORE_UNSUITABLE` when something else has its name.
 */
export async function buildAreaIndex(target: MigrationTarget): Promise<void> {
  const { timeout, signal } = target;
  // Its connections have a `statement_timeout` that no build reaches.
  const needs = { ...target, timeout: maxTimeout, maxConnections: 1, maxListConnections: 2, prepare: false };
  const { records, lists, endpoint } = await openPools(needs);
  const soon = new Deadline(timeout, signal);
  // No timeout bounds a build; a signal does.
  const atLast = new Deadline(maxTimeout, signal);
  try {
    await records.use('prepare', soon, async (builder) => {
      if ((await readAreaIndex(builder, target, soon)) === 'complete') return;
      await lists.use('prepare', soon, async (holder) => {
        await reportWaits(lists, target, async () => {
          await lockBuilds(holder, atLast);
          await buildWhere(builder, target, atLast);
        });
        await holder.query({ text: 'ROLLBACK' }, atLast);
      });
      if ((await readAreaIndex(builder, target, atLast)) === 'complete') return;
      const name = JSON.stringify(areaIndexName(target.table));
      const problem = `something else has the name ${name} of its index for area queries; rename that`;
      throw failures.unsuitable('prepare', endpoint, problem);
    });
  } catch (error) {
    throw signal?.aborted ? signal.reason : failures.wrap('prepare', endpoint, error);
  } finally {
    soon.end();
    atLast.end();
    await records.close();
    await lists.close();
  }
}

/** The lock of all builds in a database, which run one at a time: "LOCA". */
const lock = 0x4c4f4341;
/** Milliseconds between two attempts to take it. */
const pause = 100;

/**
 * Takes the lock for a transaction, whose connection has no other use: a build cannot be part of one, and behind a pooler
 * only a transaction keeps its session. A statement that waited for the lock would have a snapshot, for whose end the
 * build under way would wait.
 */
async function lockBuilds(holder: Connection, deadline: Deadline): Promise<void> {
  const text = [
    'ROLLBACK; BEGIN ISOLATION LEVEL READ COMMITTED',
    'SET LOCAL idle_in_transaction_session_timeout = 0',
    `SELECT pg_try_advisory_xact_lock(${lock})::text`,
  ].join('; ');
  for (;;) {
    const { rows } = await holder.query({ text }, deadline);
    if (rows[0]?.[0] === 'true') return;
    await deadline.wait(setTimeout(pause));
  }
}

/** What another build has left incomplete is removed: it costs every write, and is never used. */
async function buildWhere(builder: Connection, target: Target, deadline: Deadline): Promise<void> {
  const { schema, table } = target;
  if ((await readAreaIndex(builder, target, deadline)) === 'incomplete') {
    await builder.query({ text: areaIndexRemoval(schema, table) }, deadline);
  }
  await builder.query({ text: areaIndexCreation(schema, table) }, deadline);
}
