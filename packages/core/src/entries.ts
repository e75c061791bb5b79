/**
 * What a map held at one moment. Each entry that is passed over, as it was not there at that moment, comes as
 * `undefined`: there may be millions.
 */
export type Entries<V> = Iterable<readonly [string, V] | undefined>;

/** Entries that can also be looked up. */
export interface Lookup<V> extends Entries<V> {
  get(key: string): V | undefined;
}

/** Entries that are held back while others write, until the reader releases them. */
export interface Snapshot<V> extends Entries<V> {
  release(): void;
  /** @throws {StoreError} when the snapshot was broken off. */
  check(): void;
}
