import type { AreaStore } from '@location-records/core/areas';
import { readNearCursor, writeNearCursor } from './cursor.ts';
import { maxRadius } from './globe.ts';
import type { NearQuery } from './query.ts';
import { RequestFault } from './request-fault.ts';
import { firstBegin, type Neighbour, type RingSearch, searchRing } from './ring.ts';
import type { FoundPage, PageRequest } from './search.ts';
import type { Limit, Work } from './work.ts';

/**
 * Reads a page of the records near a point: by distance, and those at the same distance by the bytes of the
 * identifier. It searches one ring after the other, each around the one before, until they hold enough
 * together. So a wide radius costs no more than the page needs.
 *
 * When a limit on the work is met, the page has the records that are proved to be the nearest.
 *
 * @throws {RequestFault} when the cursor cannot be used, or a limit is met before any record is proved.
 */
export async function readNearPage(query: NearQuery, request: PageRequest): Promise<FoundPage> {
  const { store, canonical, cursor, limit, work } = request;
  const after = cursor === undefined ? firstBegin : readNearCursor(cursor, canonical);
  const begin = after.distance;
  const maxRing = query.radius ?? maxRadius;
  let proved: readonly Neighbour[] = [];
  let limitedBy: Limit | undefined;
  let from: RingSearch['after'] = after;
  // As dense as what came before, or ten records within two kilometres, as in a city. Small rings cost as
  // much as those with some hundred records, and the fewer are wanted, the more often a ring has too few.
  const guess = 360_000 * Math.max(1.5 * limit, 15 * Math.sqrt(limit));
  const area = (begin ** 2 * Math.max(1.5 * limit, 200)) / after.rank || guess;
  let ring = Math.min(Math.max(Math.sqrt(begin ** 2 + area), begin + 1), maxRing);
  let areAllSearched = false;
  while (!limitedBy && proved.length < limit && !areAllSearched) {
    const wanted = limit + 1 - proved.length;
    const found = await searchRing(ring, { store, query, after: from, wanted, work });
    proved = [...proved, ...found.nearest];
    if (!found.limitedBy) {
      from = { distance: ring, rank: after.rank + proved.length };
      // Not by the start of the page: more records may be as far away as the last one before it.
      areAllSearched = ring >= maxRing;
      const factor = Math.min(Math.max(1.5, (1.5 * limit) / proved.length), proved.length > 0 ? 16 : 256);
      ring = Math.min(Math.sqrt(begin ** 2 + (ring ** 2 - begin ** 2) * factor), maxRing);
    } else if (proved.length < limit) {
      limitedBy = found.limitedBy;
    }
  }
  const records = proved.slice(0, limit);
  const last = records.at(-1);
  if (limitedBy && !last) throw limitFault(limitedBy);
  const rank = after.rank + records.length;
  const isLast = areAllSearched && proved.length <= limit;
  const next = last && !isLast ? writeNearCursor({ ...last, rank }, canonical) : undefined;
  return { records, next, limitedBy };
}

/**
 * Checks that all records within a radius can be found in pages.
 *
 * @throws {RequestFault} when a limit on the work is met before.
 */
export async function checkRadius(store: AreaStore, query: NearQuery, work: Work): Promise<void> {
  // As for a later page, so that the boxes have few records beside the circle.
  const after = { ...firstBegin, rank: 10_000 };
  const search = { store, query, after, wanted: 0, work };
  const { limitedBy } = await searchRing(query.radius ?? maxRadius, search);
  if (limitedBy) throw limitFault(limitedBy);
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
