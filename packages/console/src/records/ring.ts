import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import type { AreaPosition, AreaStore, Box } from '@location-records/core/areas';
import { boxesAround, halvesOf } from './boxes-around.ts';
import { distanceBetween, distanceToBox, maxDistanceToBox } from './globe.ts';
import type { NearQuery } from './query.ts';
import type { Limit, Work } from './work.ts';

/**
 * A position in the order of what is near a point: by distance in metres, then by the bytes of the
 * identifier.
 */
export interface NearPosition {
  readonly distance: number;
  readonly id: string;
}

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

export interface RingSearch {
  readonly store: AreaStore;
  readonly query: NearQuery;
  /** Only records after this position. Without an `id`, only those that are further away. */
  readonly after: Omit<NearBegin, 'id'> & { readonly id?: string | undefined };
  /** How many of the nearest are wanted. With 0, all are read and none is kept. */
  readonly wanted: number;
  readonly work: Work;
}

export interface RingFound {
  /** The nearest records, in order, with nothing missing before the last one. */
  readonly nearest: readonly Neighbour[];
  /** The limit on the work that ended the search early. */
  readonly limitedBy: Limit | undefined;
}

/** What is left to read of a box: all of it, or what comes after a position. */
interface BoxPart {
  readonly box: Box;
  readonly after?: AreaPosition;
  /** No point of the box is nearer. */
  readonly distance: number;
  /** Whether most of the last read was not wanted. The next one is then smaller. */
  readonly isCrowded: boolean;
}

/** Calls of the store at once. */
const maxCalls = 4;

/** About how many records the store reads in the time of a call. */
const recordsPerCall = 50;

/** More would take longer than they save. */
const maxBands = 256;

/**
 * Finds the nearest records after a position, within a radius in metres. Reads boxes, the nearest first, and
 * skips those that are further away than the records found so far. Halves a box if most of a full page of it
 * is not wanted, so that a crowd beside the ring or in its hole is not read.
 */
export async function searchRing(ring: number, search: RingSearch): Promise<RingFound> {
  const { store, query, after, wanted, work } = search;
  // Twice the bands are twice the calls, and half of what lies beside the ring: about twice `rank / bands`
  // records.
  const bands = Math.min(Math.ceil(Math.sqrt((after.rank + 1) / recordsPerCall)), maxBands);
  let nearest: Neighbour[] = [];
  /** The last record that is wanted. */
  let furthest: Neighbour | undefined;
  const reach = () => furthest?.distance ?? ring;
  let unread: BoxPart[] = [];
  const neighbourOf = (record: LocationRecord): Neighbour => {
    const [id, { coordinates }] = record;
    return { id, distance: distanceBetween(query, coordinates), record };
  };
  const isWanted = (neighbour: Neighbour) => {
    if (neighbour.distance > ring || (furthest && compareNear(neighbour, furthest) > 0)) return false;
    return isAfter(neighbour, after);
  };
  const add = (part: Omit<BoxPart, 'distance'>) => {
    const distance = distanceToBox(query, part.box);
    const isInHole = maxDistanceToBox(query, part.box) < after.distance;
    if (distance <= reach() && !isInHole) unread.push({ ...part, distance });
  };
  for (const box of boxesAround(query, ring, after.distance, bands)) add({ box, isCrowded: false });

  const addRest = (part: BoxPart, position: AreaPosition, isCrowdBeside: boolean) => {
    const halves = isCrowdBeside ? halvesOf(part.box) : undefined;
    if (halves) for (const box of halves) add({ box, after: position, isCrowded: true });
    else add({ ...part, after: position, isCrowded: false });
  };
  const keepNearest = () => {
    nearest = nearest.sort(compareNear).slice(0, wanted);
    if (wanted > 0 && nearest.length === wanted) furthest = nearest.at(-1);
  };

  while (unread.length > 0) {
    const limitedBy = work.metLimit;
    if (limitedBy) {
      const proved = Math.min(...unread.map(({ distance }) => distance));
      return { nearest: nearest.sort(compareNear).filter(({ distance }) => distance < proved), limitedBy };
    }
    await work.pause();
    const slice = work.nextSlice;
    unread = unread.filter(({ distance }) => distance <= reach()).sort((a, b) => a.distance - b.distance);
    const calls = unread.splice(0, Math.min(maxCalls, slice));
    const usual = Math.floor(slice / calls.length);
    const limits = calls.map(({ isCrowded }) => (isCrowded ? Math.min(usual, 2 * recordsPerCall) : usual));
    const pages = await Promise.all(
      calls.map(({ box, after }, index) => work.read(store, box, { after, limit: limits[index] as number })),
    );
    const found = pages.map(({ records }) => records.map(neighbourOf).filter(isWanted));
    nearest.push(...found.flat());
    // Drops the others, which may be many.
    if (nearest.length >= wanted) keepNearest();
    for (const [index, { records, next }] of pages.entries()) {
      if (!next) continue;
      const useful = found[index]?.filter(isWanted).length ?? 0;
      // A short page means that the store scans beside the box, and would do so again for each half.
      const isLong = records.length >= Math.min(limits[index] as number, 2 * recordsPerCall);
      addRest(calls[index] as BoxPart, next, isLong && 2 * useful < records.length);
    }
  }
  keepNearest();
  return { nearest, limitedBy: undefined };
}

function isAfter({ distance, id }: NearPosition, after: RingSearch['after']): boolean {
  if (distance !== after.distance) return distance > after.distance;
  return after.id !== undefined && compareIdentifiers(id, after.id) > 0;
}

function compareNear(a: NearPosition, b: NearPosition): number {
  return a.distance - b.distance || compareIdentifiers(a.id, b.id);
}
