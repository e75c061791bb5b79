import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import type { AreaPosition, AreaStore, Box } from '@location-records/core/areas';
import { boxesAround } from './boxes-around.ts';
import { distanceBetween } from './globe.ts';
import type { NearQuery } from './query.ts';
import type { Work } from './work.ts';

/** A position in the order of what is near a point: by distance in metres, then by the bytes of the identifier. */
export interface NearPosition {
  readonly distance: number;
  readonly id: string;
}

/** Where a page begins. */
export interface NearBegin extends NearPosition {
  /** About how many records come before. It decides what the search costs, not what it finds. */
  readonly rank: number;
}

/** Where the first page begins. No identifier is empty, so every record comes after it. */
export const firstBegin: NearBegin = { distance: 0, id: '', rank: 0 };

/** A record with its distance. */
export interface Neighbour extends NearPosition {
  readonly record: LocationRecord;
}

/** What to search within a ring, and how. */
export interface RingSearch {
  readonly store: AreaStore;
  readonly query: NearQuery;
  /** Only records after this position. */
  readonly after: NearBegin;
  /** How many of the nearest are wanted. */
  readonly wanted: number;
  /** How many records the search finds before it takes the ring for too large. */
  readonly allowance: number;
  readonly work: Work;
}

/** What is left to read of a box: all of it, or what comes after a position. */
interface BoxPart {
  readonly box: Box;
  readonly after?: AreaPosition;
}

/** How many calls of the store are under way at once. */
const maxCalls = 4;

/** About how many records the store reads in the time of a call. */
const recordsPerCall = 50;

/** More would take longer than they save. */
const maxBands = 256;

/**
 * Searches everything after the position within a ring of a radius in metres. Resolves to the nearest records in order,
 * or to `undefined` when the ring is too large or a limit on the work is met: nothing is proved then.
 */
export async function searchRing(
  ring: number,
  search: RingSearch,
): Promise<readonly Neighbour[] | undefined> {
  const { store, query, after, wanted, work } = search;
  // Twice the bands are twice the calls, and half of what lies beside the ring: about twice `rank / bands` records.
  const bands = Math.min(Math.ceil(Math.sqrt((after.rank + 1) / recordsPerCall)), maxBands);
  const boxes = boxesAround(query, ring, after.distance, bands);
  const unread: BoxPart[] = boxes.map((box) => ({ box }));
  let nearest: Neighbour[] = [];
  const inOrder = () => nearest.sort(compareNear).slice(0, wanted);
  let { allowance } = search;
  while (unread.length > 0) {
    if (allowance < 0 || work.metLimit) return undefined;
    await work.pause();
    const slice = work.nextSlice;
    const calls = unread.splice(0, Math.min(maxCalls, slice));
    const limit = Math.floor(slice / calls.length);
    const read = async ({ box, after }: BoxPart) => {
      const { records, next } = await work.read(store, box, { after, limit });
      if (next) unread.push({ box, after: next });
      return records;
    };
    for (const record of (await Promise.all(calls.map(read))).flat()) {
      const [id, { coordinates }] = record;
      const neighbour = { id, distance: distanceBetween(query, coordinates), record };
      if (neighbour.distance > ring || compareNear(neighbour, after) <= 0) continue;
      allowance--;
      nearest.push(neighbour);
    }
    // The others are forgotten, since there may be many.
    if (nearest.length > 2 * wanted + 1000) nearest = inOrder();
  }
  return inOrder();
}

function compareNear(a: NearPosition, b: NearPosition): number {
  return a.distance - b.distance || compareIdentifiers(a.id, b.id);
}
