import type { Lookup } from './entries.ts';
import { deleted, type Layered } from './layer.ts';

type Entry<V> = readonly [string, Layered<V>];

/**
 * The entries of layers, given from the lowest to the topmost: each key once, in the place of its lowest value and
 * with its topmost. What was deleted and what came before are passed over.
 */
export function* layeredEntries<V>(
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
