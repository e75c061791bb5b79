import type { LocationRecord, LocationStore } from '@location-records/core';

/** How many records are asked for at a time: enough for a network, and little memory. */
export const askedAtOnce = 256;

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

/** Whether a store has no record. */
export async function isEmpty(store: LocationStore): Promise<boolean> {
  for await (const batch of store.list()) if (batch.length > 0) return false;
  return true;
}
