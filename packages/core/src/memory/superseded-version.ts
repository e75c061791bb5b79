/** The value of a key from version number `since` on; `undefined` once it was deleted. */
export interface Version<V> {
  value: V | undefined;
  since: number;
  /** What snapshots taken earlier still see. */
  older: SupersededVersion<V> | undefined;
}

/** A version that only snapshots see; linked both ways, so that it is taken out without a search. */
export interface SupersededVersion<V> extends Version<V> {
  readonly key: string;
  newer: Version<V>;
  /** The next in its ring, see {@link VersionRing}: itself, when it is alone. */
  next: SupersededVersion<V>;
}

/** What a key held at a version number; `undefined` when it was not there. */
export function valueAt<V>(newest: Version<V> | undefined, version: number): V | undefined {
  let seen = newest;
  while (seen && seen.since > version) seen = seen.older;
  return seen?.value;
}

/** Puts what `current` holds behind it, where it stays when `current` is overwritten. */
export function supersede<V>(key: string, current: Version<V>): SupersededVersion<V> {
  const { value, since, older } = current;
  const next = undefined as SupersededVersion<V> | undefined;
  // Spelt out, because a spread took V8 six times as long.
  const superseded = { key, value, since, older, newer: current, next } as SupersededVersion<V>;
  superseded.next = superseded;
  if (older) older.newer = superseded;
  current.older = superseded;
  return superseded;
}

/** Takes a version out from between the newer and the older one. */
export function unlink<V>({ newer, older }: SupersededVersion<V>): void {
  newer.older = older;
  if (older) older.newer = newer;
}

/**
 * Superseded versions in no particular order. They are a ring, because two rings become one in a single step,
 * however long they are.
 */
export class VersionRing<V> {
  #last: SupersededVersion<V> | undefined;
  #size = 0;

  /** What was added, in the unit of those who add. It does not shrink when a version is taken out. */
  get size(): number {
    return this.#size;
  }

  get isEmpty(): boolean {
    return this.#last === undefined;
  }

  /** Adds a version, and all that are in one ring with it; `size` is that of all of them. */
  add(version: SupersededVersion<V>, size: number): void {
    this.#size += size;
    const last = this.#last;
    if (last) [last.next, version.next] = [version.next, last.next];
    this.#last = version;
  }

  /** Moves all versions of another ring into this one. */
  takeAll(other: VersionRing<V>): void {
    if (other.#last) this.add(other.#last, other.#size);
    other.#last = undefined;
    other.#size = 0;
  }

  /** Takes one version out; `undefined` when there is none. */
  take(): SupersededVersion<V> | undefined {
    const last = this.#last;
    if (!last) return undefined;
    const { next } = last;
    if (next === last) this.#last = undefined;
    else last.next = next.next;
    return next;
  }
}
