import type { LocationStore } from '@location-records/core';
import { withinTime } from './call.ts';
import { type ClientPackage, loadClientPackage, withOneClass } from './client.ts';
import { Commands } from './commands.ts';
import { failures } from './failures.ts';
import { findServers } from './find-servers.ts';
import { repliesWithin } from './first-reply.ts';
import { checkOptions, endpointOf, type RedisStoreOptions } from './options.ts';
import { RedisStore } from './redis-store.ts';
import type { Purpose, RedisNode, Servers } from './servers.ts';
import { openFormat } from './stored-format.ts';
import { Buckets } from './stored-records.ts';

/**
 * Opens a store in Redis, Valkey or a Redis Cluster, for this process and others at the same time. The records are the
 * fields of hashes, the buckets, named `<prefix>:{<number>}`.
 *
 * A resolved write is in the memory of its server, and of as many of its replicas as `replicas` says; what survives
 * a crash or a fail-over beyond that, the server's settings decide. A list is live, and in no order.
 *
 * Every call settles within `timeout`. Lost connections are made again, and fail-overs followed, without any help.
 *
 * @example
 * const store = await openRedisStore({ url: 'redis://localhost:6379' });
 *
 * @throws {OptionError} (as a rejection) when an option cannot work or is not known.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when the package `redis` is missing, or the server cannot
 * be reached or written to now; `STORE_UNSUITABLE` when keys of the prefix are another program's, or of a newer
 * version, or spread over another number of buckets.
 * @throws the reason of the signal (as a rejection) when that gives up opening.
 */
export async function openRedisStore(options: RedisStoreOptions): Promise<LocationStore> {
  const settings = checkOptions(options);
  return openWithClient(await loadClientPackage(), settings);
}

/** The same, with a client of the caller's choosing. */
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
      // The first list and the first confirmed write would wait for their connections otherwise.
      const connecting = connectMasters(servers, ['lists', commands.writing]);
      const count = await openFormat(call, commands, settings, endpoint);
      // Where one cannot be made now, whoever needs it makes it.
      await repliesWithin(call.remaining / 2, connecting);
      const buckets = new Buckets(prefix, count);
      return new RedisStore({ endpoint, timeout, servers, commands, buckets });
    });
  } catch (error) {
    opening.abort();
    throw signal?.aborted ? signal.reason : failures.wrap('open', endpoint, error);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

function connectMasters({ masters }: Servers, purposes: readonly Purpose[]): Promise<void>[] {
  // One that hangs, or cannot be reached, is of no interest before a call needs it.
  const connect = (node: RedisNode, purpose: Purpose) => node.connect(purpose).then(ignore, ignore);
  return [...masters].flatMap((node) => purposes.map((purpose) => connect(node, purpose)));
}

function ignore(): void {}
