import { createMemoryStore, type LocationStore } from '@location-records/core';
import { callsAtOnce } from '../bulk/store-calls.ts';
import { isService, type RecordsTarget } from '../command-line/target-flags.ts';
import { printableLine } from '../output/printable-text.ts';
import { maxRequests } from '../service/ask-service.ts';
import { canImport, openBulkServiceStore } from '../service/bulk-service-store.ts';
import { openServiceStore, reachService } from '../service/service-store.ts';
import type { StoreOpening } from '../store-urls/store-engine.ts';
import {
  describeStore,
  isMissing,
  isSameStore,
  openStore,
  type StoreCommand,
} from '../store-urls/store-urls.ts';

/** How {@link withTarget} opens a store. */
interface Opening extends StoreOpening {
  readonly signal: AbortSignal;
  /** The name of the command whose URL it is, for a hint at its help. */
  readonly command: StoreCommand;
  /**
   * Treats a missing file as an empty store, and does not create it.
   * @default false
   */
  readonly orEmpty?: boolean;
}

/**
 * Opens a store, or a service as one, passes it to `act`, and closes it. Resolves to the result of `act`, or
 * to `undefined` if the signal came before the store was open.
 *
 * @throws what opening, `act` or closing rejects with.
 */
export async function withTarget<T>(
  target: RecordsTarget,
  opening: Opening,
  act: (store: LocationStore) => Promise<T>,
): Promise<T | undefined> {
  const { signal } = opening;
  let store: LocationStore;
  try {
    store = await open(target, opening);
  } catch (error) {
    if (signal.aborted && error === signal.reason) return undefined;
    throw error;
  }
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

async function open(
  target: RecordsTarget,
  { command, orEmpty = false, ...opening }: Opening,
): Promise<LocationStore> {
  if (isService(target)) {
    const { takesMany } = await reachService(target, opening.signal);
    const { signal } = opening;
    return takesMany ? openBulkServiceStore(target, signal) : openServiceStore(target, signal);
  }
  if (orEmpty && (await isMissing(target))) return createMemoryStore();
  return openStore(target, opening, command);
}

/** Describes where the records are, without a password: `in a.db (SQLite)`, or `at http://127.0.0.1:8080`. */
export function describeTarget(target: RecordsTarget): string {
  return isService(target) ? `at ${printableLine(target.url)}` : describeStore(target);
}

/** Whether both are the same store or service, as far as that is known before they are opened. */
export async function isSameTarget(a: RecordsTarget, b: RecordsTarget): Promise<boolean> {
  if (isService(a)) return isService(b) && a.url === b.url;
  return !isService(b) && isSameStore(a, b);
}

/** Returns how many records are written to an open target at the same time. */
export function writesAtOnceOf(target: RecordsTarget, store: LocationStore): number {
  return isService(target) && !canImport(store) ? maxRequests : callsAtOnce;
}
