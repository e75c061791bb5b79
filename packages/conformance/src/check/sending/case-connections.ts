import type { CaseResponse, Connection } from '../../http/service.ts';
import { ConnectionPool } from '../../transport/connection-pool.ts';

/** The connections of one case, which can all be closed at once. */
export class CaseConnections {
  readonly #connect: () => Promise<Connection>;
  readonly #isShared: boolean;
  readonly #pool: ConnectionPool;
  readonly #opened: Connection[] = [];
  #underWay = 0;
  #reason: Error | undefined;

  /** @param isShared whether requests one after the other share a connection. */
  constructor(connect: () => Promise<Connection>, isShared: boolean) {
    this.#connect = connect;
    this.#isShared = isShared;
    this.#pool = new ConnectionPool(connect);
  }

  /** Why the connections were closed; `undefined` while they are open. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /**
   * Sends a request, and reads the response. Its connection is kept only where the case has no other one, since some
   * servers serve one connection at a time.
   */
  async exchange(request: Uint8Array, method: string): Promise<CaseResponse> {
    this.#underWay++;
    try {
      const mayKeep = () => this.#isShared && this.#underWay === 1 && this.#opened.length === 0;
      return await this.#pool.exchange(request, method, mayKeep);
    } finally {
      this.#underWay--;
    }
  }

  /** Opens a connection. Rejects with the reason after `stop`. */
  async open(): Promise<Connection> {
    if (this.#reason) throw this.#reason;
    this.#pool.close();
    const connection = await this.#connect();
    this.#opened.push(connection);
    if (this.#reason) this.stop(this.#reason);
    return connection;
  }

  /** Closes all connections, so that their readers reject. The first reason counts. */
  stop(reason: Error): void {
    this.#reason ??= reason;
    this.#pool.destroy();
    for (const connection of this.#opened.splice(0)) connection.destroy();
  }

  /** Closes the connection that requests share. */
  close(): void {
    this.#pool.close();
  }
}
