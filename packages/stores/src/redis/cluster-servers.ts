import { withinTime } from './call.ts';
import type { ClientPackage, Reply } from './client.ts';
import type { Connection } from './connection.ts';
import { ConnectionError } from './errors.ts';
import { firstReply } from './first-reply.ts';
import { type Address, formatAddress, type Settings } from './options.ts';
import { RedisNode, type Servers } from './servers.ts';

/** The minimum time between two requests for the map of the cluster (ms). */
const refreshInterval = 100;

/** The nodes of a cluster, as far as they are known. */
export class ClusterServers implements Servers {
  readonly #package: ClientPackage;
  readonly #settings: Settings;
  readonly #nodes = new Map<string, RedisNode>();
  readonly #slots = new Map<string, number>();
  #owners: (RedisNode | undefined)[] = [];
  #refreshing: Promise<void> | undefined;
  #refreshed = Number.NEGATIVE_INFINITY;
  isClosed = false;

  /** `nodes` are the nodes that the options name. */
  constructor(clientPackage: ClientPackage, settings: Settings, nodes: readonly RedisNode[]) {
    this.#package = clientPackage;
    this.#settings = settings;
    for (const node of nodes) this.#nodes.set(formatAddress(node.address), node);
  }

  get masters(): ReadonlySet<RedisNode> {
    return new Set(this.#owners.filter((owner) => owner !== undefined));
  }

  nodeOf(key: string): RedisNode {
    const owner = this.#owners[this.#slotOf(key)];
    if (owner) return owner;
    // Any other node redirects to the owner of the key, or replies that the cluster is down.
    for (const node of this.#nodes.values()) {
      if (node.failingSince === undefined) return node;
    }
    return this.nodeAt(this.#settings.addresses[0] as Address);
  }

  nodeAt(address: Address): RedisNode {
    const name = formatAddress(address);
    let node = this.#nodes.get(name);
    if (!node) {
      node = new RedisNode(this.#package, address, this.#settings);
      this.#nodes.set(name, node);
      if (this.isClosed) node.close();
    }
    return node;
  }

  moved(key: string, address: Address): void {
    this.#owners[this.#slotOf(key)] = this.nodeAt(address);
    // Other keys have probably moved with it.
    void this.refresh();
  }

  async refresh(): Promise<void> {
    if (performance.now() - this.#refreshed < refreshInterval) return;
    this.#refreshing ??= this.discover()
      // A call that needs a missing node gets the error of its own command.
      .catch(() => {})
      .finally(() => {
        this.#refreshed = performance.now();
        this.#refreshing = undefined;
      });
    await this.#refreshing;
  }

  /**
   * Asks for the map of the cluster.
   *
   * @throws the last problem, when no node responds.
   */
  async discover(): Promise<void> {
    // In random order: a node that is cut off from the others replies with an old map.
    const known = shuffled(this.#nodes.values());
    const isWell = (node: RedisNode) =>
      node.failingSince === undefined && node.connected('commands') !== undefined;
    const nodes = [...known.filter(isWell), ...known.filter((node) => !isWell(node))];
    const candidates = nodes.map(({ address }) => address);
    for (const address of this.#settings.addresses) {
      if (!this.#nodes.has(formatAddress(address))) candidates.push(address);
    }
    this.#apply(await firstReply(candidates.map((address) => () => this.#ask(address))));
  }

  close(): void {
    this.isClosed = true;
    for (const node of this.#nodes.values()) node.close();
  }

  async #ask(address: Address): Promise<SlotRange[]> {
    const known = this.#nodes.get(formatAddress(address));
    const node = known ?? new RedisNode(this.#package, address, this.#settings);
    try {
      // A node that hangs must not keep later calls from asking the others.
      return await withinTime(this.#settings.timeout, async (call) => {
        const connection = await node.connect('commands');
        call.sent(connection);
        try {
          return await askClusterMap(connection, address);
        } finally {
          call.replied(connection);
        }
      });
    } finally {
      if (!known) node.close();
    }
  }

  #apply(ranges: readonly SlotRange[]): void {
    if (this.isClosed) return;
    const owners: (RedisNode | undefined)[] = new Array(slotCount);
    const present = new Set<RedisNode>();
    for (const { first, last, master, replicas } of ranges) {
      const owner = this.nodeAt(master);
      owners.fill(owner, first, last + 1);
      for (const address of [master, ...replicas]) present.add(this.nodeAt(address));
    }
    for (const [name, node] of this.#nodes) {
      if (present.has(node)) continue;
      node.leave();
      this.#nodes.delete(name);
    }
    this.#owners = owners;
  }

  #slotOf(key: string): number {
    let slot = this.#slots.get(key);
    if (slot === undefined) {
      slot = keySlot(key);
      // One for each bucket, and one for the format.
      this.#slots.set(key, slot);
    }
    return slot;
  }
}

/** The slots from `first` to `last` of a cluster. */
interface SlotRange {
  readonly first: number;
  readonly last: number;
  readonly master: Address;
  readonly replicas: readonly Address[];
}

/**
 * Asks the node at `asked` for its map of the cluster.
 *
 * @throws when it knows no slots: one that was taken out of the cluster, or has forgotten it, responds as well.
 */
async function askClusterMap(connection: Connection, asked: Address): Promise<SlotRange[]> {
  const ranges = (await connection.send(['CLUSTER', 'SLOTS'])) as readonly (readonly Reply[])[];
  if (ranges.length === 0) {
    throw new ConnectionError(
      `${formatAddress(asked)} does not belong to a cluster with slots: name another node, or give it slots with redis-cli --cluster`,
      false,
    );
  }
  return ranges.map(([first, last, ...nodes]) => {
    const [master, ...replicas] = nodes.map((node) => addressOf(node as readonly Reply[], asked));
    if (master === undefined) throw new Error(`The slots from ${first} to ${last} have no master.`);
    return { first: Number(first), last: Number(last), master, replicas };
  });
}

/** A node that does not know its own name replies with an empty one or "?". */
function addressOf([name, port]: readonly Reply[], asked: Address): Address {
  const host = name === null ? '' : String(name);
  return { host: host === '' || host === '?' ? asked.host : host, port: Number(port) };
}

/** The number of slots of a Redis Cluster. */
export const slotCount = 16_384;

/** The slot of a key of a Redis Cluster: CRC16 (XMODEM) of the part in braces, if there is one. */
export function keySlot(key: string): number {
  const text = /\{([^}]+)\}/.exec(key)?.[1] ?? key;
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc % slotCount;
}

/** The same items in random order. */
function shuffled<T>(items: Iterable<T>): T[] {
  const rest = [...items];
  for (let index = rest.length; index > 1; index--) {
    rest.push(...rest.splice(Math.floor(Math.random() * index), 1));
  }
  return rest;
}
