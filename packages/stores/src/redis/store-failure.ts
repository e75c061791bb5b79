import { isStoreError, StoreError } from '@location-records/core';
import { adviceOn } from './advice.ts';

/** What the store was about to do, as the beginning of a sentence. */
export type Attempt = 'open' | 'read from' | 'write to';

/** Any failure as a {@link StoreError} of one line that names the place, and what is wrong, and what to do. */
export function storeFailure(attempt: Attempt, place: string, cause: unknown): StoreError {
  if (isStoreError(cause)) return cause;
  const { code, advice } = adviceOn(cause, attempt);
  return new StoreError(code, sentence(attempt, place, advice), { cause });
}

/** `Cannot open the Redis store "127.0.0.1:6379": <advice>.` */
export function sentence(attempt: Attempt, place: string, advice: string): string {
  return `Cannot ${attempt} the Redis store ${JSON.stringify(place)}: ${advice}.`;
}
