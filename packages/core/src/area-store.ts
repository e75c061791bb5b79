import { InvalidArgumentError } from './errors.ts';
import { type Coordinates, checkIdentifier, compareIdentifiers, type LocationRecord } from './location.ts';
import type { LocationStore, StoreGuarantees } from './store.ts';

/**
 * A box from `south` to `north` and from `west` to `east`, all inclusive. Edges are plain numbers in decimal
 * degrees: any finite number is allowed, and a box does not wrap from 180 to -180.
 */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * A position in the order of an area query: ascending by `part`, latitude, longitude, and the UTF-8 bytes of
 * the identifier. It is plain data that a caller may keep or send. No record needs to exist at it, and it is
 * valid for every box: a query of another box continues after the same position.
 */
export interface AreaPosition {
  /**
   * An integer: {@link stripeOf} the longitude, or with `areaOrder: 'own'` a number that the store chooses.
   */
  readonly part: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly id: string;
}

/** Selects a page of a {@link Box}. */
export interface WithinOptions {
  /** Only records after this position: the `next` of an earlier page, of this box or another. */
  readonly after?: AreaPosition | undefined;
  /** The maximum number of records, an integer of at least 1. A page may have fewer. */
  readonly limit: number;
}

/** A page of the records of a {@link Box}, in the order of the store. */
export interface AreaPage {
  /** Copies. Any page may have fewer than `limit` records, even none. */
  readonly records: readonly LocationRecord[];
  /**
   * Where the next page begins: after the last record if the page has `limit` records. It is `undefined` if
   * no records are left. After looking at many records outside the box, a store may return a `next` whose
   * page is empty.
   */
  readonly next: AreaPosition | undefined;
}

/**
 * A store that also finds records by their coordinates. The store contract tests that
 * - a page has only records of the box, by the exact stored numbers, and none twice;
 * - consecutive pages contain every unchanged record of the box exactly once, while a record that moves may
 *   appear at both places or at neither;
 * - a record appears only at coordinates that it had at some moment during the call;
 * - the work for a page is bounded: many records outside the box make the page shorter.
 */
export interface AreaStore extends LocationStore {
  readonly guarantees: StoreGuarantees & { readonly areaOrder: 'stripe' | 'own' };
  /**
   * Reads one page of the records in a box.
   *
   * Rejects with the `InvalidArgumentError` of {@link checkWithin} if an argument is wrong.
   */
  within(box: Box, options: WithinOptions): Promise<AreaPage>;
}

/** Returns whether a store offers area queries. */
export function isAreaStore(store: LocationStore): store is AreaStore {
  // A client of a service has another method of this name, and no order of pages.
  const { within, guarantees } = (store ?? {}) as Partial<AreaStore>;
  return typeof within === 'function' && guarantees?.areaOrder !== undefined;
}

/**
 * Checks and copies the arguments of `within`. A store that awaits anything works with the copies, since the
 * caller may change the originals. Every store calls it, so that all refuse the same values with the same
 * error.
 *
 * @throws {InvalidArgumentError} about the first wrong value among `box.west`, `box.south`, `box.east`,
 * `box.north`, `options.limit` and the members of `options.after`.
 */
export function checkWithin(
  box: Box,
  options: WithinOptions,
): { readonly box: Box; readonly options: WithinOptions } {
  // Callers without types may leave out anything.
  for (const edge of ['west', 'south', 'east', 'north'] as const) {
    if (!Number.isFinite(box?.[edge])) throw new InvalidArgumentError(`box.${edge}`, 'a finite number');
  }
  if (box.east < box.west) throw new InvalidArgumentError('box.east', 'a number from box.west');
  if (box.north < box.south) throw new InvalidArgumentError('box.north', 'a number from box.south');
  if (!Number.isSafeInteger(options?.limit) || options.limit < 1) {
    throw new InvalidArgumentError('options.limit', 'an integer from 1');
  }
  if (options.after !== undefined) checkPosition(options.after);
  const { west, south, east, north } = box;
  const { limit, after } = options;
  return { box: { west, south, east, north }, options: { limit, after: after && { ...after } } };
}

function checkPosition(after: AreaPosition): void {
  if (!Number.isSafeInteger(after?.part)) throw new InvalidArgumentError('options.after.part', 'an integer');
  for (const name of ['latitude', 'longitude'] as const) {
    if (!Number.isFinite(after[name]))
      throw new InvalidArgumentError(`options.after.${name}`, 'a finite number');
  }
  try {
    checkIdentifier(after.id);
  } catch {
    throw new InvalidArgumentError('options.after.id', 'a non-empty well-formed string');
  }
}

/**
 * The stripes of longitude that area queries go by. `width` is in degrees, a binary fraction and so exact: 256
 * stripes from -180 to 180. Stripe `first` is everything up to -181.40625, since `trunc` rounds towards zero,
 * and stripe `last` everything from 180 on.
 */
export const stripes = Object.freeze({ width: 1.40625, first: -1, last: 256 });

/**
 * Returns the number of the stripe that holds a longitude, from the `first` to the `last` of {@link stripes}.
 * It never falls as the longitude grows, so the records of a box are in the stripes from its west to its east.
 *
 * It takes `trunc`, `min` and `max` alone, so that engines can compute the same stripe for every finite number.
 *
 * @throws {InvalidArgumentError} if the longitude is not a finite number.
 */
export function stripeOf(longitude: number): number {
  if (!Number.isFinite(longitude)) throw new InvalidArgumentError('longitude', 'a finite number');
  const stripe = Math.trunc((longitude + 180) / stripes.width);
  return Math.max(stripes.first, Math.min(stripe, stripes.last)) + 0;
}

/**
 * Compares two records in the order of `areaOrder: 'stripe'`, for `Array.sort`: by stripe, latitude,
 * longitude and the UTF-8 bytes of the identifier.
 *
 * @throws {InvalidArgumentError} about `a` or `b`, if it is not a record.
 */
export function compareByStripe(a: LocationRecord, b: LocationRecord): number {
  const [[left, from], [right, to]] = [placeOf('a', a), placeOf('b', b)];
  return (
    stripeOf(from.longitude) - stripeOf(to.longitude) ||
    Math.sign(from.latitude - to.latitude) ||
    Math.sign(from.longitude - to.longitude) ||
    compareIdentifiers(left, right)
  );
}

function placeOf(argument: string, record: LocationRecord): readonly [string, Coordinates] {
  // Callers without types may pass anything.
  const [id, coordinates] = [record?.[0], record?.[1]?.coordinates];
  if (
    typeof id === 'string' &&
    Number.isFinite(coordinates?.latitude) &&
    Number.isFinite(coordinates?.longitude)
  ) {
    return [id, coordinates];
  }
  throw new InvalidArgumentError(
    argument,
    'a record, such as ["home", { coordinates: { latitude: 1, longitude: 2 } }]',
  );
}
