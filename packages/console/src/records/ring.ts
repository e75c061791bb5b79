import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { BoxReader } from './box-reader.ts';
import { boxesAround, type Hole } from './boxes-around.ts';
import { distanceBetween } from './globe.ts';
import type { NearQuery } from './query.ts';
import type { Work } from './work.ts';

/** A position in the order of what is near a point: by distance in metres, then by the bytes of the identifier. */
export interface NearPosition {
  readonly distance: number;
  readonly id: string;
}

/** Where a later page begins. */
export interface NearBegin extends NearPosition {
  /** About how many records come before. It decides how the search goes, not what it finds. */
  readonly rank: number;
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
  readonly after: NearBegin | undefined;
  /** How many of the nearest are wanted. */
  readonly wanted: number;
  /** How many records after the position the search looks at before it takes the ring for too large. */
  readonly allowance: number;
  readonly work: Work;
}

/** How many calls of the store are under way at once. */
const maxCalls = 4;

/** About how many records the store reads in the time of a call. */
const recordsPerCall = 50;

/** More would take longer than they save. */
const maxBands = 256;

/**
 * Searches everything after the position within a ring of so many metres. Resolves to the nearest records in order, or to `undefined` when
 * the ring is too large or a limit on the work is met: nothing is proved then.
 */
export async function searchRing(
  ring: number,
  search: RingSearch,
): Promise<readonly Neighbour[] | undefined> {
  const { store, query, after, wanted, work } = search;
  const nearest = new Nearest(wanted);
  let readers = boxesAround(query, ring, after && holeOf(after)).map(
    (box) => new BoxReader(store, [box], work),
  );
  let { allowance } = search;
  while (readers.length > 0) {
    if (allowance < 0 || work.metLimit) return undefined;
    await work.pause();
    const slice = work.nextSlice;
    const calls = readers.slice(0, Math.min(maxCalls, slice));
    const limit = Math.floor(slice / calls.length);
    const pages = await Promise.all(calls.map((reader) => reader.read(limit)));
    for (const record of pages.flat()) {
      const [id, { coordinates }] = record;
      const neighbour = { id, distance: distanceBetween(query, coordinates), record };
      if (after && compareNear(neighbour, after) <= 0) continue;
      allowance--;
      if (neighbour.distance <= ring) nearest.add(neighbour);
    }
    readers = readers.filter(({ position }) => position);
  }
  return nearest.inOrder();
}

/**
 * Twice the bands halve what lies beside the ring, about twice `rank / bands` records, for twice the calls.
 */
function holeOf({ distance, rank }: NearBegin): Hole {
  const bands = Math.ceil(Math.sqrt(rank / recordsPerCall));
  return { inner: distance, bands: Math.min(bands, maxBands) };
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
