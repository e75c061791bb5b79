import type { LocationStore } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { AreaRedisStore } from './area-redis-store.ts';
import { withinTime } from './call.ts';
import { type ClientPackage, loadClientPackage, withOneClass } from './client.ts';
import { Commands } from './commands.ts';
import { failures } from './failures.ts';
import { findServers } from './find-servers.ts';
import { repliesWithin } from './first-reply.ts';
import { checkOptions, endpointOf, type RedisStoreOptions } from './options.ts';
import { placedWrites, plainWrites } from './record-writes.ts';
import { RedisStore } from './redis-store.ts';
import type { Purpose, RedisNode, Servers } from './servers.ts';
import { openFormat } from './stored-format.ts';
import { Buckets } from './stored-records.ts';

/**
 * Opens a store in Redis, Valkey or a Redis Cluster, for any number of processes. The records are the fields
 * of hashes, the buckets, named `<prefix>:{<number>}`.
 *
 * A resolved write is in the memory of its server, and of as many replicas as `replicas` says. The settings
 * of the server decide what survives a crash or a failover beyond that. A list is live, and in no order.
 *
 * Every call settles within `timeout`. The store makes lost connections again, and follows failovers.
 *
 * @example
 * const store = await openRedisStore({ url: 'redis://localhost:6379' });
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when the package `redis` is missing, or the server cannot
 * be reached or written to now; `STORE_UNSUITABLE` when keys of the prefix are another program's, or of a newer
 * version, or spread over another number of buckets, or without the places that `areas: true` needs.
 * @throws the reason of the signal (as a rejection) when that stops opening.
 */
export function openRedisStore(options: RedisStoreOptions & { readonly areas: true }): Promise<AreaStore>;
/** The same without `areas: true`. `isAreaStore` tells whether the store offers area queries. */
export function openRedisStore(options: RedisStoreOptions): Promise<LocationStore>;
export async function openRedisStore(options: RedisStoreOptions): Promise<LocationStore> {
  const settings = checkOptions(options);
  return openWithClient(await loadClientPackage(), settings);
}

/** The same with a package of the caller's choice. */
export async function openWithClient(
  loaded: ClientPackage,
  settings: ReturnType<typeof checkOptions>,
): Promise<LocationStore> {
  const { prefix, signal, timeout } = settings;
  signal?.throwIfAborted();
  const clientPackage = withOneClass(loaded);
  const endpoint = endpointOf(settings);
  const opening = new AbortController();
  const giveUp = () => opening.abort();
  signal?.addEventListener('abort', giveUp);
  try {
    return await withinTime(timeout, async (call) => {
      const servers = await findServers(clientPackage, settings, opening.signal);
      opening.signal.addEventListener('abort', () => servers.close());
      if (opening.signal.aborted) servers.close();
      const commands = new Commands(servers, settings);
      // Otherwise the first list and the first confirmed write would wait for their connections.
      const connecting = connectMasters(servers, ['lists', commands.writing]);
      const format = await openFormat(call, commands, settings, endpoint);
      const isAreaStore = format.hasPlaces && settings.areas !== false;
      if (isAreaStore) connecting.push(...connectMasters(servers, ['areas']));
      // A call that needs a missing connection makes it.
      await repliesWithin(call.remaining / 2, connecting);
      // A signal that closes the servers settles these connections, too.
      opening.signal.throwIfAborted();
      const buckets = new Buckets(prefix, format.buckets);
      const writes = format.hasPlaces ? placedWrites : plainWrites;
      const parts = { endpoint, timeout, servers, commands, buckets, writes };
      return isAreaStore ? new AreaRedisStore(parts) : new RedisStore(parts);
    });
  } catch (error) {
    opening.abort();
    throw signal?.aborted ? signal.reason : failures.wrap('open', endpoint, error);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

function connectMasters({ masters }: Servers, purposes: readonly Purpose[]): Promise<void>[] {
  // A server that hangs or cannot be reached does not matter before a call needs it.
  const connect = (node: RedisNode, purpose: Purpose) => node.connect(purpose).then(ignore, ignore);
  return [...masters].flatMap((node) => purposes.map((purpose) => connect(node, purpose)));
}

function ignore(): void {}
