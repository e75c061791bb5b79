import { compareIdentifiers } from '../location.ts';

/** Where a record lies. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The maximum of places in a leaf. */
export const capacity = 128;

/** Some places in order, in flat arrays: an object for each would take twice the memory. */
export interface Leaf {
  /** The index that may write to it; every other one that has it copies it first. */
  owner: symbol;
  length: number;
  /** The latitude of each place, then from `capacity` on the longitude of each. */
  readonly numbers: Float64Array;
  readonly ids: string[];
}

/** The index of the first place of a leaf that is not before the given one. */
export function lowerBound(leaf: Leaf, place: Place, id: string): number {
  let [low, high] = [0, leaf.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(leaf, middle, place, id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function isAt(leaf: Leaf, index: number, place: Place, id: string): boolean {
  return index < leaf.length && compare(leaf, index, place, id) === 0;
}

export function compare(
  { numbers, ids }: Leaf,
  index: number,
  { latitude, longitude }: Place,
  id: string,
): number {
  const [ownLatitude, ownLongitude] = [numbers[index] as number, numbers[capacity + index] as number];
  if (ownLatitude !== latitude) return ownLatitude < latitude ? -1 : 1;
  if (ownLongitude !== longitude) return ownLongitude < longitude ? -1 : 1;
  return compareIdentifiers(ids[index] as string, id);
}

export function newLeaf(owner: symbol, { latitude, longitude }: Place, id: string): Leaf {
  const numbers = new Float64Array(2 * capacity);
  numbers[0] = latitude;
  numbers[capacity] = longitude;
  return { owner, length: 1, numbers, ids: [id] };
}

export function insert(leaf: Leaf, index: number, { latitude, longitude }: Place, id: string): void {
  const { numbers, ids, length } = leaf;
  for (const [start, value] of [
    [0, latitude],
    [capacity, longitude],
  ] as const) {
    numbers.copyWithin(start + index + 1, start + index, start + length);
    numbers[start + index] = value;
  }
  ids.splice(index, 0, id);
  leaf.length++;
}

export function removeAt(leaf: Leaf, index: number): void {
  const { numbers, ids, length } = leaf;
  for (const start of [0, capacity]) {
    numbers.copyWithin(start + index, start + index + 1, start + length);
  }
  ids.splice(index, 1);
  leaf.length--;
}

/** Adds the places of the next leaf to a leaf. */
export function append(leaf: Leaf, { numbers, ids, length }: Leaf): void {
  for (const start of [0, capacity]) {
    leaf.numbers.set(numbers.subarray(start, start + length), start + leaf.length);
  }
  leaf.ids.push(...ids);
  leaf.length += length;
}

/** Takes the upper half out of a leaf. */
export function upperHalf(leaf: Leaf, owner: symbol): Leaf {
  const [half, length] = [leaf.length >> 1, leaf.length];
  const numbers = new Float64Array(2 * capacity);
  for (const start of [0, capacity]) {
    numbers.set(leaf.numbers.subarray(start + half, start + length), start);
  }
  leaf.length = half;
  return { owner, length: length - half, numbers, ids: leaf.ids.splice(half) };
}
