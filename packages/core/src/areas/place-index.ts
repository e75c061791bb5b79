import type { AreaPosition, Box } from './area-store.ts';
import {
  append,
  capacity,
  compare,
  insert,
  isAt,
  type Leaf,
  lowerBound,
  newLeaf,
  type Place,
  removeAt,
  upperHalf,
} from './place-leaf.ts';
import { firstStripe, lastStripe, stripeOf } from './stripe.ts';

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
interface FoundPlaces {
  readonly ids: readonly string[];
  /** The position of the last place that counts; `undefined` at the end of the box. */
  readonly next: AreaPosition | undefined;
}

interface Search {
  readonly box: Box;
  readonly limit: number;
  looksLeft: number;
  readonly ids: string[];
  /** The place that was looked at last, or the last in the box once the limit is met. */
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
      if (isInside || search.ids.length < search.limit) search.last = { part, latitude, longitude, id };
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
