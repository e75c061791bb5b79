import type { AreaStore } from '@location-records/core/areas';
import { readNearCursor, writeNearCursor } from './cursor.ts';
import { maxRadius } from './globe.ts';
import type { NearQuery } from './query.ts';
import { RequestFault } from './request-fault.ts';
import { type NearBegin, type Neighbour, searchRing } from './ring.ts';
import type { FoundPage, PageRequest } from './search.ts';
import type { Limit, Work } from './work.ts';

/**
 * Reads a page of the records near a point: by distance, and those at the same distance by the bytes of the identifier.
 * It searches rings that grow until one holds enough, so that a wide radius costs no more than the page needs.
 *
 * When a limit on the work is met, the page has the records that are proved to be the nearest.
 *
 * @throws {RequestFault} when the cursor cannot be used, or a limit is met before any record is proved.
 */
export async function readNearPage(query: NearQuery, request: PageRequest): Promise<FoundPage> {
  const { store, canonical, cursor, limit, work } = request;
  const after = cursor === undefined ? undefined : readNearCursor(cursor, canonical);
  const rings = new Rings(query.radius ?? maxRadius, after, limit);
  let proved: readonly Neighbour[] = [];
  let limitedBy: Limit | undefined;
  while (!limitedBy && proved.length < limit && !rings.areAllSearched) {
    const allowance = rings.areDense ? Number.POSITIVE_INFINITY : 3 * limit + 1000;
    const search = { store, query, after, wanted: limit + 1, allowance, work };
    const found = await searchRing(rings.ring, search);
    if (found) {
      proved = found;
      rings.grow(found.length);
    } else {
      rings.shrink();
      limitedBy = work.metLimit;
    }
  }
  const records = proved.slice(0, limit);
  const last = records.at(-1);
  if (limitedBy && !last) throw limitFault(limitedBy, after !== undefined);
  const isLast = rings.areAllSearched && proved.length <= limit;
  const rank = (after?.rank ?? 0) + records.length;
  const next = last && !isLast ? writeNearCursor({ ...last, rank }, canonical) : undefined;
  return { records, next, limitedBy };
}

/**
 * Checks that all records within a radius can be found in pages.
 *
 * @throws {RequestFault} when a limit on the work is met before.
 */
export async function checkRadius(store: AreaStore, query: NearQuery, work: Work): Promise<void> {
  const search = { store, query, after: undefined, wanted: 0, allowance: Number.POSITIVE_INFINITY, work };
  const found = await searchRing(query.radius ?? maxRadius, search);
  if (!found) throw limitFault(work.metLimit ?? 'maxDuration', false);
}

function limitFault(limit: Limit, isLater: boolean): RequestFault {
  const where = isLater ? 'at the distance of this page' : 'near that point';
  const advice = 'Ask for a smaller "radius" or for a "bbox"';
  return limit === 'maxCandidates'
    ? new RequestFault(`Too many records are ${where}. ${advice}.`, 'maxCandidates is met')
    : new RequestFault(`The search takes too long. ${advice}, or try again.`, 'maxDuration is met', 503);
}

/** Chooses the rings to search, in metres. */
class Rings {
  readonly #maxRing: number;
  /** Where the page begins. */
  readonly #begin: number;
  readonly #limit: number;
  /** Everything up to here is searched. */
  #low: number;
  /** A ring that was too large. */
  #high = Number.POSITIVE_INFINITY;
  #ring: number;
  #areDense = false;
  #areAllSearched = false;

  constructor(maxRing: number, after: NearBegin | undefined, limit: number) {
    const { distance, rank } = after ?? { distance: 0, rank: 1 };
    this.#maxRing = maxRing;
    this.#begin = this.#low = distance;
    this.#limit = limit;
    // As dense as what came before; else ten records within two kilometres are about what a city has.
    const area = distance ** 2 * ((1.5 * limit) / rank) || 600 ** 2 * limit;
    this.#ring = Math.min(Math.max(this.#ringOf(area), distance + 1), maxRing);
  }

  /** The ring to search next. */
  get ring(): number {
    return this.#ring;
  }

  /** Whether much lies between two rings that are close to each other. No ring counts as too large from then on. */
  get areDense(): boolean {
    return this.#areDense;
  }

  get areAllSearched(): boolean {
    return this.#areAllSearched;
  }

  /** The ring was searched: chooses a larger one, by what it held after the beginning of the page. */
  grow(found: number): void {
    this.#low = this.#ring;
    // Not by where the page begins: more records may be as far away as the last one before it.
    this.#areAllSearched = this.#ring >= this.#maxRing;
    if (this.#low >= this.#high) this.#high = Number.POSITIVE_INFINITY;
    const wanted = found === 0 ? 16 : (1.5 * this.#limit) / found;
    const factor = Math.min(Math.max(1.5, wanted), this.#areDense ? 1.5 : 16);
    this.#choose(this.#ringOf((this.#low ** 2 - this.#begin ** 2) * factor));
  }

  /** The ring was too large: chooses a smaller one, or the same again where much lies close to what is searched. */
  shrink(): void {
    this.#high = this.#ring;
    this.#choose(this.#high);
  }

  /** Takes a ring, or a smaller one between what is searched and what is too large. */
  #choose(ring: number): void {
    const [low, high] = [this.#low - this.#begin, this.#high - this.#begin];
    this.#areDense ||= high <= Math.max(low * 1.1, 1);
    const between = this.#begin + (low === 0 ? high / 4 : Math.sqrt(low * high));
    this.#ring = Math.min(ring, this.#maxRing, this.#areDense ? this.#high : between);
  }

  /** The ring with an area beyond where the page begins, in square metres and divided by pi. */
  #ringOf(area: number): number {
    return Math.sqrt(this.#begin ** 2 + area);
  }
}
