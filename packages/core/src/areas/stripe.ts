import { InvalidArgumentError } from '../errors.ts';
import { type Coordinates, compareIdentifiers, type LocationRecord } from '../location.ts';

/** The width of a stripe in degrees of longitude: 256 stripes from -180 to 180. A binary fraction, so it is exact. */
export const stripeWidth = 1.40625;

/** The first stripe, up to -181.40625: stripe 0 begins just above that, since `trunc` rounds towards zero. */
export const firstStripe = -1;

/** The last stripe, for every longitude from 180 on. */
export const lastStripe = 256;

/**
 * The number of the stripe that holds a longitude: an integer from {@link firstStripe} to {@link lastStripe}. It never
 * falls when the longitude grows, so the records of a box are in the stripes from its west to its east.
 *
 * Engines compute the same with `trunc`, `min` and `max` alone, so all find the same stripe for every finite number.
 *
 * @throws {InvalidArgumentError} when it is not a finite number.
 */
export function stripeOf(longitude: number): number {
  if (!Number.isFinite(longitude)) throw new InvalidArgumentError('longitude', 'a finite number');
  const stripe = Math.trunc((longitude + 180) / stripeWidth);
  return Math.max(firstStripe, Math.min(stripe, lastStripe)) + 0;
}

/**
 * The order of area queries with `areaOrder: 'stripe'`, as a comparison for `Array.sort`: by stripe, latitude,
 * longitude and the UTF-8 bytes of the identifier.
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
