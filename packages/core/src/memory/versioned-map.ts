import { StoreError } from '../store-error.ts';
import { type SnapshotBound, type SnapshotMark, SnapshotMarks } from './snapshot-marks.ts';
import { unlink, type Version, VersionRing, valueAt } from './superseded-version.ts';

/** How many versions that nobody sees one call may drop: more than the one it can add, and soon done. */
const dropsPerCall = 64;

/**
 * A map whose snapshots cost nothing to take: while one is open, a value that is overwritten or deleted is
 * kept behind the newer one, and the entries written later are passed over.
 *
 * It leans on what ECMAScript says of `Map`: an iteration meets every entry that stays, exactly once and in
 * the order of insertion, whatever is written meanwhile. So a key that some snapshot may see is never taken
 * out of the map, only marked as deleted. What no snapshot sees any more is dropped bit by bit, by the release
 * and the calls that follow.
 */
export class VersionedMap<V> implements Lookup<V> {
  readonly #entries = new Map<string, Version<V>>();
  readonly #marks: SnapshotMarks<V>;
  /** The versions that no snapshot sees any more. */
  readonly #unseen = new VersionRing<V>();
  #version = 0;
  #size = 0;

  /** With a bound, the oldest snapshots are broken off when all together see more than that of what was superseded. */
  constructor(bound?: SnapshotBound<V>) {
    this.#marks = new SnapshotMarks(bound);
  }

  /** How many keys have a value. */
  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    // Also here, for a map that is only read after its last long iteration would else keep what nobody sees.
    if (!this.#unseen.isEmpty) this.#drop(dropsPerCall);
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: V): void {
    this.#write(key, value);
  }

  delete(key: string): void {
    if (this.get(key) !== undefined) this.#write(key, undefined);
  }

  /** The entries of a map that nobody writes to any more. */
  [Symbol.iterator](): Iterator<readonly [string, V] | undefined> {
    return this.#entriesAt({ version: Number.POSITIVE_INFINITY, isBrokenOff: false });
  }

  /** Its entries and what is looked up throw a {@link StoreError} when it was broken off. */
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
    // Entries behind these were created after the snapshot; without a bound, a writer could keep it going.
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

/** What a snapshot needs to know of its mark. */
type Sight = Pick<SnapshotMark<never>, 'version' | 'isBrokenOff'>;

function versionOf({ version, isBrokenOff }: Sight): number {
  if (!isBrokenOff) return version;
  const problem =
    'the memory store kept more than "maxSupersededSize" of what was written while lists were open';
  throw new StoreError(
    'STORE_UNAVAILABLE',
    `The list was broken off, because ${problem}; read it faster, or raise that.`,
  );
}

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
