import { once } from 'node:events';
import { connect } from 'node:net';
import type { PoolClient } from 'pg';
import { CallTimeout, type Deadline } from './deadline.ts';
import { type Query, type QueryResult, sendQuery } from './text-query.ts';

/** A connection that belongs to one call until it is released. */
export class Connection {
  /** Whether statements may be prepared on it. */
  prepares = false;
  readonly #client: PoolClient;
  readonly #onRelease: () => void;
  #isFree = false;
  #failure: unknown;
  #cancelled: Promise<void> | undefined;

  constructor(client: PoolClient, onRelease: () => void) {
    this.#client = client;
    this.#onRelease = onRelease;
    client.on('error', this.#fail);
  }

  /** Sends a query and resolves to the result of its last statement. */
  async query({ text, name, values }: Query, deadline: Deadline): Promise<QueryResult> {
    if (this.#failure) throw this.#failure;
    try {
      const sent = sendQuery(this.#client, { text, name: this.prepares ? name : undefined, values });
      return await deadline.wait(sent);
    } catch (error) {
      if (error instanceof CallTimeout || isReadTimeout(error)) {
        // The statement would continue, and a write could take effect long after the call has ended.
        this.#cancelled = cancelQuery(this.#client);
        // The next statement would wait for it.
        this.#failure = error;
      }
      throw error;
    }
  }

  /** Returns the connection to the pool. */
  release(): void {
    this.#release(this.#failure !== undefined);
  }

  /** Ends the connection. */
  destroy(): void {
    this.#release(true);
  }

  #release(isBroken: boolean): void {
    if (this.#isFree) return;
    this.#isFree = true;
    const release = () => {
      this.#client.release(isBroken);
      this.#client.off('error', this.#fail);
      this.#onRelease();
    };
    if (this.#cancelled) void this.#cancelled.then(release);
    else release();
  }

  readonly #fail = (error: unknown) => {
    this.#failure = error;
  };
}

/** Whether `query_timeout` of the URL has ended a query. */
function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Query read timeout');
}

/** "Frontend/Backend Protocol", Message Formats: CancelRequest. */
const cancelRequestCode = 80_877_102;
/** How long the request may take (ms). */
const cancelTimeout = 1000;

/**
 * Asks the server to cancel what a connection is doing, which would continue even after the connection has
 * ended. Resolves when the request was sent or could not be. Keep the connection until then: a pooler
 * identifies the request by it.
 */
async function cancelQuery(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as PoolClient & {
    readonly processID: number | null;
    readonly secretKey: number | null;
  };
  if (processID === null || secretKey === null) return;
  const request = Buffer.alloc(16);
  for (const [index, value] of [16, cancelRequestCode, processID, secretKey].entries()) {
    request.writeInt32BE(value, index * 4);
  }
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const closed = once(socket, 'close');
  socket.on('error', () => {});
  const timer = setTimeout(() => socket.destroy(), cancelTimeout);
  // The server sends nothing back, and closes the connection when it is done.
  socket.resume().write(request);
  await closed.catch(() => {});
  clearTimeout(timer);
}
