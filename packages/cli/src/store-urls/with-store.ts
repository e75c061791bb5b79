import { createMemoryStore, type LocationStore } from '@location-records/core';
import type { StoreOpening } from './store-engine.ts';
import { isMissing, openStore, type StoreTarget } from './store-urls.ts';

/** How {@link withStore} opens a store. */
export interface Opening extends StoreOpening {
  readonly signal: AbortSignal;
  /** The name of the command whose URL it is, for a hint at its help. */
  readonly command: 'copy' | 'export' | 'import';
  /**
   * Takes a missing file for an empty store, and does not create it.
   * @default false
   */
  readonly orEmpty?: boolean;
}

/**
 * Opens a store, passes it to `act`, and closes it. Resolves to the result of `act`, or to `undefined` when the signal came
 * before the store was open.
 *
 * @throws what opening, `act` or closing rejects with.
 */
export async function withStore<T>(
  target: StoreTarget,
  { command, orEmpty = false, ...opening }: Opening,
  act: (store: LocationStore) => Promise<T>,
): Promise<T | undefined> {
  let store: LocationStore;
  try {
    store =
      orEmpty && (await isMissing(target)) ? createMemoryStore() : await openStore(target, opening, command);
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
