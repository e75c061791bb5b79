import type { LocationRecord, LocationStore } from '@location-records/core';

/**
 * The list of a store, until the signal ends it.
 *
 * @throws the reason of the signal.
 */
export async function* batchesOf(
  store: LocationStore,
  signal: AbortSignal,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  for await (const batch of store.list()) {
    signal.throwIfAborted();
    yield batch;
  }
}
