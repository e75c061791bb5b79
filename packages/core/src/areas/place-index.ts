import { compareIdentifiers } from '../location.ts';
import type { AreaPosition, Box } from './area-store.ts';
import { firstStripe, lastStripe, stripeOf } from './stripe.ts';

/** Where a record lies. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The maximum of places in a leaf. */
const capacity = 128;

/** Some places in order, in flat arrays: an object for each would take twice the memory. */
interface Leaf {
  /** The index that may write to it; every other one that has it copies it first. */
  owner: symbol;
  length: number;
  /** The latitude of each place, then from `capacity` on the longitude of each. */
  readonly numbers: Float64Array;
  readonly ids: string[];
}

/** The leaves of one stripe, in order. None is empty. */
interface Stripe {
  owner: symbol;
  readonly leaves: Leaf[];
}

/**
 * The places of records in the order of area queries: by stripe, latitude, longitude and identifier. A fork is made in
 * constant time: the two share every stripe and leaf until one of them writes there.
 */
export class PlaceIndex {
  #owner = Symbol();
  #ownsStripes = true;
  #stripes: (Stripe | undefined)[] = new Array(lastStripe - firstStripe + 1).fill(undefined);

  /** Adds a place, unless it is there. */
  add(place: Place, id: string): void {
    const stripe = this.#ownStripe(stripeOf(place.longitude));
    const at = leafAt(stripe.leaves, place, id);
    const leaf = this.#ownLeaf(stripe, at);
    const index = leaf ? lowerBound(leaf, place, id) : 0;
    if (!leaf) stripe.leaves.push(newLeaf(this.#owner, place, id));
    else if (!isAt(leaf, index, place, id)) {
      insert(leaf, index, place, id);
      if (leaf.length === capacity) stripe.leaves.splice(at + 1, 0, upperHalf(leaf, this.#owner));
    }
  }

  /** Removes a place, if it is there. */
  remove(place: Place, id: string): void {
    const number = stripeOf(place.longitude);
    const shared = this.#stripes[number - firstStripe];
    if (!shared) return;
    const at = leafAt(shared.leaves, place, id);
    const found = shared.leaves[at];
    const index = found ? lowerBound(found, place, id) : 0;
    if (!found || !isAt(found, index, place, id)) return;
    const stripe = this.#ownStripe(number);
    const leaf = this.#ownLeaf(stripe, at) as Leaf;
    removeAt(leaf, index);
    const next = stripe.leaves[at + 1];
    if (leaf.length === 0) stripe.leaves.splice(at, 1);
    else if (next && leaf.length + next.length < capacity / 2) {
      // Without it, an index of few places could keep the memory of many.
      stripe.leaves.splice(at + 1, 1);
      append(leaf, next);
    }
  }

  /**
   * The identifiers of the places in a box after a position, in order: up to `limit`, or fewer where `maxLooks` places
   * were looked at, in the box and beside it.
   */
  within(box: Box, after: AreaPosition | undefined, limit: number, maxLooks: number): FoundPlaces {
    const search: Search = { box, limit, looksLeft: maxLooks, ids: [], last: undefined };
    const from = Math.max(stripeOf(box.west), after?.part ?? firstStripe);
    for (let part = from; part <= stripeOf(box.east); part++) {
      const stripe = this.#stripes[part - firstStripe];
      if (stripe && !searchStripe(search, part, stripe, after?.part === part ? after : undefined)) {
        return { ids: search.ids, next: search.last };
      }
    }
    return { ids: search.ids, next: undefined };
  }

  /** An independent copy, in constant time. */
  fork(): PlaceIndex {
    const fork = new PlaceIndex();
    fork.#stripes = this.#stripes;
    // Both get a new owner, so that neither writes to what the other sees.
    this.#owner = Symbol();
    fork.#ownsStripes = this.#ownsStripes = false;
    return fork;
  }

  #ownStripe(number: number): Stripe {
    if (!this.#ownsStripes) {
      this.#stripes = [...this.#stripes];
      this.#ownsStripes = true;
    }
    const index = number - firstStripe;
    let stripe = this.#stripes[index];
    if (stripe?.owner !== this.#owner) {
      stripe = { owner: this.#owner, leaves: stripe ? [...stripe.leaves] : [] };
      this.#stripes[index] = stripe;
    }
    return stripe;
  }

  #ownLeaf({ leaves }: Stripe, at: number): Leaf | undefined {
    const leaf = leaves[at];
    if (!leaf || leaf.owner === this.#owner) return leaf;
    const { length, numbers, ids } = leaf;
    const copy = { owner: this.#owner, length, numbers: numbers.slice(), ids: [...ids] };
    leaves[at] = copy;
    return copy;
  }
}

/** What a search has found. */
export interface FoundPlaces {
  readonly ids: readonly string[];
  /** The position of the last place that counts; `undefined` at the end of the box. */
  readonly next: AreaPosition | undefined;
}

interface Search {
  readonly box: Box;
  readonly limit: number;
  looksLeft: number;
  readonly ids: string[];
  /** The place that was looked at last, while the limit is not met. */
  last: AreaPosition | undefined;
}

/** Searches one stripe. Returns whether the search goes on in the next one. */
function searchStripe(
  search: Search,
  part: number,
  { leaves }: Stripe,
  after: AreaPosition | undefined,
): boolean {
  const { west, south, east, north } = search.box;
  // A position to the south of the box says nothing.
  const isInBox = after !== undefined && after.latitude >= south;
  const from = isInBox ? after : { latitude: south, longitude: Number.NEGATIVE_INFINITY };
  const fromId = isInBox ? after.id : '';
  const first = leafAt(leaves, from, fromId);
  for (let at = first; at < leaves.length; at++) {
    const leaf = leaves[at] as Leaf;
    let index = at === first ? lowerBound(leaf, from, fromId) : 0;
    if (isInBox && isAt(leaf, index, from, fromId)) index++;
    for (; index < leaf.length; index++) {
      const latitude = leaf.numbers[index] as number;
      if (latitude > north) return true;
      const longitude = leaf.numbers[capacity + index] as number;
      const isInside = longitude >= west && longitude <= east;
      // One more place shows that there is a next page.
      if (search.looksLeft === 0 || (isInside && search.ids.length === search.limit)) return false;
      search.looksLeft--;
      const id = leaf.ids[index] as string;
      if (isInside) search.ids.push(id);
      search.last = { part, latitude, longitude, id };
    }
  }
  return true;
}

/** The last leaf that begins at a place or before it, or else the first one. */
function leafAt(leaves: readonly Leaf[], place: Place, id: string): number {
  let [low, high] = [0, leaves.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (compare(leaves[middle] as Leaf, 0, place, id) <= 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The index of the first place of a leaf that is not before the given one. */
function lowerBound(leaf: Leaf, place: Place, id: string): number {
  let [low, high] = [0, leaf.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(leaf, middle, place, id) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isAt(leaf: Leaf, index: number, place: Place, id: string): boolean {
  return index < leaf.length && compare(leaf, index, place, id) === 0;
}

function compare({ numbers, ids }: Leaf, index: number, { latitude, longitude }: Place, id: string): number {
  const [ownLatitude, ownLongitude] = [numbers[index] as number, numbers[capacity + index] as number];
  if (ownLatitude !== latitude) return ownLatitude < latitude ? -1 : 1;
  if (ownLongitude !== longitude) return ownLongitude < longitude ? -1 : 1;
  return compareIdentifiers(ids[index] as string, id);
}

function newLeaf(owner: symbol, { latitude, longitude }: Place, id: string): Leaf {
  const numbers = new Float64Array(2 * capacity);
  numbers[0] = latitude;
  numbers[capacity] = longitude;
  return { owner, length: 1, numbers, ids: [id] };
}

function insert(leaf: Leaf, index: number, { latitude, longitude }: Place, id: string): void {
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

function removeAt(leaf: Leaf, index: number): void {
  const { numbers, ids, length } = leaf;
  for (const start of [0, capacity]) {
    numbers.copyWithin(start + index, start + index + 1, start + length);
  }
  ids.splice(index, 1);
  leaf.length--;
}

/** Adds the places of the next leaf to a leaf. */
function append(leaf: Leaf, { numbers, ids, length }: Leaf): void {
  for (const start of [0, capacity]) {
    leaf.numbers.set(numbers.subarray(start, start + length), start + leaf.length);
  }
  leaf.ids.push(...ids);
  leaf.length += length;
}

/** Takes the upper half out of a leaf. */
function upperHalf(leaf: Leaf, owner: symbol): Leaf {
  const [half, length] = [leaf.length >> 1, leaf.length];
  const numbers = new Float64Array(2 * capacity);
  for (const start of [0, capacity]) {
    numbers.set(leaf.numbers.subarray(start + half, start + length), start);
  }
  leaf.length = half;
  return { owner, length: length - half, numbers, ids: leaf.ids.splice(half) };
}
