import { deleted, Layer, type Layered } from './layer.ts';
import type { SnapshotBound } from './snapshot-marks.ts';
import { type Lookup, type Snapshot, VersionedMap } from './versioned-map.ts';

/**
 * A {@link VersionedMap} with independent copies in constant time: at a fork, what was written so far becomes a layer
 * below both maps, which neither writes to any more.
 */
export class ForkableMap<V> {
  readonly #bound: SnapshotBound<Layered<V>> | undefined;
  /** What was written since the last fork. */
  #own: VersionedMap<Layered<V>>;
  /** What was written before; `undefined` when there was no fork, which then costs nothing. */
  #below: Layer<V> | undefined;
  /** Counted only above a layer. */
  #size = 0;

  /** The bound is the one of a {@link VersionedMap}, for what was written since the last fork. */
  constructor(bound?: SnapshotBound<Layered<V>>) {
    this.#bound = bound;
    this.#own = new VersionedMap(bound);
  }

  /** How many keys have a value. */
  get size(): number {
    return this.#below ? this.#size : this.#own.size;
  }

  get(key: string): V | undefined {
    const own = this.#own.get(key);
    // Without a layer below, no value is `deleted`. To compare an object with a symbol is slow in V8.
    if (!this.#below) return own as V | undefined;
    const value = own ?? this.#below.get(key);
    return value === deleted ? undefined : value;
  }

  set(key: string, value: V): void {
    if (this.#below) {
      this.#below.merge();
      if (this.get(key) === undefined) this.#size++;
    }
    this.#own.set(key, value);
  }

  delete(key: string): void {
    const below = this.#below;
    if (!below) {
      this.#own.delete(key);
      return;
    }
    below.merge();
    if (this.get(key) === undefined) return;
    this.#size--;
    const covered = below.get(key) ?? deleted;
    if (covered === deleted) this.#own.delete(key);
    else this.#own.set(key, deleted);
  }

  /** In the order in which keys were first set. A key that was deleted and set again may keep its position. */
  snapshot(): Snapshot<V> {
    const own = this.#own.snapshot();
    // Without a layer below, no value is `deleted`.
    if (!this.#below) return own as Snapshot<V>;
    const layers: Lookup<Layered<V>>[] = this.#below.all();
    if (this.#own.size > 0) layers.push(own);
    return { ...own, [Symbol.iterator]: () => layeredEntries(layers) };
  }

  /** An independent copy, in constant time. Open snapshots of this map stay as they are. */
  fork(): ForkableMap<V> {
    const size = this.size;
    if (this.#own.size > 0) {
      this.#below = new Layer(this.#own, this.#below);
      this.#own = new VersionedMap(this.#bound);
    }
    const fork = new ForkableMap<V>(this.#bound);
    fork.#below = this.#below;
    fork.#size = this.#size = size;
    return fork;
  }
}

type Entry<V> = readonly [string, Layered<V>];

/**
 * The entries of layers, from the lowest to the topmost: each key once, at the position of its lowest value and with
 * its topmost value. The others come as `undefined`.
 */
function* layeredEntries<V>(
  layers: readonly Lookup<Layered<V>>[],
): Generator<readonly [string, V] | undefined> {
  const above = layers.toReversed();
  const below: Lookup<Layered<V>>[] = [];
  for (const layer of layers) {
    above.pop();
    for (const entry of layer) {
      yield entry && isLowest(entry, below) ? newest(entry, above) : undefined;
    }
    below.push(layer);
  }
}

function isLowest<V>([key, value]: Entry<V>, below: readonly Lookup<Layered<V>>[]): boolean {
  return value !== deleted && below.every((layer) => (layer.get(key) ?? deleted) === deleted);
}

function newest<V>(
  [key, value]: Entry<V>,
  above: readonly Lookup<Layered<V>>[],
): readonly [string, V] | undefined {
  let found: Layered<V> | undefined;
  for (const layer of above) found ??= layer.get(key);
  found ??= value;
  return found === deleted ? undefined : [key, found];
}
