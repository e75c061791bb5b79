import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel';
import { InvalidArgumentError, type LocationRecord, type LocationStore } from '@location-records/core';

/** What subscribers of the tracing channel `location-records:store` get, in each event of a call. */
export interface StoreTrace {
  /** The engine, as OpenTelemetry's `db.system.name` has it: `sqlite`, `postgresql`, `redis`, or another. */
  readonly system: string;
  /** The method. For `list`, a call is the read of one batch. */
  readonly method: 'get' | 'put' | 'replace' | 'delete' | 'exchange' | 'within' | 'list';
  /** The identifier of the record; `undefined` for `within` and `list`. */
  readonly id?: string | undefined;
  /** What the call resolved to. */
  result?: unknown;
  /** Why it rejected: in general a `StoreError`, with a `code`. */
  error?: unknown;
}

/**
 * What subscribers of the tracing channel `location-records:store-batch` get, in each event of a batch:
 * concurrent calls that share a transaction of SQLite or a statement of PostgreSQL.
 */
export interface BatchTrace {
  readonly system: string;
  readonly kind: 'read' | 'write';
  /** How many records it reads or writes. */
  readonly size: number;
  /** Why the batch as a whole failed. Its calls may be tried again. */
  error?: unknown;
}

const storeChannel: TracingChannel<unknown, StoreTrace> = tracingChannel('location-records:store');
const batchChannel: TracingChannel<unknown, BatchTrace> = tracingChannel('location-records:store-batch');

const callsOfRecords = ['get', 'put', 'replace', 'delete', 'exchange'] as const;

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Lets the calls of a store publish on the tracing channel `location-records:store`, and returns the store.
 * Without subscribers a call costs one look more. The stores of this package do it already.
 *
 * @param system the name of the engine in each {@link StoreTrace}.
 * @throws {InvalidArgumentError} if `store` is not a store, or `system` not a name.
 */
export function traceStore<Store extends LocationStore>(store: Store, system: string): Store {
  if (typeof store?.list !== 'function') throw new InvalidArgumentError('store', 'a store');
  if (typeof system !== 'string' || system === '') throw new InvalidArgumentError('system', 'a name');
  const methods = store as unknown as Record<StoreTrace['method'], Call | undefined>;
  const replace = (method: StoreTrace['method'], value: unknown) =>
    Object.defineProperty(store, method, { value, writable: true, configurable: true });
  for (const method of callsOfRecords) {
    const call = methods[method];
    if (!call) continue;
    replace(method, (id: string, location?: unknown, next?: unknown) =>
      storeChannel.hasSubscribers
        ? storeChannel.tracePromise(call, { system, method, id }, store, id, location, next)
        : call.call(store, id, location, next),
    );
  }
  const { within } = methods;
  if (within) {
    replace('within', (box: unknown, options: unknown) =>
      storeChannel.hasSubscribers
        ? storeChannel.tracePromise(within, { system, method: 'within' }, store, box, options)
        : within.call(store, box, options),
    );
  }
  const { list } = store;
  replace('list', () => {
    const batches = list.call(store);
    return storeChannel.hasSubscribers ? traceList(batches, system) : batches;
  });
  return store;
}

function traceList(
  batches: AsyncIterable<readonly LocationRecord[]>,
  system: string,
): AsyncIterable<readonly LocationRecord[]> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = batches[Symbol.asyncIterator]();
      return {
        next: () => storeChannel.tracePromise(iterator.next, { system, method: 'list' }, iterator),
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}

/** Runs what sends a batch, and publishes it. */
export function traceBatch<Result>(
  system: string,
  kind: BatchTrace['kind'],
  size: number,
  send: () => Promise<Result>,
): Promise<Result> {
  if (!batchChannel.hasSubscribers) return send();
  return batchChannel.tracePromise(send, { system, kind, size });
}
