import type { StoreError } from '@location-records/core';
import type { ClientPackage } from './client.ts';
import { ClusterServers } from './cluster-servers.ts';
import type { Connection } from './connection.ts';
import { failures } from './failures.ts';
import { firstReply, repliesWithin } from './first-reply.ts';
import { endpointOf, formatAddress, type Settings } from './options.ts';
import { RedisNode, type Servers, SingleServer } from './servers.ts';

/**
 * Finds out whether the addresses belong to a cluster, and then finds all its nodes. The store keeps using
 * the connection of the first reply.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when they are not what the options say, or would drop records.
 * @throws the last problem, when none can be reached.
 */
export async function findServers(
  clientPackage: ClientPackage,
  settings: Settings,
  signal: AbortSignal,
): Promise<Servers> {
  const { addresses } = settings;
  const names = new Map(addresses.map((address) => [formatAddress(address), address]));
  const nodes = [...names.values()].map((address) => new RedisNode(clientPackage, address, settings));
  const servers = new ClusterServers(clientPackage, settings, nodes);
  const giveUp = () => servers.close();
  signal.addEventListener('abort', giveUp);
  try {
    const found = await firstReply(nodes.map((node) => () => ask(node)));
    if (found.isSentinel) {
      const name = formatAddress(found.node.address);
      throw unsuitable(
        settings,
        `${name} is a Sentinel, which holds no records; name the master that it watches, or an address that follows it`,
      );
    }
    checkPolicy(settings, found);
    if (found.isClusterNode) {
      await exploreCluster(servers, settings, found);
      return servers;
    }
    if (addresses.length === 1) return new SingleServer(found.node);
    throw unsuitable(
      settings,
      `${formatAddress(found.node.address)} is not a node of a cluster; give one URL only`,
    );
  } catch (error) {
    servers.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/**
 * Finds all nodes, and asks all masters at once for their policy when memory is full. Masters without a reply
 * are skipped.
 */
async function exploreCluster(
  servers: ClusterServers,
  settings: Settings,
  known: ServerReport,
): Promise<void> {
  if (settings.database !== 0) throw unsuitable(settings, 'a cluster has no databases; leave out its number');
  await servers.discover();
  const others = [...servers.masters].filter((node) => node !== known.node);
  const replies = await repliesWithin(settings.timeout / 2, others.map(ask));
  for (const reply of replies) checkPolicy(settings, reply);
}

type ServerReport = Awaited<ReturnType<typeof ask>>;

async function ask(node: RedisNode) {
  return { node, ...(await askServerInfo(await node.connect('commands'))) };
}

function checkPolicy(settings: Settings, { node, evictionPolicy }: ServerReport): void {
  if (!evictionPolicy.startsWith('allkeys-')) return;
  const problem = `the maxmemory-policy ${evictionPolicy} of ${formatAddress(node.address)} drops records when its memory is full`;
  throw unsuitable(settings, `${problem}; set it to noeviction`);
}

function unsuitable(settings: Settings, problem: string): StoreError {
  return failures.unsuitable('open', endpointOf(settings), problem);
}

/** What a server reports about itself. */
interface ServerInfo {
  readonly isClusterNode: boolean;
  /** It watches other servers, and holds no records. */
  readonly isSentinel: boolean;
  /** What it does when its memory is full, such as `noeviction`. */
  readonly evictionPolicy: string;
}

/** Asks a server for its report. */
async function askServerInfo(connection: Connection): Promise<ServerInfo> {
  const text = String(await connection.send(['INFO']));
  const read = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1] ?? '';
  const isSentinel = read('redis_mode') === 'sentinel' || read('server_mode') === 'sentinel';
  return {
    isClusterNode: read('cluster_enabled') === '1',
    isSentinel,
    evictionPolicy: read('maxmemory_policy'),
  };
}
