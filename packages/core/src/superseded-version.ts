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
