import type { ExchangeStore, StoreError } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { traceStore } from '../tracing/trace-store.ts';
import { AreaRedisStore } from './area-redis-store.ts';
import { Calls } from './calls.ts';
import { loadClientPackage } from './client.ts';
import { Connections } from './connections.ts';
import { failures } from './failures.ts';
import { checkOptions, endpointOf, type RedisStoreOptions, type Settings } from './options.ts';
import { RedisStore } from './redis-store.ts';
import { askServers, type ServerInfo } from './server-info.ts';
import { openFormat } from './stored-format.ts';
import { Keys } from './stored-records.ts';

/**
 * Opens a store in Redis, Valkey or a Redis Cluster, for any number of processes. The records are fields of
 * hashes, the buckets `<prefix>:{<number>}`.
 *
 * A resolved write is in the memory of its server and of `replicas` replicas. Whether it survives a crash
 * depends on the settings of the server. A list is live, and in no order.
 *
 * Every call settles within `timeout`. The store reconnects, and follows failovers.
 *
 * @example
 * const store = await openRedisStore({ url: 'redis://localhost:6379' });
 *
 * @throws {OptionError} (as a rejection) if an option cannot work or is unknown.
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` if the package `redis` is missing, or the server
 * cannot be reached or written to now; `STORE_UNSUITABLE` if keys of the prefix are another program's, or use
 * another number of buckets, or lack the places that `areas: true` needs.
 * @throws the reason of the signal (as a rejection) if it is aborted.
 */
export function openRedisStore(
  options: RedisStoreOptions & { readonly areas: true },
): Promise<AreaStore & ExchangeStore & AsyncDisposable>;
/** Opens a store that offers area queries if the prefix has places; `isAreaStore` finds out. */
export function openRedisStore(options: RedisStoreOptions): Promise<ExchangeStore & AsyncDisposable>;
export async function openRedisStore(options: RedisStoreOptions): Promise<ExchangeStore & AsyncDisposable> {
  const settings = checkOptions(options);
  const { prefix, timeout, signal } = settings;
  signal?.throwIfAborted();
  const clientPackage = await loadClientPackage();
  const endpoint = endpointOf(settings);
  const late = AbortSignal.timeout(timeout);
  const stopped = signal ? AbortSignal.any([signal, late]) : late;
  let connections: Connections | undefined;
  const giveUp = () => connections?.close();
  stopped.addEventListener('abort', giveUp);
  try {
    const server = await askServers(clientPackage, settings, stopped);
    checkServer(settings, server);
    connections = new Connections(clientPackage, settings, server.isClusterNode);
    if (stopped.aborted) giveUp();
    const calls = new Calls(clientPackage, connections, settings);
    const format = await openFormat(calls, settings, endpoint);
    stopped.throwIfAborted();
    const keys = new Keys(prefix, format.buckets);
    const parts = { endpoint, connections, calls, keys, format, readOnly: settings.readOnly };
    const areas = format.areas && settings.areas !== false;
    return traceStore(areas ? new AreaRedisStore(parts) : new RedisStore(parts), 'redis');
  } catch (error) {
    giveUp();
    throw signal?.aborted ? signal.reason : failures.wrap('open', endpoint, error);
  } finally {
    stopped.removeEventListener('abort', giveUp);
  }
}

/** @throws {StoreError} if the server does not match the options, or would drop records. */
function checkServer(
  settings: Settings,
  { name, isClusterNode, isSentinel, evictionPolicy }: ServerInfo,
): void {
  if (isSentinel) {
    const problem = `${name} is a Sentinel, which holds no records`;
    throw unsuitable(settings, `${problem}; name the master that it watches`);
  }
  if (evictionPolicy.startsWith('allkeys-')) {
    const problem = `the maxmemory-policy ${evictionPolicy} of ${name} drops records when its memory is full`;
    throw unsuitable(settings, `${problem}; set it to noeviction`);
  }
  if (!isClusterNode && settings.addresses.length > 1) {
    throw unsuitable(settings, `${name} is not a node of a cluster; give one URL only`);
  }
}

function unsuitable(settings: Settings, problem: string): StoreError {
  return failures.unsuitable('open', endpointOf(settings), problem);
}
