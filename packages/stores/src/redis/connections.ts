import type { Client, ClientPackage, ClusterClient } from './client.ts';
import { ConnectionError, failures } from './failures.ts';
import { type Address, endpointOf, type Settings } from './options.ts';

/**
 * What a connection is for. A server replies in the order of the commands, so lists, area queries and WAIT
 * would delay all others.
 */
export type Purpose = 'records' | 'lists' | 'confirmed writes';

/** Shared connections: one to a server, or one to each node of a cluster. */
export interface Lane {
  /** The client that follows redirections; `undefined` for a single server. */
  readonly cluster: ClusterClient | undefined;
  /** Whether it must be replaced. */
  isBroken: boolean;
  /** Whether all replies wait for an overdue one. */
  isStuck: boolean;
  /** The last problem with one of the connections. */
  problem: unknown;
  /** Returns the client for a key. It is not ready if it could not connect, or lost its connection. */
  clientOf(key: string): Client | Promise<Client>;
  /** Ends the connections at once. */
  destroy(): void;
}

/** The connections of a store, made on demand. */
export class Connections {
  readonly #package: ClientPackage;
  readonly #settings: Settings;
  readonly #isCluster: boolean;
  readonly #current = new Map<Purpose, Lane>();
  readonly #retired = new Set<Lane>();
  /** Nodes of the cluster beyond those of the URLs. */
  #knownNodes: readonly Address[] = [];
  isClosed = false;

  constructor(clientPackage: ClientPackage, settings: Settings, isCluster: boolean) {
    this.#package = clientPackage;
    this.#settings = settings;
    this.#isCluster = isCluster;
  }

  lane(purpose: Purpose): Lane {
    if (this.isClosed) throw new ConnectionError('the connection was closed', false);
    const current = this.#current.get(purpose);
    if (current) return current;
    const lane = this.#isCluster
      ? connectCluster(this.#package, this.#settings, this.#knownNodes)
      : connectServer(this.#package, this.#settings);
    this.#current.set(purpose, lane);
    return lane;
  }

  /**
   * Makes the next call connect again. Pending calls keep the old connections, unless these are broken or
   * stuck.
   */
  retire(lane: Lane): void {
    const [purpose] = [...this.#current].find(([, current]) => current === lane) ?? [];
    if (purpose === undefined) return;
    this.#current.delete(purpose);
    const nodes = [...(lane.cluster?.nodeByAddress.values() ?? [])];
    if (nodes.length > 0) this.#knownNodes = nodes.map(({ host, port }) => ({ host, port }));
    if (lane.isBroken || lane.isStuck) {
      lane.destroy();
      return;
    }
    this.#retired.add(lane);
    const end = () => {
      this.#retired.delete(lane);
      lane.destroy();
    };
    // No call takes longer.
    setTimeout(end, this.#settings.timeout).unref();
  }

  retireAll(): void {
    for (const lane of [...this.#current.values()]) this.retire(lane);
  }

  /** Ends all connections at once, for good. */
  close(): void {
    this.isClosed = true;
    for (const lane of [...this.#current.values(), ...this.#retired]) lane.destroy();
  }
}

/** Connects to one server, without reconnecting: the next lane looks up the host again. */
function connectServer(clientPackage: ClientPackage, settings: Settings): Lane {
  const [address] = settings.addresses as [Address];
  const client = clientPackage.createClient(serverOptions(settings, address));
  const lane: Lane = {
    cluster: undefined,
    isBroken: false,
    isStuck: false,
    problem: undefined,
    clientOf: () => (client.isReady ? client : connected),
    destroy() {
      lane.isBroken = true;
      client.destroy();
    },
  };
  const fail = (error: unknown) => {
    lane.isBroken = true;
    lane.problem = error;
  };
  client.on('error', fail);
  const connected = client
    .connect()
    // A client destroyed early goes on connecting.
    .then(() => lane.isBroken && client.destroy(), fail)
    .then(() => client);
  return lane;
}

/** Connects to a cluster, whose client finds the nodes, and follows failovers and moved slots. */
function connectCluster(
  clientPackage: ClientPackage,
  settings: Settings,
  knownNodes: readonly Address[],
): Lane {
  const socket = socketOptions(settings);
  const cluster = clientPackage.createCluster({
    RESP: 2,
    // A hanging node must not block the search for the others.
    rootNodes: [...settings.addresses, ...knownNodes].map((address) => ({
      socket: { ...address, socketTimeout: socket.connectTimeout },
    })),
    defaults: { ...clientOptions(settings), socket: { ...socket, reconnectStrategy: reconnectPause } },
    // Replicas are only asked for the nodes.
    useReplicas: true,
    minimizeConnections: true,
    topologyRefreshOnReconnectionAttemptStrategy: reconnectPause,
  });
  const lane: Lane = {
    cluster,
    isBroken: false,
    isStuck: false,
    problem: undefined,
    clientOf: (key) =>
      cluster.isReady
        ? cluster.getNodeClientForKey(key)
        : connected.then(() => cluster.getNodeClientForKey(key)),
    destroy: () => cluster.destroy(),
  };
  for (const event of ['error', 'node-error']) {
    cluster.on(event, (error) => {
      lane.problem = error;
    });
  }
  const connected = cluster
    .connect()
    .then(() => checkSlots(cluster, settings))
    .catch((error: unknown) => {
      lane.isBroken = true;
      throw cluster.isReady ? error : lane.problem;
    });
  connected.catch(() => {});
  return lane;
}

/** How long the cluster client waits before it connects to a lost node again, in milliseconds. */
const reconnectPause = 100;

function checkSlots({ masters }: ClusterClient, settings: Settings): void {
  if (masters.length > 0) return;
  const problem = 'the node does not belong to a cluster with slots';
  const remedy = 'name another node, or give it slots with redis-cli --cluster';
  throw failures.unsuitable('open', endpointOf(settings), `${problem}: ${remedy}`);
}

/** Returns the options of a client of one server, without reconnecting. */
export function serverOptions(settings: Settings, address: Address): object {
  const { database } = settings;
  return { ...clientOptions(settings), database, socket: { ...socketOptions(settings), ...address } };
}

function clientOptions({ username, password }: Settings): object {
  return {
    RESP: 2,
    username,
    password,
    // A command must not be sent after its caller was told that it failed.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
  };
}

function socketOptions({ tls, timeout }: Settings) {
  return { tls, connectTimeout: Math.ceil(timeout / 4), reconnectStrategy: false as const };
}
