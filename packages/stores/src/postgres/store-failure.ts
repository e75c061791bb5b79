import { isStoreError, StoreError } from '@location-records/core';
import { findFailure } from './postgres-failure.ts';

/** What the store was about to do, as the beginning of a sentence. */
export type Attempt = 'open' | 'prepare' | 'read from' | 'write to';

/** Any failure as a {@link StoreError} of one line that names the place, and what is wrong, and what to do. */
export function storeFailure(attempt: Attempt, place: string, cause: unknown): StoreError {
  if (isStoreError(cause)) return cause;
  const { code, advice } = findFailure(cause, attempt === 'open' || attempt === 'prepare');
  return new StoreError(code, sentence(attempt, place, advice), { cause });
}

/** `Cannot open the PostgreSQL store "localhost:5432/places": <advice>.` */
export function sentence(attempt: Attempt, place: string, advice: string): string {
  return `Cannot ${attempt} the PostgreSQL store ${JSON.stringify(place)}: ${advice}.`;
}
