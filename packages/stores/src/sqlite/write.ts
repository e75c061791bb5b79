import { type Location, OptionError } from '@location-records/core';
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
 * @throws {OptionError} when a value cannot be stored. Later, such a write would spoil the batch it is in.
 */
export function locationWrite(kind: PutWrite['kind'], id: string, location: Location): Write {
  checkId(id);
  const { description, coordinates } = location ?? {};
  const { latitude, longitude } = coordinates ?? {};
  if (description !== undefined && !isText(description)) {
    throw new OptionError('location.description', 'a well-formed string or undefined');
  }
  if (!isFiniteNumber(latitude)) throw new OptionError('location.coordinates.latitude', 'a finite number');
  if (!isFiniteNumber(longitude)) throw new OptionError('location.coordinates.longitude', 'a finite number');
  return { kind, id, description: description ?? null, latitude, longitude };
}

/**
 * The write that removes a record.
 *
 * @throws {OptionError} when there can be no such identifier.
 */
export function deletion(id: string): Write {
  checkId(id);
  return { kind: 'delete', id };
}

function checkId(id: unknown): void {
  if (!isText(id) || id === '') throw new OptionError('id', 'a well-formed string that is not empty');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
