import type { Location } from '@location-records/core';
import type { PostedError } from './posted-error.ts';

/** One write, as it is posted to the writer thread. */
export type Write = PutWrite | { readonly kind: 'delete'; readonly id: string };

interface PutWrite {
  /** `put` creates or replaces the record; `replace` needs it to be there. */
  readonly kind: 'put' | 'replace';
  readonly id: string;
  readonly description: string | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether the write changed a record, or why it did not take effect. */
export type WriteResult = boolean | PostedError;

/** The write that stores `location`. */
export function locationWrite(kind: PutWrite['kind'], id: string, location: Location): Write {
  const { latitude, longitude } = location.coordinates;
  return { kind, id, description: location.description ?? null, latitude, longitude };
}
