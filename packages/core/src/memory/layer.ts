import { type Lookup, VersionedMap } from './versioned-map.ts';

/** The value of a key whose entry in a lower layer was deleted. */
export const deleted = Symbol('deleted');

/** What a layer holds for a key. */
export type Layered<V> = V | typeof deleted;

/** Each `next()` is one step. */
type Merging = Iterator<void, void>;

/** A layer is merged with the one below it unless it is at least this many times smaller. */
const shrinkage = 4;

/** The maximum of entries that one write merges. With a fork after each write, 25 are enough to keep up. */
const stepsPerWrite = 64;

/**
 * Entries that are not written to any more, above the entries of further layers. Any number of maps may share a layer.
 * It does not refer to them, so that the memory of a map can be freed without a `close`.
 *
 * A layer that is not much smaller than the one below it is merged with it. The maps that share the two see the same
 * entries before and after. So the layers stay few, however many forks and writes came. Each write merges a few
 * entries, so that no write waits for a large layer.
 */
export class Layer<V> {
  #entries: VersionedMap<Layered<V>>;
  #below: Layer<V> | undefined;
  #merging: Merging | undefined;

  constructor(entries: VersionedMap<Layered<V>>, below: Layer<V> | undefined) {
    this.#entries = entries;
    this.#below = below;
  }

  /** What the topmost layer that has the key holds for it. */
  get(key: string): Layered<V> | undefined {
    for (let layer: Layer<V> | undefined = this; layer; layer = layer.#below) {
      const value = layer.#entries.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The entries of this layer and of all below it, the lowest first. They do not change. */
  all(): Lookup<Layered<V>>[] {
    const entries = this.#below?.all() ?? [];
    entries.push(this.#entries);
    return entries;
  }

  /** Merges some more entries, from the top, where layers are small. Each write calls it. */
  merge(): void {
    let layer: Layer<V> | undefined = this;
    for (let steps = 0; layer && steps < stepsPerWrite; ) {
      const merging: Merging | undefined = layer.#merging ?? layer.#startMerging();
      if (!merging) layer = layer.#below;
      else {
        merging.next();
        steps++;
      }
    }
  }

  #startMerging(): Merging | undefined {
    const below = this.#below;
    if (!below || this.#entries.size * shrinkage <= below.#entries.size) return undefined;
    this.#merging = this.#mergeWith(below);
    return this.#merging;
  }

  /** In steps of one entry. `below` may itself be merged meanwhile, which does not change what it holds. */
  *#mergeWith(below: Layer<V>): Generator<void, void> {
    const [upper, lower, rest] = [this.#entries, below.#entries, below.#below];
    const merged = new VersionedMap<Layered<V>>();
    // The lower first, so that a key keeps its position.
    for (const entries of [lower, upper]) {
      for (const entry of entries) {
        if (entry) {
          const value = upper.get(entry[0]) ?? entry[1];
          if (rest || value !== deleted) merged.set(entry[0], value);
        }
        yield;
      }
    }
    this.#entries = merged;
    this.#below = rest;
    this.#merging = undefined;
  }
}
