import { type Lookup, VersionedMap } from './versioned-map.ts';

/** Stands, as the value of a key, for an entry of a lower layer that was deleted. */
export const deleted = Symbol('deleted');

/** What a layer holds of a key. */
export type Layered<V> = V | typeof deleted;

/** Each `next()` is one step. */
type Merging = Iterator<void, void>;

/** A layer is merged with the one below it unless it is at least so many times smaller. */
const shrinkage = 4;

/** How many entries one write merges at most. Where each write is followed by a fork, it takes 25 to keep up. */
const stepsPerWrite = 64;

/**
 * Entries that nobody writes to any more, over those of further layers. Any number of maps may share a layer, and
 * it knows none of them, so that a map that is forgotten leaves nothing behind.
 *
 * A layer that is not much smaller than the one below it is merged with it: nobody who looks through the two can
 * tell, and all who share them have the use of it. So there are few layers, however many forks and writes there
 * were. Each write merges a few entries, so that none has to wait for a large layer.
 */
export class Layer<V> {
  #entries: VersionedMap<Layered<V>>;
  #below: Layer<V> | undefined;
  #merging: Merging | undefined;

  constructor(entries: VersionedMap<Layered<V>>, below: Layer<V> | undefined) {
    this.#entries = entries;
    this.#below = below;
  }

  /** What the topmost layer with that key holds of it. */
  get(key: string): Layered<V> | undefined {
    for (let layer: Layer<V> | undefined = this; layer; layer = layer.#below) {
      const value = layer.#entries.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The entries of this layer and of all below it, the lowest first. They stay as they are. */
  all(): Lookup<Layered<V>>[] {
    const entries = this.#below?.all() ?? [];
    entries.push(this.#entries);
    return entries;
  }

  /** Goes on with the merging, from the top, where the layers are small and soon done. To be called by each write. */
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

  /** In steps of one entry. That `below` may itself be merged meanwhile makes no difference to what it holds. */
  *#mergeWith(below: Layer<V>): Generator<void, void> {
    const [upper, lower, rest] = [this.#entries, below.#entries, below.#below];
    const merged = new VersionedMap<Layered<V>>();
    // The lower first, so that a key keeps its place.
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
