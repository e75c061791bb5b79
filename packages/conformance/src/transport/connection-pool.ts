import { setMaxListeners } from 'node:events';
import type { CaseResponse, CaseResponseHead, Connection } from '../http/service.ts';
import { TimeoutError } from './byte-queue.ts';
import { LimitError, maxInterim } from './limits.ts';
import type { ExchangeConnection } from './socket-connection.ts';

/** An exchange whose response has begun. */
interface BegunExchange {
  readonly connection: ExchangeConnection;
  readonly head: CaseResponseHead;
  /** Whether the whole request has been sent. */
  isSent(): boolean;
}

/** Reuses connections as long as the server keeps them open. Each has one request at a time. */
export class ConnectionPool {
  readonly #connect: (signal: AbortSignal) => Promise<ExchangeConnection>;
  readonly #idle = new Set<ExchangeConnection>();
  /** How often the pool was closed. Exchanges from before do not keep their connections. */
  #closings = 0;
  /** Closes the connections of the exchanges since the pool was last destroyed. */
  #open = openSignal();

  /** @param connect opens a connection that the signal closes. */
  constructor(connect: (signal: AbortSignal) => Promise<ExchangeConnection>) {
    this.#connect = connect;
  }

  /**
   * Sends a request on an idle connection or on a new one, and reads the response. `mayKeep` is asked after
   * the response whether the connection stays open.
   */
  async exchange(request: Uint8Array, method: string, mayKeep = () => true): Promise<CaseResponse> {
    const [closings, { signal }] = [this.#closings, this.#open];
    const begun =
      (await this.#beginOnIdle(request)) ?? (await this.#begin(await this.#connect(signal), request));
    return this.#finish(begun, method, () => mayKeep() && closings === this.#closings);
  }

  /** Closes idle connections, and those that are in use as soon as they are idle. */
  close(): void {
    this.#closings++;
    for (const connection of this.#idle) connection.destroy();
    this.#idle.clear();
  }

  /** Closes all connections, so that the exchanges under way reject. */
  destroy(): void {
    this.close();
    this.#open.abort();
    this.#open = openSignal();
  }

  /**
   * Resolves to `undefined` without a response: a server may close an idle connection at any time (RFC 9112
   * section 9.3.1), and what follows an earlier response may not be HTTP. The request is then sent on a new
   * connection.
   */
  async #beginOnIdle(request: Uint8Array): Promise<BegunExchange | undefined> {
    const [idle] = this.#idle;
    if (!idle) return undefined;
    this.#idle.delete(idle);
    try {
      return await this.#begin(idle, request);
    } catch (error) {
      if (error instanceof TimeoutError) throw error;
      return undefined;
    }
  }

  async #finish(
    { connection, head, isSent }: BegunExchange,
    method: string,
    mayKeep: () => boolean,
  ): Promise<CaseResponse> {
    let isKept = false;
    try {
      const response = { ...head, body: await connection.receiveBody(head, method) };
      isKept = canBeKept(head, method) && isSent() && mayKeep();
      if (isKept) this.#idle.add(connection);
      return response;
    } finally {
      if (!isKept) connection.destroy();
    }
  }

  /** Sends a request, and reads the head of the response. Destroys the connection when there is none. */
  async #begin(connection: ExchangeConnection, request: Uint8Array): Promise<BegunExchange> {
    let isSent = false;
    connection.beginExchange();
    try {
      // Not awaited: a server may respond without reading the body.
      const keepResult = (sent: boolean) => {
        isSent = sent;
      };
      connection.send(request).then(keepResult, () => {});
      return { connection, head: await receiveFinalHead(connection), isSent: () => isSent };
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }
}

function openSignal(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/**
 * Reads the head of the response, and skips interim ones: a client must accept them
 * unasked (RFC 9110 section 15.2).
 */
async function receiveFinalHead(connection: Connection): Promise<CaseResponseHead> {
  for (let interim = 0; interim <= maxInterim; interim++) {
    const head = await connection.receiveHead();
    if (head.status >= 200 || head.status === 101) return head;
  }
  throw new LimitError(`The server sends more than ${maxInterim} interim responses (1xx).`);
}

/** Returns whether the next response on the connection certainly begins where this one ends. */
function canBeKept({ headers }: CaseResponseHead, method: string): boolean {
  const hasEnd = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const isEnded = headers.connection?.some((value) => /\bclose\b/i.test(value)) ?? false;
  // Some servers send a body in response to HEAD, which would be read as the next response.
  return hasEnd && !isEnded && method !== 'HEAD';
}
