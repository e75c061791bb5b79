/** The value of a key from version number `since` on; `undefined` once it was deleted. */
interface Version<V> {
  value: V | undefined;
  since: number;
  /** What snapshots taken earlier still see. */
  older: Superseded<V> | undefined;
}

/** A version that only snapshots see; linked both ways, so that it is taken out without a search. */
interface Superseded<V> extends Version<V> {
  readonly key: string;
  newer: Version<V>;
  /** The next in a ring, because two rings are joined in one step however long they are. */
  next: Superseded<V>;
}

/** The open snapshots that see the same `version` as the last one. */
interface Mark<V> {
  readonly version: number;
  snapshots: number;
  /** Rings of the versions of which this is the newest mark that sees them, by the oldest mark that does. */
  readonly kept: Map<Mark<V>, Superseded<V>>;
}

/** The entries of a {@link VersionedMap} at one moment, to be released when nobody reads them any more. */
export interface Snapshot<V> extends Iterable<readonly [string, V]> {
  release(): void;
}

/** How many versions that nobody sees one call may drop: more than the one it can add, and soon done. */
const dropsPerCall = 64;

/**
 * A map whose snapshots cost nothing to take: while one is open, a value that is overwritten or deleted is
 * kept behind the newer one, and the entries written later are passed over.
 *
 * It leans on what ECMAScript says of `Map`: an iteration meets every entry that stays, exactly once and in
 * the order of insertion, whatever is written meanwhile. So a key that some snapshot may see is never taken
 * out of the map, only marked as deleted.
 *
 * A release takes time by the number of open snapshots, not of superseded versions: it moves whole rings of
 * these, and what no snapshot sees any more is dropped bit by bit by the calls that follow.
 */
export class VersionedMap<V> {
  readonly #entries = new Map<string, Version<V>>();
  /** Ascending by version. */
  readonly #marks: Mark<V>[] = [];
  /** The ring of the versions that no snapshot sees any more. */
  #unseen: Superseded<V> | undefined;
  #version = 0;

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
    let mark = this.#marks.at(-1);
    if (mark?.version !== this.#version) {
      mark = { version: this.#version, snapshots: 0, kept: new Map() };
      this.#marks.push(mark);
    }
    const shared = mark;
    shared.snapshots++;
    let open = true;
    return {
      [Symbol.iterator]: () => this.#entriesAt(shared.version),
      release: () => {
        if (open && --shared.snapshots === 0) this.#release(shared);
        open = false;
        this.#drop(dropsPerCall);
      },
    };
  }

  #write(key: string, value: V | undefined): void {
    this.#drop(dropsPerCall);
    const current = this.#entries.get(key);
    if (current) this.#keep(key, current);
    if (value === undefined && !current?.older) this.#entries.delete(key);
    else if (!current) this.#entries.set(key, { value, since: ++this.#version, older: undefined });
    else {
      current.value = value;
      current.since = ++this.#version;
    }
  }

  /** Puts what is about to be superseded behind `current`, unless it was written after the latest snapshot. */
  #keep(key: string, current: Version<V>): void {
    const newest = this.#marks.at(-1);
    const oldest = this.#marks.find(({ version }) => version >= current.since);
    if (!newest || !oldest) return;
    const { value, since, older } = current;
    const next = undefined as Superseded<V> | undefined;
    // Spelt out, because a spread took V8 six times as long.
    const kept = { key, value, since, older, newer: current, next } as Superseded<V>;
    kept.next = kept;
    if (older) older.newer = kept;
    current.older = kept;
    keepIn(newest, oldest, kept);
  }

  *#entriesAt(version: number): Generator<readonly [string, V]> {
    // Entries behind these were created after the snapshot; without a bound, a writer could keep it going.
    let remaining = this.#entries.size;
    for (const [key, newest] of this.#entries) {
      if (remaining-- === 0) return;
      // Also here, for a store that is only read after its last long list would else keep what nobody sees.
      this.#drop(1);
      let seen: Version<V> | undefined = newest;
      while (seen && seen.since > version) seen = seen.older;
      if (seen?.value !== undefined) yield [key, seen.value];
    }
  }

  #release(mark: Mark<V>): void {
    const index = this.#marks.indexOf(mark);
    this.#marks.splice(index, 1);
    const older = this.#marks[index - 1];
    for (const [oldest, ring] of mark.kept) {
      if (older && oldest !== mark) keepIn(older, oldest, ring);
      else this.#unseen = join(this.#unseen, ring);
    }
    mark.kept.clear();
    const next = this.#marks[index];
    for (const newer of this.#marks.slice(index)) {
      const ring = newer.kept.get(mark);
      newer.kept.delete(mark);
      if (ring && next) keepIn(newer, next, ring);
    }
  }

  #drop(atMost: number): void {
    for (let count = 0; this.#unseen && count < atMost; count++) {
      const { key, newer, older, next } = this.#unseen.next;
      newer.older = older;
      if (older) older.newer = newer;
      if (this.#unseen.next === this.#unseen) this.#unseen = undefined;
      else this.#unseen.next = next;
      const deleted = newer.value === undefined && !older;
      if (deleted && this.#entries.get(key) === newer) this.#entries.delete(key);
    }
  }
}

function keepIn<V>(newest: Mark<V>, oldest: Mark<V>, ring: Superseded<V>): void {
  newest.kept.set(oldest, join(newest.kept.get(oldest), ring));
}

function join<V>(ring: Superseded<V> | undefined, other: Superseded<V>): Superseded<V> {
  if (ring) [ring.next, other.next] = [other.next, ring.next];
  return other;
}
