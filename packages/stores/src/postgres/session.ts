import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';

/** What a connection is found to be when it is used for the first time. */
export interface Session {
  /** The number of the server's process, to compare with the one that the client was told. */
  readonly pid: number;
  readonly synchronousCommit: string;
}

/** What a session is like, as the server sees it. */
export async function readSession(connection: Connection, deadline: Deadline): Promise<Session> {
  const text = `SELECT pg_backend_pid()::text, current_setting('synchronous_commit')`;
  const { rows } = await connection.query({ text }, deadline);
  const [pid = '', synchronousCommit = ''] = rows[0] as string[];
  return { pid: Number(pid), synchronousCommit };
}

/**
 * Sets what the store relies on, for a connection to the server itself that nobody else uses. `timeout` also ends what
 * waits for a lock when nobody waits for the answer any more; and a statement that was prepared when the table was
 * small must not go through all of it when that has grown.
 */
export async function setUp(connection: Connection, timeout: number, deadline: Deadline): Promise<void> {
  const settings = [
    `SET statement_timeout = ${timeout}`,
    'SET enable_seqscan = off',
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
  ];
  await connection.query({ text: settings.join('; ') }, deadline);
}

/** What is wrong with a session that is not ours to set up, and what to do; `undefined` when nothing is. */
export function problemOf({ synchronousCommit }: Session): string | undefined {
  if (synchronousCommit !== 'off') return undefined;
  return 'synchronous_commit is off, so a write would not be durable; set it to on with ALTER ROLE';
}
