import type { LocationStore } from '@location-records/core';
import { openStore, type StoreTarget } from '../../store-urls/store-urls.ts';

/** How a store is opened. */
export interface Opening {
  /** Gives it up. */
  readonly signal: AbortSignal;
  /** Makes the store when it is missing. */
  readonly create: boolean;
}

/**
 * Opens a store, lets `act` work with it, and closes it. Resolves to what `act` does, or to `undefined` when the signal
 * came before the store was open.
 *
 * @throws whatever opening, `act` or closing rejects with.
 */
export async function withStore<T>(
  target: StoreTarget,
  opening: Opening,
  act: (store: LocationStore) => Promise<T>,
): Promise<T | undefined> {
  let store: LocationStore;
  try {
    store = await openStore(target, opening);
  } catch (error) {
    if (opening.signal.aborted && error === opening.signal.reason) return undefined;
    throw error;
  }
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}
