import type { CaseResponse, Connection } from '../../http/service.ts';
import { ConnectionPool } from '../../transport/connection-pool.ts';

/** How many requests are under way at once where the server loses connections of a crowd: its queue may hold 5. */
export const fewAtOnce = 4;

/** How the requests of a case share connections. */
export interface Sharing {
  /** Whether requests one after the other share a connection. */
  readonly isShared: boolean;
  /** How many requests may be under way at once. Others wait. */
  readonly maxAtOnce: number;
}

/** The connections of one case, which can all be closed at once. */
export class CaseConnections {
  readonly #connect: () => Promise<Connection>;
  readonly #sharing: Sharing;
  readonly #pool: ConnectionPool;
  readonly #opened: Connection[] = [];
  /** Requests that wait until fewer are under way. */
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #peak = 0;
  #reason: Error | undefined;

  constructor(connect: () => Promise<Connection>, sharing: Sharing) {
    this.#connect = connect;
    this.#sharing = sharing;
    this.#pool = new ConnectionPool(connect);
  }

  /** Why the connections were closed; `undefined` while they are open. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** The largest number of requests that were under way at once. */
  get peak(): number {
    return this.#peak;
  }

  /**
   * Sends a request, and reads the response. Its connection is kept only where the case has no other one, since some
   * servers serve one connection at a time.
   */
  async exchange(request: Uint8Array, method: string): Promise<CaseResponse> {
    while (this.#underWay >= this.#sharing.maxAtOnce) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (this.#reason) throw this.#reason;
    }
    this.#underWay++;
    this.#peak = Math.max(this.#peak, this.#underWay);
    try {
      const mayKeep = () => this.#sharing.isShared && this.#underWay === 1 && this.#opened.length === 0;
      return await this.#pool.exchange(request, method, mayKeep);
    } finally {
      this.#underWay--;
      this.#waiting.shift()?.();
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
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Closes the connection that requests share. */
  close(): void {
    this.#pool.close();
  }
}
