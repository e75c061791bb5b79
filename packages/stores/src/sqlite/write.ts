import { checkIdentifier, checkLocation, type Location } from '@location-records/core';
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

/**
 * The write that stores `location`.
 *
 * @throws {InvalidArgumentError} when a value cannot be stored. Later, such a write would spoil the batch it is in.
 */
export function locationWrite(kind: PutWrite['kind'], id: string, location: Location): Write {
  checkIdentifier(id);
  checkLocation(location);
  const { description = null, coordinates } = location;
  return { kind, id, description, latitude: coordinates.latitude, longitude: coordinates.longitude };
}

/**
 * The write that removes a record.
 *
 * @throws {InvalidArgumentError} when there can be no such identifier.
 */
export function deletion(id: string): Write {
  checkIdentifier(id);
  return { kind: 'delete', id };
}

type PostedValue = string | number | null;

/** Writes as they are posted: the values of all in one array, which costs a third of what the objects would. */
export type PostedWrites = readonly PostedValue[];

const valuesPerWrite = 5;

/** Packs writes for the writer thread. */
export function packWrites(writes: readonly Write[]): PostedWrites {
  const values: PostedValue[] = [];
  for (const write of writes) {
    if (write.kind === 'delete') values.push(write.kind, write.id, null, 0, 0);
    else values.push(write.kind, write.id, write.description, write.latitude, write.longitude);
  }
  return values;
}

/** The writes that were packed. */
export function unpackWrites(values: PostedWrites): Write[] {
  const writes: Write[] = [];
  for (let start = 0; start < values.length; start += valuesPerWrite) {
    const [kind, id, description, latitude, longitude] = values.slice(start, start + valuesPerWrite);
    writes.push({ kind, id, description, latitude, longitude } as Write);
  }
  return writes;
}
