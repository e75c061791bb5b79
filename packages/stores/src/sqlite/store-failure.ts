import { isStoreError, StoreError } from '@location-records/core';
import { oneLine } from '../one-line.ts';
import { findShortage } from './find-shortage.ts';
import { findFailure, results } from './sqlite-failure.ts';

/** What the store was about to do, as the beginning of a sentence. */
export type Attempt = 'open' | 'read from' | 'write to' | 'shrink';

/** Any failure as a {@link StoreError} of one line that names the path, and what is wrong, and what to do. */
export function storeFailure(attempt: Attempt, path: string, cause: unknown): StoreError {
  if (isStoreError(cause)) return cause;
  const failure = findFailure(cause);
  // With these SQLite does not say that the disk is full.
  const isVague = failure?.result === results.inputOutput || failure?.result === results.cannotOpen;
  const advice = (isVague && findShortage(path)) || (failure?.advice ?? oneLine(cause));
  return new StoreError(failure?.code ?? 'STORE_UNAVAILABLE', sentence(attempt, path, advice), { cause });
}

/** `Cannot open the SQLite store "a.db": <advice>.` */
export function sentence(attempt: Attempt, path: string, advice: string): string {
  return `Cannot ${attempt} the SQLite store ${JSON.stringify(path)}: ${advice}.`;
}
