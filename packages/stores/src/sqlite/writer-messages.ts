import { type Location, StoreError } from '@location-records/core';
import { bindLocation, bindText, type LocationValues } from './columns.ts';
import type { BoundValue } from './engine.ts';
import { isBusy } from './failures.ts';
import type { FileSettings } from './options.ts';

/** The settings of the writer thread. */
export interface ThreadSettings extends FileSettings {
  /** Set to 1 to stop opening. */
  readonly stop: Int32Array;
}

/**
 * One write, with the values of its statement. `put` creates or replaces a record, `replace` needs one, and
 * `create` none; `replaceIf` and `deleteIf` need one with the Location that comes last.
 */
export type Write =
  | readonly [kind: 'put' | 'replace' | 'create', id: BoundValue, ...location: LocationValues]
  | readonly [kind: 'delete', id: BoundValue]
  | readonly [kind: 'replaceIf', id: BoundValue, ...both: readonly [...LocationValues, ...LocationValues]]
  | readonly [kind: 'deleteIf', id: BoundValue, ...expected: LocationValues];

/** Returns the write that stores `location`. */
export function locationWrite(kind: 'put' | 'replace', id: string, location: Location): Write {
  return [kind, bindText(id), ...bindLocation(location)];
}

/** Returns the write that deletes a record. */
export function deletion(id: string): Write {
  return ['delete', bindText(id)];
}

/** Returns the write that exchanges a Location, of which one is missing at most. */
export function exchange(id: string, expected: Location | undefined, next: Location | undefined): Write {
  const key = bindText(id);
  if (expected === undefined) return ['create', key, ...bindLocation(next as Location)];
  if (next === undefined) return ['deleteIf', key, ...bindLocation(expected)];
  return ['replaceIf', key, ...bindLocation(next), ...bindLocation(expected)];
}

/** A message to the writer thread. `timeout` is how many milliseconds it may wait for another process. */
export type Order =
  | { readonly kind: 'commit'; readonly writes: readonly Write[]; readonly timeout: number }
  | { readonly kind: 'count' }
  | { readonly kind: 'index'; readonly timeout: number }
  | { readonly kind: 'close' };

/** Whether a write changed a record, or why it did not take effect. */
export type WriteResult = boolean | PostedError;

/**
 * A message from the writer thread, when it is open and for each order: the results of the writes, the number
 * of records, or why all failed.
 */
export type Reply =
  | { readonly results: readonly WriteResult[]; readonly count?: number }
  | { readonly error: PostedError };

/** A {@link StoreError} as a message, since an error would keep only its message. */
export interface PostedError {
  readonly code: StoreError['code'];
  readonly message: string;
  readonly cause: unknown;
}

/** Converts an error for the other thread. */
export function toPosted({ code, message, cause }: StoreError): PostedError {
  return { code, message, cause };
}

/** Converts an error of the other thread back. */
export function fromPosted({ code, message, cause }: PostedError): StoreError {
  return new StoreError(code, message, { cause });
}

/** Returns whether a batch failed because another process locked the file. */
export function wasBusy({ cause }: StoreError): boolean {
  return isBusy(cause);
}
