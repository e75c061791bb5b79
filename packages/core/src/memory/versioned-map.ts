import { StoreError } from '../store-error.ts';
import { type SnapshotBound, type SnapshotMark, SnapshotMarks } from './snapshot-marks.ts';
import { unlink, type Version, VersionRing, valueAt } from './superseded-version.ts';

/** How many unseen versions one call may drop: more than the one that it can add, and few enough to be fast. */
const dropsPerCall = 64;

/**
 * A map whose snapshots cost nothing to take. While one is open, an overwritten or deleted value stays behind the newer
 * one, and the snapshot skips the entries that were written later.
 *
 * It relies on what ECMAScript says of `Map`: an iteration visits every entry that stays, exactly once and in the order
 * of insertion, even during writes. So a key that some snapshot may see is never removed from the map, only
 * marked as deleted. A release, and the calls after it, drop what no snapshot sees any more, bit by bit.
 */
export class VersionedMap<V> implements Lookup<V> {
  readonly #entries = new Map<string, Version<V>>();
  readonly #marks: SnapshotMarks<V>;
  /** The versions that no snapshot sees any more. */
  readonly #unseen = new VersionRing<V>();
  #version = 0;
  #size = 0;

  /** With a bound, the oldest snapshots are broken off when all together see more superseded versions than that. */
  constructor(bound?: SnapshotBound<V>) {
    this.#marks = new SnapshotMarks(bound);
  }

  /** How many keys have a value. */
  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    // In reads too: a map that is only read after its last long iteration would otherwise keep unseen versions.
    if (this.#unseen.last) this.#drop(dropsPerCall);
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: V): void {
    this.#write(key, value);
  }

  delete(key: string): void {
    if (this.get(key) !== undefined) this.#write(key, undefined);
  }

  /** The entries of a map that is not written to any more. */
  [Symbol.iterator](): Iterator<readonly [string, V] | undefined> {
    return this.#entriesAt({ version: Number.POSITIVE_INFINITY, isBrokenOff: false });
  }

  /** Its entries and its `get` throw a {@link StoreError} when it was broken off. */
  snapshot(): Snapshot<V> & Lookup<V> {
    const mark = this.#marks.add(this.#version);
    let open = true;
    return {
      get: (key) => valueAt(this.#entries.get(key), versionOf(mark)),
      [Symbol.iterator]: () => this.#entriesAt(mark),
      release: () => {
        if (open && !mark.isBrokenOff) this.#marks.release(mark, this.#unseen);
        open = false;
        this.#drop(dropsPerCall);
      },
      check: () => void versionOf(mark),
    };
  }

  #write(key: string, value: V | undefined): void {
    this.#drop(dropsPerCall);
    const current = this.#entries.get(key);
    if (value === undefined) this.#size--;
    else if (current?.value === undefined) this.#size++;
    if (current) this.#marks.keep(key, current);
    if (value === undefined && !current?.older) this.#entries.delete(key);
    else if (!current) this.#entries.set(key, { value, since: ++this.#version, older: undefined });
    else {
      current.value = value;
      current.since = ++this.#version;
    }
    this.#marks.enforceBound(this.#unseen);
  }

  *#entriesAt(mark: Sight): Generator<readonly [string, V] | undefined> {
    // The entries after these were created after the snapshot. Without a bound, a writer could keep the loop going.
    let remaining = this.#entries.size;
    for (const [key, newest] of this.#entries) {
      if (remaining-- === 0) return;
      this.#drop(1);
      const value = valueAt(newest, versionOf(mark));
      yield value === undefined ? undefined : [key, value];
    }
  }

  #drop(atMost: number): void {
    for (let count = 0; count < atMost; count++) {
      const dropped = this.#unseen.take();
      if (!dropped) return;
      unlink(dropped);
      const { key, newer } = dropped;
      const isDeleted = newer.value === undefined && !newer.older;
      if (isDeleted && this.#entries.get(key) === newer) this.#entries.delete(key);
    }
  }
}

/** What a snapshot reads of its mark. */
type Sight = Pick<SnapshotMark<never>, 'version' | 'isBrokenOff'>;

function versionOf({ version, isBrokenOff }: Sight): number {
  if (!isBrokenOff) return version;
  const problem = 'the memory store kept more than "maxSupersededSize" for open lists';
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `The list was broken off, because ${problem}; read it faster, or raise that.`,
  );
}

/**
 * What a map held at one moment. An entry that was absent then comes as `undefined`, since there may be millions of
 * them, and their reader may want to pause.
 */
type Entries<V> = Iterable<readonly [string, V] | undefined>;

/** Entries with a look-up by key. */
export interface Lookup<V> extends Entries<V> {
  get(key: string): V | undefined;
}

/** Entries that stay as they are during writes, until the reader releases them. */
export interface Snapshot<V> extends Entries<V> {
  release(): void;
  /** @throws {StoreError} when the snapshot was broken off. */
  check(): void;
}
