import type { Connection } from '../../http/service.ts';

/** The connections of one case, all of which can be taken away from it. */
export class CaseConnections {
  readonly #connect: () => Promise<Connection>;
  readonly #open: Connection[] = [];
  #reason: Error | undefined;

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect;
  }

  /** Why the case has no connections any more. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** Opens a connection. Rejects with the reason once the case is to have none. */
  async open(): Promise<Connection> {
    if (this.#reason) throw this.#reason;
    const connection = await this.#connect();
    this.#open.push(connection);
    if (this.#reason) this.stop(this.#reason);
    return connection;
  }

  /** Ends all connections, for the first reason that is given: whoever waits on one learns that it has ended. */
  stop(reason: Error): void {
    this.#reason ??= reason;
    for (const connection of this.#open.splice(0)) connection.destroy();
  }
}
