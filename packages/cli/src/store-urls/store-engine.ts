import type { LocationStore, StoreError } from '@location-records/core';

/** How a store is opened. */
export interface StoreOpening {
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Creates what is missing; with `false` the opening rejects instead.
   * @default true
   */
  readonly create?: boolean | undefined;
  /** Opens a store with area queries. An index that is missing is created, unless `create` is `false`. */
  readonly areas?: boolean | undefined;
  /** Called when an index of area queries is missing and is being built, and when it is complete. */
  readonly onIndexing?: ((step: 'begin' | 'end') => void) | undefined;
  /** Called with a problem that the owner should look into, although no call has failed. */
  readonly onWarning?: ((warning: StoreError) => void) | undefined;
}

/** One kind of store that the command can open. */
export interface StoreEngine {
  /** The form of its URL, for help and messages. */
  readonly form: string;
  /**
   * Turns a URL into the address of its store: `rest` follows the colon, `url` is the whole URL. The error of an invalid
   * URL never shows a password.
   */
  parse(rest: string, url: string): string;
  open(address: string, opening: StoreOpening): Promise<LocationStore>;
  /** Whether the file of the store is not there. Without it, only opening can tell. */
  isMissing?(address: string): Promise<boolean>;
  /** Gives the same text for all addresses of one store. Without it, each store has one address. */
  identify?(address: string): Promise<string>;
  /** Describes where the records are, without a password. */
  describe(address: string): string;
}

/** Throws an error with this message unless the condition holds. */
export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
