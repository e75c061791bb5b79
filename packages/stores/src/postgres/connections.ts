import type { PoolClient } from 'pg';
import { Connection } from './connection.ts';
import { CallTimeout, type Deadline } from './deadline.ts';
import { type Attempt, failures } from './failures.ts';
import type { PoolUse } from './open-pool.ts';

/** Clients with an error listener, whichever stores use them. */
const guarded = new WeakSet<PoolClient>();

/** The connections of a pool. A broken connection is dropped, and the next call connects again. */
export class Connections {
  readonly #use: PoolUse;
  /** Whether statements may be prepared, for each client that was checked. */
  readonly #known = new WeakMap<PoolClient, boolean>();
  /** Connections that are in use, and how often one was taken at all. */
  #taken = 0;
  #takes = 0;

  constructor(use: PoolUse) {
    this.#use = use;
    // Without a listener, an idle connection that breaks would end the process. The pool drops it by itself.
    use.pool.on('error', ignore);
    use.pool.on('acquire', guard);
  }

  /** The maximum number of connections. */
  get max(): number {
    return this.#use.pool.options.max;
  }

  /** Takes a connection, which belongs to the caller until it is released or destroyed. */
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

  /** Runs `act` with a connection and releases it afterwards, or destroys it after a failure. */
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

  /** Releases the pool, and ends it where the store made it. Call it when every connection was released. */
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
      // A connection that comes too late goes back at once.
      wanted.then((client) => client.release()).catch(ignore);
      // While a new connection hangs, the others wait for that connection and not for a free one.
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
    // A pooler gives the client a number of its own.
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

/** Between two owners a client has no listener of theirs. If it breaks then, it would end the process. */
function guard(client: PoolClient): void {
  if (guarded.has(client)) return;
  guarded.add(client);
  client.on('error', ignore);
}

function ignore(): void {}

/** The session of a connection, read when the connection is first used. */
interface Session {
  /** The number of the server's process, to compare with the number that the client was told. */
  readonly pid: number;
  readonly synchronousCommit: string;
}

/** Reads the session of a connection. */
async function readSession(connection: Connection, deadline: Deadline): Promise<Session> {
  const text = `SELECT pg_backend_pid()::text, current_setting('synchronous_commit')`;
  const { rows } = await connection.query({ text }, deadline);
  const [pid = '', synchronousCommit = ''] = rows[0] as string[];
  return { pid: Number(pid), synchronousCommit };
}

/**
 * Sets what the store relies on, for its own direct connection to the server. `timeout` also ends a wait for
 * a lock after the caller has left. A statement that was prepared for a small table must not scan it when it
 * has grown.
 */
async function setUp(connection: Connection, timeout: number, deadline: Deadline): Promise<void> {
  const settings = [
    `SET statement_timeout = ${timeout}`,
    'SET enable_seqscan = off',
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
  ];
  await connection.query({ text: settings.join('; ') }, deadline);
}

/** The fault of a session that the store may not set up, and the remedy; `undefined` without a fault. */
function problemOf({ synchronousCommit }: Session): string | undefined {
  if (synchronousCommit !== 'off') return undefined;
  return 'synchronous_commit is off, so a write would not be durable; set it to on with ALTER ROLE';
}
