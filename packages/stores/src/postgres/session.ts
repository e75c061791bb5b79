import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';

/** The session of a connection, read when the connection is first used. */
interface Session {
  /** The number of the server's process, to compare with the number that the client was told. */
  readonly pid: number;
  readonly synchronousCommit: string;
}

/** Reads the session of a connection. */
export async function readSession(connection: Connection, deadline: Deadline): Promise<Session> {
  const text = `SELECT pg_backend_pid()::text, current_setting('synchronous_commit')`;
  const { rows } = await connection.query({ text }, deadline);
  const [pid = '', synchronousCommit = ''] = rows[0] as string[];
  return { pid: Number(pid), synchronousCommit };
}

/**
 * The server must read the index in its order, and not sort all records of a point. All values have the same plan. To
 * plan an area query takes longer than to run most of them.
 */
const areaSettings = [
  'SET enable_bitmapscan = off',
  'SET enable_sort = off',
  'SET plan_cache_mode = force_generic_plan',
];

/**
 * Sets what the store relies on, for its own direct connection to the server. `timeout` also ends a wait for
 * a lock after the caller has left. A statement that was prepared for a small table must not scan it when it
 * has grown.
 */
export async function setUpSession(
  connection: Connection,
  timeout: number,
  areas: boolean,
  deadline: Deadline,
): Promise<void> {
  const settings = [
    `SET statement_timeout = ${timeout}`,
    'SET enable_seqscan = off',
    ...(areas ? areaSettings : []),
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
  ];
  await connection.query({ text: settings.join('; ') }, deadline);
}

/** The fault of a session that the store may not set up, and the remedy; `undefined` without a fault. */
export function problemOfSession({ synchronousCommit }: Session): string | undefined {
  if (synchronousCommit !== 'off') return undefined;
  return 'synchronous_commit is off, so a write would not be durable; set it to on with ALTER ROLE';
}
