import { InvalidArgumentError } from './errors.ts';
import { type Coordinates, checkIdentifier, compareIdentifiers, type LocationRecord } from './location.ts';
import type { LocationStore, StoreGuarantees } from './store.ts';

/**
 * The coordinates from `south` to `north` and from `west` to `east`, all four inclusive. They are plain
 * numbers in decimal degrees, compared as they are: any finite number is allowed, and nothing continues
 * beyond 180 at -180.
 */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * A position in the order of an area query: ascending by `part`, then by latitude, by longitude, and by the
 * UTF-8 bytes of the identifier. It is plain data, which a caller may keep and send. It needs no record at
 * it, and holds for every box: with the `next` of one box, another has those of its records that come after
 * that position.
 */
export interface AreaPosition {
  /** An integer: the {@link stripeOf} the longitude, or what a store with `areaOrder: 'own'` makes of it. */
  readonly part: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly id: string;
}

/** What to read of a {@link Box}. */
export interface WithinOptions {
  /** Only records after this position: the `next` of the page before, or of a page of another box. */
  readonly after?: AreaPosition | undefined;
  /** The maximum number of records, an integer from 1. A page may have fewer. */
  readonly limit: number;
}

/** Some records of a {@link Box}, in the order of the store. */
export interface AreaPage {
  /** Copies. A page that is not the last may have fewer than `limit`, and even none. */
  readonly records: readonly LocationRecord[];
  /**
   * Where the next page begins: at the last record of a page that has `limit` records. It is `undefined` when
   * there are no further records. After looking at many records beside the box, a store may give a next page
   * that is empty.
   */
  readonly next: AreaPosition | undefined;
}

/**
 * A store that also finds records by their coordinates. The store contract tests these promises:
 * - A page has records of the box alone, compared by the very numbers that are stored, and none twice.
 * - Consecutive pages contain every record of the box that does not change, exactly once. A record
 *   that moves may come at both places, or at neither.
 * - A record is never shown at coordinates that it did not have at some moment of the call.
 * - The work for one page is bounded: if many records lie beside the box, the page is shorter.
 */
export interface AreaStore extends LocationStore {
  readonly guarantees: StoreGuarantees & { readonly areaOrder: 'stripe' | 'own' };
  /**
   * One page of the records in a box.
   *
   * It rejects with the `InvalidArgumentError` of {@link checkWithin} when an argument is wrong.
   */
  within(box: Box, options: WithinOptions): Promise<AreaPage>;
}

/** Whether a store offers area queries. */
export function isAreaStore(store: LocationStore): store is AreaStore {
  return typeof (store as Partial<AreaStore> | null | undefined)?.within === 'function';
}

/**
 * Checks the arguments of `within`, and copies them: a store that waits uses the copies, since the caller may
 * change its own meanwhile. Every store calls it, so that all refuse the same values with the same error.
 *
 * @throws {InvalidArgumentError} about the first that is wrong of `box.west`, `box.south`, `box.east`,
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
 * The order of area queries with `areaOrder: 'stripe'`, as a comparison for `Array.sort`: by stripe,
 * latitude, longitude and the UTF-8 bytes of the identifier.
 *
 * @throws {InvalidArgumentError} about `a` or `b`, when it is not a record.
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
  // Callers without types may give anything.
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
