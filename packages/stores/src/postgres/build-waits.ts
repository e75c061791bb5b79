import { setTimeout } from 'node:timers/promises';
import { areaIndexCreation, areaIndexRemoval } from './area-statements.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { Deadline } from './deadline.ts';
import type { MigrationTarget, OpenTransaction } from './options.ts';

/** Milliseconds between two looks. What two looks in a row have found is reported: short transactions end by themselves. */
const pause = 1000;

/**
 * The sessions that hold up the statements of a build, also of a build by another migration. A session of another role
 * has no state here, nor a time, without the privileges of `pg_read_all_stats`.
 */
const holdingUp = `
  SELECT pid::text, state, floor(extract(epoch FROM clock_timestamp() - xact_start))::text
    FROM (
      SELECT DISTINCT unnest(pg_blocking_pids(builder.pid)) AS pid
        FROM pg_stat_activity AS builder, unnest($1::text[]) AS statement
       WHERE builder.datname = current_database() AND builder.wait_event_type = 'Lock'
         AND builder.query <> '' AND starts_with(statement, builder.query)
    ) AS blockers
    LEFT JOIN pg_stat_activity USING (pid)
   ORDER BY blockers.pid`;

/**
 * Builds an index by `build`, and meanwhile tells `onWaiting` which transactions the build waits for, each once. It needs
 * one more connection of `pool`. Where it has none, or the server does not say, the build goes on without reports.
 */
export async function reportWaits(
  pool: ConnectionPool,
  target: MigrationTarget,
  build: () => Promise<void>,
): Promise<void> {
  const { onWaiting } = target;
  if (!onWaiting) return build();
  const over = new AbortController();
  const building = build().finally(() => over.abort());
  await Promise.all([building, watch(pool, target, onWaiting, over.signal)]);
}

async function watch(
  pool: ConnectionPool,
  target: MigrationTarget,
  onWaiting: NonNullable<MigrationTarget['onWaiting']>,
  over: AbortSignal,
): Promise<void> {
  const told = new Set<number>();
  let before = new Set<number>();
  for (;;) {
    const found = await look(pool, target, over).catch(() => undefined);
    if (found === undefined) return;
    const waited = found.filter(({ pid }) => before.has(pid) && !told.has(pid));
    for (const { pid } of waited) told.add(pid);
    before = new Set(found.map(({ pid }) => pid));
    if (waited.length > 0) onWaiting(waited);
  }
}

/** What holds up a build after a pause. It is one short statement, since the build would wait for a transaction. */
async function look(
  pool: ConnectionPool,
  { schema, table, timeout }: MigrationTarget,
  over: AbortSignal,
): Promise<OpenTransaction[]> {
  await setTimeout(pause, undefined, { signal: over });
  const deadline = new Deadline(timeout, over);
  try {
    const statements = [areaIndexCreation(schema, table), areaIndexRemoval(schema, table)];
    const { rows } = await pool.use('prepare', deadline, (connection) =>
      connection.query({ text: holdingUp, values: [statements] }, deadline),
    );
    return rows.map(([pid, state, seconds]) => ({
      pid: Number(pid),
      state: state ?? undefined,
      seconds: seconds == null ? undefined : Number(seconds),
    }));
  } finally {
    deadline.end();
  }
}
