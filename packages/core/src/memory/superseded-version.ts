/** The value of a key from version number `since` on; `undefined` after it was deleted. */
export interface Version<V> {
  value: V | undefined;
  since: number;
  /** The version that earlier snapshots see. */
  older: SupersededVersion<V> | undefined;
}

/** A version that only snapshots see. It is linked both ways, so that it can be removed without a search. */
interface SupersededVersion<V> extends Version<V> {
  readonly key: string;
  newer: Version<V>;
  /** The next version in its {@link VersionRing}: itself, when it is alone. */
  next: SupersededVersion<V>;
}

/** The value of a key at a version number; `undefined` when the key was absent. */
export function valueAt<V>(newest: Version<V> | undefined, version: number): V | undefined {
  let seen = newest;
  while (seen && seen.since > version) seen = seen.older;
  return seen?.value;
}

/** Copies what `current` holds to a version behind it, which stays when `current` is overwritten. */
export function supersede<V>(key: string, current: Version<V>): SupersededVersion<V> {
  const { value, since, older } = current;
  const next = undefined as SupersededVersion<V> | undefined;
  const superseded = { key, value, since, older, newer: current, next } as SupersededVersion<V>;
  superseded.next = superseded;
  if (older) older.newer = superseded;
  current.older = superseded;
  return superseded;
}

/** Removes a version from between the newer and the older one. */
export function unlink<V>({ newer, older }: SupersededVersion<V>): void {
  newer.older = older;
  if (older) older.newer = newer;
}

/**
 * Superseded versions in no particular order. They form a ring, because two rings of any length become one in a single
 * step.
 */
export class VersionRing<V> {
  /** The version that was added last; `undefined` when the ring is empty. */
  last: SupersededVersion<V> | undefined;
  #size = 0;

  /** The sum of the sizes that were added. It does not shrink when a version is taken out. */
  get size(): number {
    return this.#size;
  }

  /** Adds a version and all others of its ring; `size` is the size of all of them. */
  add(version: SupersededVersion<V>, size: number): void {
    this.#size += size;
    const last = this.last;
    if (last) [last.next, version.next] = [version.next, last.next];
    this.last = version;
  }

  /** Moves all versions of another ring into this one. */
  takeAll(other: VersionRing<V>): void {
    if (other.last) this.add(other.last, other.#size);
    other.last = undefined;
    other.#size = 0;
  }

  /** Takes one version out; `undefined` when the ring is empty. */
  take(): SupersededVersion<V> | undefined {
    const last = this.last;
    if (!last) return undefined;
    const { next } = last;
    if (next === last) this.last = undefined;
    else last.next = next.next;
    return next;
  }
}
