import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { isStoreError, type LocationStore, type StoreError } from '@location-records/core';
import type { Output } from '../io.ts';
import { describeError } from '../output/describe-error.ts';

/** How many records are read from or written to a store at the same time. */
export const callsAtOnce = 256;

/**
 * The first and the longest pause before a further call, and how long all pauses and calls take together, in
 * milliseconds.
 */
const pauses = { first: 100, longest: 5000, total: 60_000 };

/** Repeats a call that rejects with `STORE_UNAVAILABLE` for about a minute. Other errors reject at once. */
export type Retry = <T>(act: () => Promise<T>) => Promise<T>;

/**
 * Creates a {@link Retry}. When `signal` is aborted, a pause ends and the call rejects.
 *
 * @param onOutage called once for all calls that fail at the same time.
 */
export function createRetry(signal: AbortSignal, onOutage: (error: StoreError) => void): Retry {
  // All active calls may wait at the same time, which is not a leak.
  setMaxListeners(0, signal);
  let failing = 0;

  const repeat = async <T>(act: () => Promise<T>): Promise<T> => {
    let waited = 0;
    for (let pause = pauses.first; ; pause = Math.min(2 * pause, pauses.longest)) {
      await setTimeout(pause, undefined, { signal });
      waited += pause;
      const begin = performance.now();
      try {
        return await act();
      } catch (error) {
        // A service may take its whole time limit to fail.
        waited += performance.now() - begin;
        if (!isUnavailable(error) || waited >= pauses.total) throw error;
      }
    }
  };

  return async (act) => {
    try {
      return await act();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (failing++ === 0) onOutage(error);
    }
    try {
      return await repeat(act);
    } finally {
      failing--;
    }
  };
}

/** Creates a {@link Retry} that reports outages on stderr, after `beforeLine`. */
export function createOutageRetry(signal: AbortSignal, stderr: Output, beforeLine: () => void): Retry {
  return createRetry(signal, (error) => {
    beforeLine();
    const problem = describeError(error).replace(/\.$/, '');
    stderr.write(`location-records: ${problem}; retrying for about a minute.\n`);
  });
}

/** Whether a store may be available again later. */
export function isUnavailable(error: unknown): error is StoreError {
  return isStoreError(error) && error.code === 'STORE_UNAVAILABLE';
}

/**
 * Calls `act` with each item, and with at most `limit` at a time. After a rejection no further call begins,
 * and it rejects with the same error when the active calls have ended.
 */
export async function inParallel<Item>(
  items: Iterable<Item>,
  limit: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const work = async () => {
    while (!failure) {
      const { done, value } = queue.next();
      if (done) return;
      try {
        await act(value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  if (failure) throw failure.error;
}

/** Whether a store has no record. */
export async function isEmpty(store: LocationStore): Promise<boolean> {
  for await (const batch of store.list()) if (batch.length > 0) return false;
  return true;
}
