import { StoreError } from '@location-records/core';
import { type Address, formatAddress } from './address.ts';
import type { ClientPackage } from './client.ts';
import { ClusterServers } from './cluster-servers.ts';
import { firstAnswer } from './first-answer.ts';
import { RedisNode } from './redis-node.ts';
import { askServerInfo } from './server-info.ts';
import type { Servers } from './servers.ts';
import { placeOf, type Settings } from './settings.ts';
import { SingleServer } from './single-server.ts';
import { sentence } from './store-failure.ts';

/**
 * Finds out whether the addresses are those of a cluster, and in that case all its nodes.
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
  const probes = addresses.map((address) => new RedisNode(clientPackage, address, settings));
  const endProbes = () => {
    for (const probe of probes) probe.close();
  };
  signal.addEventListener('abort', endProbes);
  try {
    const found = await firstAnswer(probes.map((probe) => () => ask(probe)));
    const { address, isClusterNode } = found;
    checkPolicy(settings, found);
    if (isClusterNode) return await findCluster(clientPackage, settings, signal);
    if (addresses.length === 1) return new SingleServer(new RedisNode(clientPackage, address, settings));
    throw unsuitable(settings, `${formatAddress(address)} is no node of a cluster; give one URL only`);
  } finally {
    signal.removeEventListener('abort', endProbes);
    endProbes();
  }
}

async function findCluster(
  clientPackage: ClientPackage,
  settings: Settings,
  signal: AbortSignal,
): Promise<ClusterServers> {
  if (settings.database !== 0) throw unsuitable(settings, 'a cluster has no databases; leave out its number');
  const servers = new ClusterServers(clientPackage, settings);
  const giveUp = () => servers.close();
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    await servers.discover();
    const asked = await Promise.allSettled([...servers.masters].map(ask));
    for (const answer of asked) if (answer.status === 'fulfilled') checkPolicy(settings, answer.value);
    return servers;
  } catch (error) {
    servers.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function ask(node: RedisNode) {
  return { address: node.address as Address, ...(await askServerInfo(await node.connect('commands'))) };
}

function checkPolicy(settings: Settings, { address, evictionPolicy }: Awaited<ReturnType<typeof ask>>): void {
  if (!evictionPolicy.startsWith('allkeys-')) return;
  const problem = `the maxmemory-policy ${evictionPolicy} of ${formatAddress(address)} drops records when its memory is full`;
  throw unsuitable(settings, `${problem}; set it to noeviction`);
}

function unsuitable(settings: Settings, problem: string): StoreError {
  return new StoreError('STORE_UNSUITABLE', sentence('open', placeOf(settings), problem));
}
