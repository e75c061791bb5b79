import type { Location, LocationRecord } from './location.ts';

/** What a store promises. The store contract tests both values of each. */
export interface StoreGuarantees {
  /** An acknowledged write survives the end of the process and a power cut. */
  readonly durable: boolean;
  /** Several processes may use the same records at once. */
  readonly shared: boolean;
  /**
   * A list holds the records of one moment, that of its first `next()`. Without this it is live: it holds every
   * record that is there from its first `next()` to its end, and once; what is written meanwhile as it was before or
   * afterwards, and what is created or removed meanwhile or not.
   */
  readonly snapshot: boolean;
  /**
   * The order of the list: `id-bytes` is ascending by the UTF-8 bytes of the identifier; `first-put` is the
   * order in which identifiers were first stored; one that was deleted and put again may keep its place; `none` is
   * any, and may change.
   */
  readonly listOrder: 'id-bytes' | 'first-put' | 'none';
}

/**
 * Where records live: a map from identifier to Location with one atomic method for each transition of SPEC
 * section 3. A store knows nothing of HTTP.
 *
 * Every store keeps these promises, and the store contract tests them:
 * - An identifier is any non-empty well-formed string of any length; two are the same only if they are equal
 *   code point by code point. `__proto__`, NUL and 100,000 characters are ordinary.
 * - A description is any well-formed string; latitude and longitude are any finite numbers, and come back as
 *   the very same numbers (`-0` as `0`).
 * - What is none of these (an empty or ill-formed identifier, `null` as a description, `NaN`, a value of another type)
 *   is refused by every method: it rejects with the `InvalidArgumentError` of `checkIdentifier` or `checkLocation`, about
 *   the first of `id`, `location.description`, `location.coordinates.latitude` and
 *   `location.coordinates.longitude` that is wrong. A refused write changes nothing, and spoils no other.
 * - Values are copied in and out: changing an object afterwards changes nothing in the store.
 * - A method that resolved has taken effect: whoever asks afterwards sees it, and it is as durable as
 *   `guarantees` says.
 * - A write that rejected has either taken effect as a whole or not at all.
 * - Failures reject; a method never throws, never hangs and never pretends.
 */
export interface LocationStore {
  readonly guarantees: StoreGuarantees;
  /** Reads one record: a copy of its Location, or `undefined` when it is absent. */
  get(id: string): Promise<Location | undefined>;
  /** Creates the record, or replaces its whole content when it is present. */
  put(id: string, location: Location): Promise<void>;
  /**
   * Replaces the content of a present record in one atomic step. Resolves to `false`, and changes nothing,
   * when the record is absent.
   */
  replace(id: string, location: Location): Promise<boolean>;
  /** Removes the record. Removing an absent one is no failure. */
  delete(id: string): Promise<void>;
  /**
   * All records in batches of the store's choosing, which may be empty: no identifier twice, no record torn,
   * everything that was written before the first `next()`, and where the store gives a `snapshot`, nothing that was
   * written later. Writes go on meanwhile. `return()` releases what the list holds. A store that breaks a list off, as
   * one that holds back too much, rejects the call that follows: `next()` or `return()`.
   */
  list(): AsyncIterable<readonly LocationRecord[]>;
  /**
   * Waits for the writes under way, then releases everything; calling it again is no failure. Every other
   * method rejects afterwards with a {@link StoreError} whose `code` is `STORE_CLOSED`, whatever it is given, a
   * list that is still being read included.
   */
  close(): Promise<void>;
}
