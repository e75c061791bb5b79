import type { Client, ClientPackage, ClusterClient } from './client.ts';
import { ConnectionError, failures } from './failures.ts';
import { type Address, endpointOf, type Settings } from './options.ts';

/**
 * What a connection is for. A server replies in the order of the commands, so lists and area queries, and a WAIT for
 * replicas, would delay all others.
 */
export type Purpose = 'records' | 'lists' | 'confirmed writes';

/** How long the cluster client waits before it connects to a lost node again, in milliseconds. */
const reconnectPause = 100;

/** The connections of a store, which are made when they are needed. */
export class Connections {
  readonly #make: () => Lane;
  readonly #current = new Map<Purpose, Lane>();
  readonly #retired = new Set<Lane>();
  isClosed = false;

  constructor(clientPackage: ClientPackage, settings: Settings, isCluster: boolean) {
    let nodes = settings.addresses;
    const keepNodes = (known: readonly Address[]) => {
      nodes = [...settings.addresses, ...known];
    };
    this.#make = () =>
      isCluster
        ? new ClusterLane(clientPackage, settings, nodes, keepNodes)
        : new ServerLane(clientPackage, settings);
  }

  /** The connections for a purpose, to one server or to all nodes of a cluster. */
  lane(purpose: Purpose): Lane {
    if (this.isClosed) throw new ConnectionError('the connection was closed', false);
    let lane = this.#current.get(purpose);
    if (!lane) {
      lane = this.#make();
      this.#current.set(purpose, lane);
    }
    return lane;
  }

  /** Lets the next call make new connections. Calls under way keep the old ones. */
  retire(lane: Lane): void {
    for (const [purpose, current] of this.#current) if (current === lane) this.#current.delete(purpose);
    this.#retired.add(lane);
    lane.retire(() => this.#retired.delete(lane));
  }

  retireAll(): void {
    for (const lane of [...this.#current.values()]) this.retire(lane);
  }

  /** Ends all connections at once, and makes no others. */
  close(): void {
    this.isClosed = true;
    for (const lane of [...this.#current.values(), ...this.#retired]) lane.destroy();
  }
}

/** Connections that calls share, to one server or to all nodes of a cluster. */
export abstract class Lane {
  #callsUnderWay = 0;
  #whenIdle: (() => void) | undefined;
  protected isDestroyed = false;
  /** Whether it is of no more use, because a new one has to be made. */
  isBroken = false;
  /** The last problem with one of the connections. */
  problem: unknown;

  /** What follows redirections; `undefined` for a single server. */
  abstract readonly cluster: ClusterClient | undefined;

  /** The client for a key. It is not ready when the connection is lost, or could not be made. */
  abstract clientOf(key: string): Client | Promise<Client>;

  destroy(): void {
    this.isDestroyed = true;
    this.end();
    this.#whenIdle?.();
  }

  /** Each `enter` of a call needs one `leave`. */
  enter(): void {
    this.#callsUnderWay++;
  }

  leave(): void {
    if (--this.#callsUnderWay === 0 && this.#whenIdle) this.destroy();
  }

  /** Ends the connections when no call is under way. */
  retire(ended: () => void): void {
    this.#whenIdle = ended;
    if (this.#callsUnderWay === 0) this.destroy();
  }

  protected abstract end(): void;
}

/** One connection to one server. It never reconnects: the next call makes another one, and looks up the host again. */
class ServerLane extends Lane {
  readonly cluster = undefined;
  readonly #client: Client;
  readonly #connected: Promise<unknown>;

  constructor(clientPackage: ClientPackage, settings: Settings) {
    super();
    const [address] = settings.addresses as [Address];
    this.#client = clientPackage.createClient(serverOptions(settings, address));
    this.#client.on('error', (error) => {
      this.problem = error;
    });
    this.#connected = this.#client.connect().then(
      () => {
        // The client goes on connecting when it is destroyed meanwhile.
        if (this.isDestroyed) this.end();
      },
      (error: unknown) => {
        this.isBroken = true;
        this.problem = error;
      },
    );
  }

  clientOf(): Client | Promise<Client> {
    return this.#client.isReady ? this.#client : this.#connect();
  }

  async #connect(): Promise<Client> {
    await this.#connected;
    this.isBroken = !this.#client.isReady;
    return this.#client;
  }

  protected end(): void {
    this.#client.destroy();
  }
}

/** The options of a client of one server, without its own reconnecting. */
export function serverOptions(settings: Settings, address: Address): object {
  const { database } = settings;
  return { ...clientOptions(settings), database, socket: { ...socketOptions(settings), ...address } };
}

/** A cluster client, which finds the nodes, and follows failovers and moved slots. */
class ClusterLane extends Lane {
  readonly cluster: ClusterClient;
  readonly #connected: Promise<unknown>;
  readonly #keepNodes: (nodes: readonly Address[]) => void;
  readonly #endpoint: string;

  constructor(
    clientPackage: ClientPackage,
    settings: Settings,
    nodes: readonly Address[],
    keepNodes: (nodes: readonly Address[]) => void,
  ) {
    const socket = socketOptions(settings);
    super();
    this.#keepNodes = keepNodes;
    this.#endpoint = endpointOf(settings);
    this.cluster = clientPackage.createCluster({
      RESP: 2,
      // A node that hangs must not hang the search for the nodes.
      rootNodes: nodes.map((address) => ({ socket: { ...address, socketTimeout: socket.connectTimeout } })),
      defaults: { ...clientOptions(settings), socket: { ...socket, reconnectStrategy: reconnectPause } },
      // Replicas are asked for the nodes alone.
      useReplicas: true,
      minimizeConnections: true,
      topologyRefreshOnReconnectionAttemptStrategy: reconnectPause,
    });
    for (const event of ['error', 'node-error']) {
      this.cluster.on(event, (error) => {
        this.problem = error;
      });
    }
    this.#connected = this.cluster.connect().catch(() => {
      this.isBroken = true;
    });
  }

  clientOf(key: string): Promise<Client> {
    return this.cluster.isReady ? this.cluster.getNodeClientForKey(key) : this.#connect(key);
  }

  async #connect(key: string): Promise<Client> {
    await this.#connected;
    if (this.isBroken) throw this.problem;
    if (this.cluster.masters.length === 0) {
      this.isBroken = true;
      const problem = 'the node does not belong to a cluster with slots';
      throw failures.unsuitable(
        'open',
        this.#endpoint,
        `${problem}: name another node, or give it slots with redis-cli --cluster`,
      );
    }
    return this.cluster.getNodeClientForKey(key);
  }

  override retire(ended: () => void): void {
    // The nodes that the URLs name may be the ones that are gone.
    this.#keepNodes([...this.cluster.nodeByAddress.values()].map(({ host, port }) => ({ host, port })));
    super.retire(ended);
  }

  protected end(): void {
    this.cluster.destroy();
  }
}

function clientOptions({ username, password }: Settings): object {
  return {
    RESP: 2,
    username,
    password,
    // What cannot be sent now must not be sent later, when its caller was told that it failed.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  };
}

function socketOptions({ tls, timeout }: Settings) {
  return { tls, connectTimeout: Math.ceil(timeout / 4), reconnectStrategy: false as const };
}
