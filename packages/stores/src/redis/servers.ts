import type { ClientPackage } from './client.ts';
import { Connection } from './connection.ts';
import { ConnectionError } from './errors.ts';
import { type Address, formatAddress, type Settings } from './options.ts';

/** The servers of a store: a single one, or the nodes of a cluster. */
export interface Servers {
  /** The servers that take writes, as far as is known. */
  readonly masters: ReadonlySet<RedisNode>;
  /** The server that a key belongs to, as far as is known. */
  nodeOf(key: string): RedisNode;
  /** The server at an address that a redirection names. */
  nodeAt(address: Address): RedisNode;
  /** Call it when a redirection says that a key has moved for good. */
  moved(key: string, address: Address): void;
  /**
   * Call it when a server fails: the map may be old. Resolves when the map was read again, or could not be.
   */
  refresh(): Promise<void>;
  /** Ends all connections, and makes no others. */
  close(): void;
  readonly isClosed: boolean;
}

/** One server that is not a node of a cluster. */
export class SingleServer implements Servers {
  readonly #node: RedisNode;

  constructor(node: RedisNode) {
    this.#node = node;
  }

  get masters(): ReadonlySet<RedisNode> {
    return new Set([this.#node]);
  }

  nodeOf(): RedisNode {
    return this.#node;
  }

  nodeAt(): RedisNode {
    return this.#node;
  }

  moved(): void {}

  async refresh(): Promise<void> {}

  close(): void {
    this.#node.close();
  }

  get isClosed(): boolean {
    return this.#node.isClosed;
  }
}

/**
 * What a connection is for. Replies come in the order of the commands, so a list, an area query or a wait for
 * replicas would delay all others.
 */
export type Purpose = 'commands' | 'lists' | 'areas' | 'replicated writes';

/** One server and its connections, which are made when they are needed. */
export class RedisNode {
  readonly address: Address;
  readonly #package: ClientPackage;
  readonly #settings: Settings;
  readonly #open = new Map<Purpose, Connection>();
  readonly #opening = new Map<Purpose, Promise<Connection>>();
  readonly #all = new Set<Connection>();
  isClosed = false;
  /** When the server was first found to fail, by `performance.now()`; `undefined` while it works. */
  failingSince: number | undefined;
  /** When it last failed, on the same clock. */
  failedAt: number | undefined;

  constructor(clientPackage: ClientPackage, address: Address, settings: Settings) {
    this.#package = clientPackage;
    this.address = address;
    this.#settings = settings;
  }

  /** An open connection, if there is one. */
  connected(purpose: Purpose): Connection | undefined {
    const connection = this.#open.get(purpose);
    return connection?.isOpen ? connection : undefined;
  }

  /** An open connection, which concurrent calls share. It is made again when the last one has ended. */
  async connect(purpose: Purpose): Promise<Connection> {
    const open = this.connected(purpose);
    if (open) return open;
    let opening = this.#opening.get(purpose);
    if (!opening) {
      opening = this.#connect(purpose).finally(() => this.#opening.delete(purpose));
      this.#opening.set(purpose, opening);
    }
    return opening;
  }

  /** Ends all connections after their last replies. A later call makes them again. */
  retire(): void {
    for (const connection of this.#all) connection.retire();
  }

  /** The same for a server that left the cluster, without further connections. */
  leave(): void {
    this.isClosed = true;
    this.retire();
  }

  /** Ends all connections, and makes no others. */
  close(): void {
    this.isClosed = true;
    for (const connection of this.#all) connection.end('was closed');
  }

  async #connect(purpose: Purpose): Promise<Connection> {
    if (this.isClosed) {
      throw new ConnectionError(`the connection to ${formatAddress(this.address)} was closed`, false);
    }
    const last = this.#open.get(purpose);
    if (last) this.#all.delete(last);
    const connection = new Connection(this.#package, this.address, this.#settings);
    this.#all.add(connection);
    const timer = setTimeout(
      () => connection.end('could not be made: the server does not respond'),
      this.#settings.timeout,
    );
    try {
      await connection.open();
    } catch (error) {
      this.#all.delete(connection);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    this.#open.set(purpose, connection);
    return connection;
  }
}
