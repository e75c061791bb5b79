import type { LocationStore, StoreError } from '@location-records/core';

/** How a store is opened. */
export interface StoreOpening {
  /** Gives it up. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Makes what is missing; `false` rejects instead.
   * @default true
   */
  readonly create?: boolean | undefined;
  /** In bytes, for stores that have a log: the bound beyond which the oldest list is broken off. */
  readonly maxLogSize?: number | undefined;
  /** Told what the owner has to look after, though no call fails. */
  readonly onWarning?: ((warning: StoreError) => void) | undefined;
}

/** One kind of store that the command knows. */
export interface StoreEngine {
  /** The form of its URL, for help and messages. */
  readonly form: string;
  /**
   * Finds the place in a URL: `rest` is what follows the colon, `url` the whole of it. Throws an error that says what is
   * wrong with it, and never shows a password.
   */
  place(rest: string, url: string): string;
  open(place: string, opening: StoreOpening): Promise<LocationStore>;
  /**
   * How many writes it takes at a time: those that wait too long for their turn time out. Without it, as many as there
   * are.
   */
  writesAtOnce?(place: string): number;
  /** What is the same for all names of one place. Without it, each place has one name. */
  identify?(place: string): Promise<string>;
  /** Tells a person where the records are, without a password. */
  describe(place: string): string;
}

/** Throws an error with this message unless the condition holds. */
export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
