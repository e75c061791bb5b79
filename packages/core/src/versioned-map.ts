/** The value of a key from version number `since` on; `undefined` once it was deleted. */
interface Version<V> {
  readonly value: V | undefined;
  readonly since: number;
  /** What snapshots taken earlier still see. */
  older: Version<V> | undefined;
}

/** An open snapshot, by the last version it sees. */
interface Mark {
  readonly version: number;
}

/** The entries of a {@link VersionedMap} at one moment, to be released when nobody reads them any more. */
export interface Snapshot<V> extends Iterable<readonly [string, V]> {
  release(): void;
}

/**
 * A map whose snapshots cost nothing to take: while one is open, a value that is overwritten or deleted is
 * kept behind the newer one, and the entries written later are passed over.
 *
 * It leans on what ECMAScript says of `Map`: an iteration meets every entry that stays, exactly once and in
 * the order of insertion, whatever is written meanwhile. So a key that some snapshot may see is never taken
 * out of the map, only marked as deleted.
 */
export class VersionedMap<V> {
  readonly #entries = new Map<string, Version<V>>();
  readonly #snapshots = new Set<Mark>();
  /** Keys with versions that only snapshots see. */
  readonly #superseded = new Set<string>();
  #version = 0;
  #latestSnapshot = 0;

  get(key: string): V | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: V): void {
    this.#write(key, value);
  }

  delete(key: string): void {
    if (this.get(key) !== undefined) this.#write(key, undefined);
  }

  snapshot(): Snapshot<V> {
    const mark: Mark = { version: this.#version };
    this.#latestSnapshot = this.#version;
    this.#snapshots.add(mark);
    return {
      [Symbol.iterator]: () => this.#entriesAt(mark.version),
      release: () => this.#release(mark),
    };
  }

  #write(key: string, value: V | undefined): void {
    const older = this.#seenBySnapshots(this.#entries.get(key));
    if (older) this.#superseded.add(key);
    if (value === undefined && !older) this.#entries.delete(key);
    else this.#entries.set(key, { value, since: ++this.#version, older });
  }

  /** What is to be kept of `current` when it is superseded: nothing that was written after the latest snapshot. */
  #seenBySnapshots(current: Version<V> | undefined): Version<V> | undefined {
    if (this.#snapshots.size === 0) return undefined;
    return current && current.since > this.#latestSnapshot ? current.older : current;
  }

  *#entriesAt(version: number): Generator<readonly [string, V]> {
    // Entries behind these were created after the snapshot; without a bound, a writer could keep it going.
    let remaining = this.#entries.size;
    for (const [key, newest] of this.#entries) {
      if (remaining-- === 0) return;
      let seen: Version<V> | undefined = newest;
      while (seen && seen.since > version) seen = seen.older;
      if (seen?.value !== undefined) yield [key, seen.value];
    }
  }

  #release(mark: Mark): void {
    if (!this.#snapshots.delete(mark)) return;
    const open = [...this.#snapshots].map(({ version }) => version);
    for (const key of this.#superseded) this.#forget(key, open);
  }

  /** Drops the versions of a key that none of the open snapshots sees. */
  #forget(key: string, open: readonly number[]): void {
    const newest = this.#entries.get(key);
    let kept = newest;
    for (let version = newest?.older; kept && version; version = version.older) {
      const { since } = version;
      const until = kept.since;
      if (!open.some((snapshot) => since <= snapshot && snapshot < until)) continue;
      kept.older = version;
      kept = version;
    }
    if (kept) kept.older = undefined;
    if (newest?.older) return;
    this.#superseded.delete(key);
    if (newest?.value === undefined) this.#entries.delete(key);
  }
}
