import type { Pool, PoolClient } from 'pg';
import { Connection } from './connection.ts';
import { CallTimeout, type Deadline } from './deadline.ts';
import { type Attempt, failures } from './failures.ts';
import type { OwnClients } from './open-pool.ts';

/** What a pool is used for. */
export interface PoolUse {
  readonly pool: Pool;
  /** Its clients, where the pool is ours and nobody else uses it. */
  readonly own?: OwnClients;
  readonly prepare: boolean;
  /** What is raised to have more connections. */
  readonly limit: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Where it leads, for messages. */
  readonly endpoint: string;
}

/** Clients that are guarded for as long as they live, whichever stores use them. */
const guarded = new WeakSet<PoolClient>();

/** The connections of a pool. One that was broken is dropped, and the next call simply connects again. */
export class Connections {
  readonly #use: PoolUse;
  /** Whether statements may be prepared, for each connection that was found fit. */
  readonly #known = new WeakMap<PoolClient, boolean>();
  /** Connections that are in use, and how often one was taken at all. */
  #taken = 0;
  #takes = 0;

  constructor(use: PoolUse) {
    this.#use = use;
    // An idle connection that breaks would end the process otherwise. The pool has dropped it by then.
    use.pool.on('error', ignore);
    use.pool.on('acquire', guard);
  }

  /** How many connections there may be. */
  get max(): number {
    return this.#use.pool.options.max;
  }

  /** Takes a connection, which belongs to the caller until it is given back or destroyed. */
  async take(attempt: Attempt, deadline: Deadline): Promise<Connection> {
    const client = await this.#takeClient(attempt, deadline);
    this.#taken++;
    this.#takes++;
    const connection = new Connection(client, () => this.#taken--);
    try {
      const known = this.#known.get(client);
      connection.prepares = known ?? (await this.#examine(connection, client, attempt, deadline));
      this.#known.set(client, connection.prepares);
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  /** Lets `act` use a connection, and gives it back afterwards; after a failure it is destroyed. */
  async use<T>(
    attempt: Attempt,
    deadline: Deadline,
    act: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const connection = await this.take(attempt, deadline);
    try {
      const result = await act(connection);
      connection.release();
      return result;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  /** Lets go of the pool, and ends it if it is ours. To be called when every connection was given back. */
  async close(): Promise<void> {
    const { pool, own } = this.#use;
    if (own) {
      const ended = pool.end();
      own.breakOff();
      await ended;
    } else {
      pool.off('error', ignore);
      pool.off('acquire', guard);
    }
  }

  async #takeClient(attempt: Attempt, deadline: Deadline): Promise<PoolClient> {
    const { pool, endpoint } = this.#use;
    const [taken, takes] = [this.#taken, this.#takes];
    const wanted = pool.connect();
    try {
      return await deadline.wait(wanted);
    } catch (error) {
      // One that comes too late goes back at once.
      wanted.then((client) => client.release()).catch(ignore);
      // Where a new connection hangs, the others wait for that, and not for their turn.
      const awaitsTurn = pool.waitingCount > 0 && (taken > 0 || this.#takes > takes);
      if (!(error instanceof CallTimeout) || !awaitsTurn) throw error;
      const advice = `all ${pool.options.max} connections were in use for ${deadline.timeout} ms; raise "${this.#use.limit}", or look for what holds them`;
      throw failures.unavailable(attempt, endpoint, advice, { cause: error });
    }
  }

  /** Finds out whether statements may be prepared on a new connection, and sets it up. */
  async #examine(
    connection: Connection,
    client: PoolClient & { readonly processID?: number | null },
    attempt: Attempt,
    deadline: Deadline,
  ): Promise<boolean> {
    const { own, prepare, timeout, endpoint } = this.#use;
    const session = await readSession(connection, deadline);
    // A pooler in between has told the client a number of its own.
    const isDirect = session.pid === client.processID;
    if (own && isDirect) {
      await setUp(connection, timeout, deadline);
    } else {
      const problem = problemOf(session);
      if (problem) throw failures.unsuitable(attempt, endpoint, problem);
    }
    return prepare && isDirect;
  }
}

/** For a moment a client that was taken belongs to nobody, and one that breaks then would end the process. */
function guard(client: PoolClient): void {
  if (guarded.has(client)) return;
  guarded.add(client);
  client.on('error', ignore);
}

function ignore(): void {}

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
