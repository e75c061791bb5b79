import type { LocationStore, StoreError } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { AreaRedisStore } from './area-redis-store.ts';
import { Calls } from './calls.ts';
import { type ClientPackage, loadClientPackage } from './client.ts';
import { Connections, serverOptions } from './connections.ts';
import { ConnectionError, failures, ReplyError } from './failures.ts';
import {
  type Address,
  checkOptions,
  endpointOf,
  formatAddress,
  type RedisStoreOptions,
  type Settings,
} from './options.ts';
import { RedisStore } from './redis-store.ts';
import { openFormat } from './stored-format.ts';
import { Keys } from './stored-records.ts';

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
 * be reached or written to now; `STORE_UNSUITABLE` when keys of the prefix are another program's, or spread over another
 * number of buckets, or without the places that `areas: true` needs.
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
  clientPackage: ClientPackage,
  settings: Settings,
): Promise<LocationStore> {
  const { prefix, timeout, signal } = settings;
  signal?.throwIfAborted();
  const endpoint = endpointOf(settings);
  const late = AbortSignal.timeout(timeout);
  const stopped = signal ? AbortSignal.any([signal, late]) : late;
  let connections: Connections | undefined;
  const giveUp = () => connections?.close();
  stopped.addEventListener('abort', giveUp);
  try {
    const isCluster = await findKind(clientPackage, settings, stopped);
    connections = new Connections(clientPackage, settings, isCluster);
    if (stopped.aborted) giveUp();
    const calls = new Calls(clientPackage, connections, settings);
    const format = await openFormat(calls, settings, endpoint);
    stopped.throwIfAborted();
    const keys = new Keys(prefix, format.buckets);
    const parts = { endpoint, connections, calls, keys, format };
    return format.areas && settings.areas !== false ? new AreaRedisStore(parts) : new RedisStore(parts);
  } catch (error) {
    giveUp();
    throw signal?.aborted ? signal.reason : failures.wrap('open', endpoint, error);
  } finally {
    stopped.removeEventListener('abort', giveUp);
  }
}

/**
 * Asks all addresses at once, and resolves to whether the first that replies is a node of a cluster.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when it is not what the options say, or would drop records.
 * @throws the problem with the first address, when none can be reached.
 */
async function findKind(
  clientPackage: ClientPackage,
  settings: Settings,
  stopped: AbortSignal,
): Promise<boolean> {
  const { addresses } = settings;
  const found = new AbortController();
  const ended = AbortSignal.any([stopped, found.signal]);
  const { name, info } = await Promise.any(
    addresses.map((address) => askServer(clientPackage, settings, address, ended)),
  )
    .catch(({ errors: [first] }: AggregateError) => {
      throw first;
    })
    .finally(() => found.abort());
  const read = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  if (read('redis_mode') === 'sentinel') {
    throw unsuitable(
      settings,
      `${name} is a Sentinel, which holds no records; name the master that it watches`,
    );
  }
  const policy = read('maxmemory_policy');
  if (policy.startsWith('allkeys-')) {
    const problem = `the maxmemory-policy ${policy} of ${name} drops records when its memory is full`;
    throw unsuitable(settings, `${problem}; set it to noeviction`);
  }
  const isCluster = read('cluster_enabled') === '1';
  if (!isCluster && addresses.length > 1) {
    throw unsuitable(settings, `${name} is not a node of a cluster; give one URL only`);
  }
  return isCluster;
}

/** Resolves to what a server says about itself. Its connection ends with the signal at the latest. */
async function askServer(
  { createClient, ErrorReply }: ClientPackage,
  settings: Settings,
  address: Address,
  ended: AbortSignal,
): Promise<{ readonly name: string; readonly info: string }> {
  const name = formatAddress(address);
  const client = createClient(serverOptions(settings, address));
  const end = () => client.destroy();
  ended.addEventListener('abort', end);
  try {
    const failed = new Promise<never>((_, reject) => client.on('error', reject));
    // A client that is destroyed while it connects goes on connecting.
    const asked = client
      .connect()
      .then(() => client.sendCommand(['INFO'], { timeout: 0 }))
      .finally(end);
    return { name, info: String(await Promise.race([asked, failed])) };
  } catch (error) {
    if (ended.aborted)
      throw new ConnectionError(`the server did not respond within ${settings.timeout} ms`, false);
    if (error instanceof ErrorReply) throw new ReplyError(error, '');
    throw new ConnectionError(`the connection to ${name} could not be made`, false, error);
  } finally {
    end();
  }
}

function unsuitable(settings: Settings, problem: string): StoreError {
  return failures.unsuitable('open', endpointOf(settings), problem);
}
