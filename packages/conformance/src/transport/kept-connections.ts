import type { CaseResponse, Connection } from '../http/service.ts';
import { TimeOutError } from './time-out-error.ts';

/** Connections that are used again as long as the server lets them, for many requests one after the other. */
export class KeptConnections {
  readonly #connect: () => Promise<Connection>;
  readonly #idle = new Set<Connection>();

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect;
  }

  /**
   * Sends a request, and reads the answer. A server may end a connection that was idle whenever it likes, so that a
   * request that got no answer on one is sent again, on a new one (RFC 9112 section 9.3.1).
   */
  async exchange(request: Uint8Array, method: string): Promise<CaseResponse> {
    const [idle] = this.#idle;
    if (idle) {
      this.#idle.delete(idle);
      try {
        return await this.#exchangeOn(idle, request, method);
      } catch (error) {
        // Anything else may come of how the connection was left before.
        if (error instanceof TimeOutError) throw error;
      }
    }
    return this.#exchangeOn(await this.#connect(), request, method);
  }

  /** Ends the connections that are idle. */
  close(): void {
    for (const connection of this.#idle) connection.destroy();
    this.#idle.clear();
  }

  async #exchangeOn(connection: Connection, request: Uint8Array, method: string): Promise<CaseResponse> {
    let isKept = false;
    try {
      // Not awaited: a server may answer without reading the body.
      const sent = connection.send(request);
      sent.catch(() => {});
      const response = await connection.receive(method);
      isKept = canBeKept(response, method) && (await sent);
      if (isKept) this.#idle.add(connection);
      return response;
    } finally {
      if (!isKept) connection.destroy();
    }
  }
}

/** Whether the next answer on the connection is sure to begin where this one ends. */
function canBeKept({ headers }: CaseResponse, method: string): boolean {
  const hasEnd = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const isEnded = headers.connection?.some((value) => /\bclose\b/i.test(value)) ?? false;
  // Some servers send a body with an answer to HEAD, which would be taken for the next answer.
  return hasEnd && !isEnded && method !== 'HEAD';
}
