import type { Pool, PoolClient } from 'pg';
import { Connection } from './connection.ts';
import { CallTimeout, type Deadline } from './deadline.ts';
import { type Attempt, failures } from './failures.ts';
import type { OwnClients } from './own-pool.ts';
import { problemOfSession, readSession, setUpSession } from './session.ts';

/** Clients with an error listener, whichever stores use them. */
const guarded = new WeakSet<PoolClient>();

/** A pool, and how it is used. */
interface ConnectionPoolOptions {
  readonly pool: Pool;
  /** Its clients, where the store made the pool. */
  readonly own?: OwnClients;
  readonly prepare: boolean;
  /** Whether there are area queries. */
  readonly areas: boolean;
  /** The option that allows more connections. */
  readonly limit: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** The server and the database, for messages. */
  readonly endpoint: string;
}

/** The connections of a pool. A broken connection is dropped, and the next call connects again. */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  /** Whether statements may be prepared, for each client that was checked. */
  readonly #known = new WeakMap<PoolClient, boolean>();
  /** How many connections are in use, and how often one was taken so far. */
  #taken = 0;
  #takes = 0;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
    // Without a listener, an idle connection that breaks would end the process. The pool drops it by itself.
    options.pool.on('error', ignore);
    options.pool.on('acquire', guard);
  }

  /** The maximum number of connections. */
  get max(): number {
    return this.#options.pool.options.max;
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
    const { pool, own } = this.#options;
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
    const { pool, endpoint } = this.#options;
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
      const { max } = pool.options;
      const inUse = max === 1 ? 'the only connection was' : `all ${max} connections were`;
      const advice = `${inUse} in use for ${deadline.timeout} ms; raise "${this.#options.limit}", or look for what holds them`;
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
    const { own, prepare, areas, timeout, endpoint } = this.#options;
    const session = await readSession(connection, deadline);
    // A pooler gives the client a number of its own.
    const isDirect = session.pid === client.processID;
    if (own && isDirect) {
      await setUpSession(connection, timeout, areas, deadline);
    } else {
      const problem = problemOfSession(session);
      if (problem) throw failures.unsuitable(attempt, endpoint, problem);
    }
    return prepare && isDirect;
  }
}

/** Between two owners a client has no listener of either. Without this one, a failure then would end the process. */
function guard(client: PoolClient): void {
  if (guarded.has(client)) return;
  guarded.add(client);
  client.on('error', ignore);
}

function ignore(): void {}
