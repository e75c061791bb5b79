import { StoreError } from '@location-records/core';
import { formatAddress } from './address.ts';
import type { ClientPackage } from './client.ts';
import { ClusterServers } from './cluster-servers.ts';
import { answersWithin, firstAnswer } from './first-answer.ts';
import { RedisNode } from './redis-node.ts';
import { askServerInfo } from './server-info.ts';
import type { Servers } from './servers.ts';
import { placeOf, type Settings } from './settings.ts';
import { SingleServer } from './single-server.ts';
import { sentence } from './store-failure.ts';

/**
 * Finds out whether the addresses are those of a cluster, and in that case all its nodes. The connection over which
 * that was found out stays in use.
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
    const found = await firstAnswer(nodes.map((node) => () => ask(node)));
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

/** Finds all nodes, and asks all masters at once what they do when their memory is full, as far as they answer. */
async function exploreCluster(
  servers: ClusterServers,
  settings: Settings,
  known: ServerReport,
): Promise<void> {
  if (settings.database !== 0) throw unsuitable(settings, 'a cluster has no databases; leave out its number');
  await servers.discover();
  const others = [...servers.masters].filter((node) => node !== known.node);
  const answers = await answersWithin(settings.timeout / 2, others.map(ask));
  for (const answer of answers) checkPolicy(settings, answer);
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
  return new StoreError('STORE_UNSUITABLE', sentence('open', placeOf(settings), problem));
}
