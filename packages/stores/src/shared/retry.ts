import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { isStoreError, type StoreError } from '@location-records/core';

/** How long to wait before each further call, in milliseconds: a minute altogether. */
export const pauses: readonly number[] = [
  100, 200, 500, 1000, 2000, 4000, 5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000, 5000, 7200,
];

/** Calls a store again while it cannot be reached, and in the end rejects with its last error. */
export type Retry = <T>(act: () => Promise<T>) => Promise<T>;

/** Options of {@link createRetry}. */
interface RetryOptions {
  /** Ends the pauses, and with them the calls. */
  readonly signal: AbortSignal;
  /** Called when calls begin to fail: once for all that fail at the same time. */
  readonly onOutage: (error: StoreError) => void;
}

/**
 * Makes a {@link Retry} for `STORE_UNAVAILABLE`: that may pass, and a write that was rejected may be made once more.
 * Everything else is rejected at once.
 *
 * @throws (as a rejection) the reason of the signal.
 */
export function createRetry({ signal, onOutage }: RetryOptions): Retry {
  // Every write under way may wait at the same time, which is not a leak.
  setMaxListeners(0, signal);
  let failing = 0;
  return async (act) => {
    let hasFailed = false;
    try {
      for (const pause of pauses) {
        try {
          return await act();
        } catch (error) {
          if (!isStoreError(error) || error.code !== 'STORE_UNAVAILABLE') throw error;
          if (!hasFailed && failing++ === 0) onOutage(error);
          hasFailed = true;
          await setTimeout(pause, undefined, { signal }).catch(() => signal.throwIfAborted());
        }
      }
      return await act();
    } finally {
      if (hasFailed) failing--;
    }
  };
}
