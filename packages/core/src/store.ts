import type { Location, LocationRecord } from './location.ts';

/** What a store promises. The store contract tests both values of each. */
export interface StoreGuarantees {
  /** A write that resolved survives the end of the process and a power cut. */
  readonly durable: boolean;
  /** Several processes may use the same records at the same time. */
  readonly shared: boolean;
  /**
   * The order of the list. `id-bytes`: ascending by the UTF-8 bytes of the identifier. `first-put`: the order
   * in which identifiers were first stored; one that was deleted and stored again may keep its position.
   * `none`: any order, which may change.
   */
  readonly listOrder: 'id-bytes' | 'first-put' | 'none';
  /**
   * The order of area queries, for a store that offers them: the `AreaStore` of
   * `@location-records/core/areas`. `stripe`: by the stripe of the longitude, latitude, longitude, and the
   * UTF-8 bytes of the identifier. `own`: the same within parts of the store's own choosing.
   */
  readonly areaOrder?: 'stripe' | 'own' | undefined;
}

/**
 * Where records live: a map from identifier to Location, with one atomic method for each transition of SPEC
 * section 3. A store knows nothing of HTTP.
 *
 * Every store keeps these promises, and the store contract tests them:
 * - An identifier is any non-empty well-formed string of any length. Two are the same only if they are equal
 *   code point by code point. `__proto__`, NUL and 100,000 characters are ordinary.
 * - A description is any well-formed string. Latitude and longitude are any finite numbers, and come back as
 *   the very same numbers (`-0` as `0`).
 * - Every method refuses other values, such as an empty identifier, `null` as a description or `NaN`. It
 *   rejects with the `InvalidArgumentError` of `checkIdentifier` or `checkLocation` about the first that is
 *   wrong of `id`, `location.description`, `location.coordinates.latitude` and
 *   `location.coordinates.longitude`. A refused write changes nothing, and does not affect other writes.
 * - Values are copied in and out: a later change to an object does not change the store, and the store
 *   changes and freezes no object of its caller. Members may be inherited or getters. Those that a Location
 *   does not have are neither stored nor refused.
 * - Writes under way at the same time take effect in any order.
 * - A method that resolved has taken effect: later calls see it, and it is as durable as `guarantees` says.
 * - A write that rejected has either taken effect as a whole or not at all.
 * - A failure rejects. A method never throws, never hangs and never reports a success that it did not have.
 */
export interface LocationStore {
  /** What this store promises, as a frozen object, the same for as long as the store is open. */
  readonly guarantees: StoreGuarantees;
  /** Reads one record: a copy of its Location, or `undefined` when it is absent. */
  get(id: string): Promise<Location | undefined>;
  /** Creates the record, or replaces its whole content when it is present. */
  put(id: string, location: Location): Promise<void>;
  /**
   * Replaces the content of a present record in one atomic step. When the record is absent, it resolves to
   * `false` and changes nothing.
   */
  replace(id: string, location: Location): Promise<boolean>;
  /** Deletes the record. Deleting an absent one is not a failure. */
  delete(id: string): Promise<void>;
  /**
   * All records, in batches of at most 256 records or 32 KiB, each read on its own (D43). A batch may be
   * empty.
   *
   * The list is live: a record that is present from the first `next()` to the end is in it exactly once. A
   * record that is created, replaced or deleted during the list may be in it or not, as before or as after.
   * No identifier comes twice, and no record is torn. Between two batches a list holds no transaction,
   * connection or old version, so a reader that stops half-way costs the store nothing; `return()` ends it,
   * also while a `next()` is under way, and may be called twice.
   */
  list(): AsyncIterable<readonly LocationRecord[]>;
  /**
   * Waits for the writes under way, then releases everything. A second call also waits, and is not a failure.
   * From the call on, every other method and `next()` of every list reject with a `StoreError` whose `code`
   * is `STORE_CLOSED`, even for wrong arguments. A read under way may still resolve to the record, and
   * `return()` of a list resolves.
   */
  close(): Promise<void>;
}
