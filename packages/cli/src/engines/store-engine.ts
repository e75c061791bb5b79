import type { LocationStore } from '@location-records/core';

/** One kind of store that the command knows. */
export interface StoreEngine {
  /** The form of its URL, for help and messages. */
  readonly form: string;
  /**
   * Finds the place in a URL: `rest` is what follows the colon, `url` the whole of it. Throws an error that says what is
   * wrong with it, and never shows a password.
   */
  place(rest: string, url: string): string;
  /** `signal` gives it up. Unless `create` is set, it makes nothing that is missing: it rejects. */
  open(place: string, signal: AbortSignal | undefined, create: boolean): Promise<LocationStore>;
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
