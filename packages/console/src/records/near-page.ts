import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import type { AreaPosition, AreaStore, Box } from '@location-records/core/areas';
import { type NearBegin, type NearPosition, readNearCursor, writeNearCursor } from './cursor.ts';
import { cosine, degreesOf, distanceBetween, distanceToBox, maxDistanceToBox, maxRadius } from './globe.ts';
import type { NearQuery } from './query.ts';
import { RequestFault } from './request-fault.ts';
import type { FoundPage, FoundRecord, PageRequest } from './search.ts';
import type { Limit, Work } from './work.ts';

/** Where the first page begins. No identifier is empty, so every record comes after it. */
const beginning: NearBegin = { distance: 0, id: '', rank: 0 };

interface Neighbour extends NearPosition {
  readonly record: LocationRecord;
}

/** What is left to read of a box: all of it, or what comes after a position. */
interface BoxPart {
  readonly box: Box;
  readonly after: AreaPosition | undefined;
  /** No point of the box is nearer. */
  readonly distance: number;
  /** How many records to read next. */
  readonly limit: number;
}

interface Search {
  readonly store: AreaStore;
  readonly work: Work;
  /** Only records after this position. */
  readonly after: NearBegin;
  /** How many of the nearest are wanted. */
  readonly wanted: number;
}

/** Calls of the store at once. */
const maxCalls = 4;

/** Boxes are not halved for fewer records. */
const shortRead = 50;

/**
 * Reads a page of the records near a point: by distance, and those at the same distance by the bytes of the
 * identifier.
 *
 * When a limit on the work is met, the page has the records that are proved to be the nearest.
 *
 * @throws {RequestFault} when the cursor cannot be used, or a limit is met before any record is proved.
 */
export async function readNearPage(query: NearQuery, request: PageRequest): Promise<FoundPage> {
  const { store, work, canonical, cursor, limit } = request;
  const after = cursor === undefined ? beginning : readNearCursor(cursor, canonical);
  const found = await findNearest(query, { store, work, after, wanted: limit + 1 });
  const records = found.nearest.slice(0, limit);
  const last = records.at(-1);
  const limitedBy = records.length < limit ? found.limitedBy : undefined;
  if (limitedBy && !last) throw limitFault(limitedBy);
  const hasMore = found.nearest.length > limit || found.limitedBy !== undefined;
  const rank = after.rank + records.length;
  const next = last && hasMore ? writeNearCursor({ ...last, rank }, canonical) : undefined;
  return { records, next, limitedBy };
}

/**
 * Finds all records within a radius, or those after a cursor, the nearest first.
 *
 * @throws {RequestFault} when the cursor cannot be used, or a limit on the work is met.
 */
export async function findWithinRadius(
  query: NearQuery,
  { store, work, canonical, cursor }: Omit<PageRequest, 'limit'>,
): Promise<readonly FoundRecord[]> {
  const after = cursor === undefined ? beginning : readNearCursor(cursor, canonical);
  const { nearest, limitedBy } = await findNearest(query, {
    store,
    work,
    after,
    wanted: Number.POSITIVE_INFINITY,
  });
  if (limitedBy) throw limitFault(limitedBy);
  return nearest;
}

/**
 * Finds the nearest records after a position. Reads boxes, the nearest first, until no box can have a nearer
 * record. A box with many records that are not wanted is halved, so that a crowd beside the search is not
 * read.
 */
async function findNearest(
  query: NearQuery,
  { store, work, after, wanted }: Search,
): Promise<{ readonly nearest: readonly Neighbour[]; readonly limitedBy: Limit | undefined }> {
  const { radius = maxRadius } = query;
  /** By identifier, since boxes have edges in common. */
  const found = new Map<string, Neighbour>();
  /** The last record that is wanted. */
  let furthest: Neighbour | undefined;
  const reach = () => furthest?.distance ?? radius;
  let unread: BoxPart[] = [];
  const nearest = () => [...found.values()].sort(compareNear);
  const isWanted = (one: NearPosition) =>
    one.distance <= radius && compareNear(one, after) > 0 && !(furthest && compareNear(one, furthest) > 0);
  const ring = ringAround(query, after, wanted);
  const addBox = (box: Box, position?: AreaPosition, limit = shortRead) => {
    const distance = distanceToBox(query, box);
    if (distance > radius || maxDistanceToBox(query, box) < after.distance) return;
    const halves = distance < after.distance && isCrowded(box, after) ? halvesOf(box) : [];
    if (halves.length > 1) for (const half of halves) addBox(half, position);
    else unread.push({ box, after: position, distance, limit });
  };
  const keepNearest = () => {
    if (found.size < wanted) return;
    const kept = nearest().slice(0, wanted);
    found.clear();
    for (const one of kept) found.set(one.id, one);
    furthest = kept.at(-1);
  };
  const read = async ({ box, after: position, limit }: BoxPart) => {
    const { records, next } = await work.read(store, box, { after: position, limit });
    const neighbours = records.map((record) => neighbourOf(query, record)).filter(isWanted);
    for (const one of neighbours) found.set(one.id, one);
    keepNearest();
    if (!next) return;
    const useful = neighbours.filter(isWanted).length;
    // A short page means that the store scans beside the box, and would do so again for each half.
    const isCrowdBeside = records.length >= Math.min(limit, shortRead) && 2 * useful < records.length;
    if (isCrowdBeside) for (const half of halvesOf(box)) addBox(half, next);
    else addBox(box, next, 4 * limit);
  };

  // A little wider, so that the boxes beside it are not read for their edges.
  for (const box of boxesAround(query, [0.7 * after.distance, 1.01 * ring + 1])) {
    addBox(box, undefined, maxDistanceToBox(query, box) < 1.5 * ring ? 2 * wanted : shortRead);
  }
  for (;;) {
    unread = unread.filter(({ distance }) => distance <= reach()).sort((a, b) => a.distance - b.distance);
    const [first] = unread;
    if (!first) return { nearest: nearest(), limitedBy: undefined };
    const limitedBy = work.metLimit;
    if (limitedBy) {
      return { nearest: nearest().filter(({ distance }) => distance < first.distance), limitedBy };
    }
    await work.pause();
    const parts = unread.splice(0, Math.min(maxCalls, work.nextSlice));
    const share = Math.floor(work.nextSlice / parts.length);
    await Promise.all(parts.map((part) => read({ ...part, limit: Math.min(part.limit, share) })));
  }
}

/** Guesses the distance in metres that has enough records for the page. */
function ringAround(
  { radius = maxRadius }: NearQuery,
  { distance, rank }: NearBegin,
  wanted: number,
): number {
  // As dense as before the page, or ten records within two kilometres, as in a city.
  const guess =
    rank > 0
      ? distance * Math.sqrt(1 + (1.5 * wanted) / rank)
      : 600 * Math.sqrt(Math.max(1.5 * wanted, 15 * Math.sqrt(wanted)));
  return Math.min(Math.max(guess, 1), radius);
}

function neighbourOf(query: NearQuery, record: LocationRecord): Neighbour {
  const [id, { coordinates }] = record;
  return { id, distance: distanceBetween(query, coordinates), record };
}

function compareNear(a: NearPosition, b: NearPosition): number {
  return a.distance - b.distance || compareIdentifiers(a.id, b.id);
}

/**
 * Returns boxes that together have every place on the globe, in each turn around the world: a small one
 * around the point, and frames around it.
 *
 * Coordinates have a place on the globe from -90 to 90 and from -360 to 360, which takes data from -180 to
 * 180 as well as data from 0 to 360. Other records are not near anything.
 *
 * @param first the distances in metres of the first edges. Each of the others is 16 times as far.
 */
function boxesAround({ latitude, longitude }: NearQuery, first: readonly number[]): readonly Box[] {
  const sizes = [...first];
  for (let size = Math.max(...first); degreesOf(size) < 180; size *= 16) sizes.push(16 * size);
  const boxes: Box[] = [];
  let inner: Box | undefined;
  for (const size of sizes) {
    const height = Math.min(degreesOf(size), 180);
    const width = height < 90 ? Math.min(height / cosine(latitude), 180) : 180;
    const outer = {
      west: longitude - width,
      south: Math.max(latitude - height, -90),
      east: longitude + width,
      north: Math.min(latitude + height, 90),
    };
    boxes.push(...(inner ? frameBetween(inner, outer) : [outer]));
    inner = outer;
  }
  const turned = boxes.flatMap((box) =>
    [0, 360, -360].map((turn) => ({
      ...box,
      west: Math.max(box.west + turn, -360),
      east: Math.min(box.east + turn, 360),
    })),
  );
  return turned.filter(({ west, east }) => west <= east);
}

/** What an outer box has and an inner one has not, but for its edges. */
function frameBetween(inner: Box, outer: Box): readonly Box[] {
  const beside = { south: inner.south, north: inner.north };
  return [
    { ...outer, north: inner.south },
    { ...outer, south: inner.north },
    { ...beside, west: outer.west, east: inner.west },
    { ...beside, west: inner.east, east: outer.east },
  ].filter(({ west, south, east, north }) => west < east && south < north);
}

/** In degrees, about a metre: what is in a smaller box is as near as the rest of it. */
const minSide = 1e-5;

/** Splits a box into two with one edge in common, unless it is too small. */
function halvesOf(box: Box): readonly Box[] {
  const { west, south, east, north } = box;
  const [height, width] = [north - south, (east - west) * cosine(Math.min(Math.abs(south), Math.abs(north)))];
  if (Math.max(height, width) < minSide) return [box];
  // A store may scan everything at the latitudes of a box, so low boxes cost least.
  const [latitude, longitude] = [(south + north) / 2, (west + east) / 2];
  return 2 * height >= width
    ? [
        { ...box, north: latitude },
        { ...box, south: latitude },
      ]
    : [
        { ...box, east: longitude },
        { ...box, west: longitude },
      ];
}

/** Whether a box has many records if they are as dense as before a position. */
function isCrowded({ west, south, east, north }: Box, { distance, rank }: NearBegin): boolean {
  // Few services have longitudes beyond 180.
  if (west < -180 || east > 180) return false;
  const area = (north - south) * (east - west) * cosine((north + south) / 2);
  return rank * area > shortRead * Math.PI * degreesOf(distance) ** 2;
}

function limitFault(limit: Limit): RequestFault {
  const advice = 'Ask for a smaller "radius" or for a "bbox"';
  return limit === 'maxCandidates'
    ? new RequestFault(
        `Too many records are near that point (maxCandidates). ${advice}.`,
        'maxCandidates is met',
      )
    : new RequestFault(
        `The search takes too long (maxDuration). ${advice}, or try again.`,
        'maxDuration is met',
        503,
      );
}
