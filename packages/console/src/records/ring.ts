import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { BoxReader } from './box-reader.ts';
import { boxesAround, distanceBetween } from './globe.ts';
import type { NearQuery } from './query.ts';
import type { Work } from './work.ts';

/** A position in the order of what is near a point: by distance in metres, then by the bytes of the identifier. */
export interface NearPosition {
  readonly distance: number;
  readonly id: string;
}

/** A record with its distance. */
export interface Neighbour extends NearPosition {
  readonly record: LocationRecord;
}

/** What to search within a ring, and how. */
export interface RingSearch {
  readonly store: AreaStore;
  readonly query: NearQuery;
  /** Only records after this position. */
  readonly after: NearPosition | undefined;
  /** How many of the nearest are wanted. */
  readonly wanted: number;
  /** How many records after the position the search looks at before it takes the ring for too large. */
  readonly allowance: number;
  readonly work: Work;
}

/**
 * Searches everything within a ring of so many metres. Resolves to the nearest records in order, or to `undefined` when
 * the ring is too large or a limit on the work is met: nothing is proved then.
 */
export async function searchRing(
  ring: number,
  search: RingSearch,
): Promise<readonly Neighbour[] | undefined> {
  const { store, query, after, wanted, work } = search;
  const nearest = new Nearest(wanted);
  const reader = new BoxReader(store, boxesAround(query, ring), work);
  let { allowance } = search;
  while (reader.position) {
    if (allowance < 0 || work.metLimit) return undefined;
    for (const record of await reader.read()) {
      const [id, { coordinates }] = record;
      const neighbour = { id, distance: distanceBetween(query, coordinates), record };
      if (after && compareNear(neighbour, after) <= 0) continue;
      allowance--;
      if (neighbour.distance <= ring) nearest.add(neighbour);
    }
  }
  return nearest.inOrder();
}

function compareNear(a: NearPosition, b: NearPosition): number {
  return a.distance - b.distance || compareIdentifiers(a.id, b.id);
}

/** Keeps the nearest of many, and forgets the others from time to time. */
class Nearest {
  readonly #wanted: number;
  #neighbours: Neighbour[] = [];

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  add(neighbour: Neighbour): void {
    this.#neighbours.push(neighbour);
    if (this.#neighbours.length > 2 * this.#wanted + 1000) this.#neighbours = [...this.inOrder()];
  }

  inOrder(): readonly Neighbour[] {
    return this.#neighbours.sort(compareNear).slice(0, this.#wanted);
  }
}
