import type { SupersededVersion } from './superseded-version.ts';

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
