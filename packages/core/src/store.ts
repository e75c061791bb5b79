import type { Location, LocationRecord } from './location.ts';

/** What a store promises. The store contract tests it. */
export interface StoreGuarantees {
  /** A resolved write survives the end of the process and a power cut. */
  readonly durable: boolean;
  /** Several processes may use the same records at once. */
  readonly shared: boolean;
  /**
   * The order of the list. `id-bytes`: ascending by the UTF-8 bytes of the identifier. `first-put`: in the
   * order in which records were created; a record that is deleted and created again may keep its position.
   * `none`: in any order, which may change.
   */
  readonly listOrder: 'id-bytes' | 'first-put' | 'none';
  /**
   * The order of area queries, if the store is an `AreaStore` of `@location-records/core/areas`. `stripe`: by
   * stripe of longitude, latitude, longitude, and the UTF-8 bytes of the identifier. `own`: the same within
   * parts that the store chooses.
   */
  readonly areaOrder?: 'stripe' | 'own' | undefined;
  /** Whether the store has `exchange`. */
  readonly exchanges?: boolean | undefined;
}

/** A store with `exchange`. */
export interface ExchangeStore extends LocationStore {
  exchange(id: string, expected: Location | undefined, next: Location | undefined): Promise<boolean>;
}

/**
 * Where records live: a map from identifier to Location, with one atomic method for each transition of SPEC
 * section 3. A store knows nothing of HTTP.
 *
 * Every store keeps these promises, which the store contract tests:
 * - An identifier is any non-empty well-formed string of any length. Two are the same only if they are equal
 *   code point by code point. `__proto__`, NUL and 100,000 characters are ordinary.
 * - A description is any well-formed string. Latitude and longitude are any finite numbers, and come back as
 *   the very same numbers (`-0` as `0`).
 * - Every method refuses other values, such as an empty identifier, a `null` description or `NaN`: it rejects
 *   with the `InvalidArgumentError` of `checkIdentifier`, then of `checkLocation`. A refused write changes
 *   nothing, and does not affect other writes.
 * - Values are copied in and out: changing an object later does not change the store, and the store neither
 *   changes nor freezes objects of its caller. Members may be inherited or getters. Unknown members are
 *   neither stored nor refused.
 * - Concurrent writes take effect in any order.
 * - A resolved write has taken effect: later calls see it, and it is as durable as `guarantees` says.
 * - A rejected write has taken effect as a whole or not at all.
 * - A failure rejects. A method never throws, never hangs, and never resolves after a failure.
 */
export interface LocationStore {
  /** What this store promises: one frozen object, which never changes. */
  readonly guarantees: StoreGuarantees;
  /** Resolves to a copy of a Location, or `undefined` if the record is absent. */
  get(id: string): Promise<Location | undefined>;
  /** Creates the record, or replaces its whole content. */
  put(id: string, location: Location): Promise<void>;
  /**
   * Replaces the content of an existing record in one atomic step. If the record is absent, resolves to
   * `false` and changes nothing.
   */
  replace(id: string, location: Location): Promise<boolean>;
  /** Deletes the record. Deleting an absent record is not a failure. */
  delete(id: string): Promise<void>;
  /**
   * Writes the record only if its content equals `expected`, in one atomic step: `undefined` stands for an
   * absent record on both sides, so that it also creates and deletes. Resolves to whether it did; otherwise
   * nothing has changed. Contents are equal if their descriptions have the same code points, or are missing,
   * and their coordinates are the same numbers. Stores without it cannot serve conditional requests (D49).
   */
  exchange?(id: string, expected: Location | undefined, next: Location | undefined): Promise<boolean>;
  /**
   * Lists all records in batches of at most 256 records or 32 KiB, each a separate read (D43). A batch may be
   * empty.
   *
   * The list is live: a record that exists from the first `next()` to the end is in it exactly once. A record
   * that is created, replaced or deleted in between may be in it or not, as before or as after. No identifier
   * comes twice, and no record is torn. Between two batches a list holds no transaction, connection or old
   * version, so a reader that stops half-way costs the store nothing. `return()` ends it, even during a
   * `next()`, and may be called twice.
   */
  list(): AsyncIterable<readonly LocationRecord[]>;
  /**
   * Waits for pending writes, then releases everything. A second call also waits. From the call on, every
   * other method and `next()` of every list reject with a `StoreError` whose `code` is `STORE_CLOSED`, even
   * for wrong arguments. A pending read may still resolve to the record, and `return()` of a list resolves.
   */
  close(): Promise<void>;
}
