import type { LocationRecord } from '../location.ts';
import { compareIdentifiers } from '../location.ts';

/** The width of a stripe in degrees of longitude: 256 stripes from -180 to 180. A binary fraction, so it is exact. */
export const stripeWidth = 1.40625;

/** The first stripe, for every longitude to the west of the others. */
export const firstStripe = -1;

/** The last stripe, for every longitude from 180 on. */
export const lastStripe = 256;

/**
 * The number of the stripe that holds a longitude: an integer from {@link firstStripe} to {@link lastStripe}. It never
 * falls when the longitude grows, so the records of a box are in the stripes from its west to its east.
 *
 * Engines compute the same with `trunc`, `min` and `max` alone, so all find the same stripe for every finite number.
 */
export function stripeOf(longitude: number): number {
  const stripe = Math.trunc((longitude + 180) / stripeWidth);
  return Math.max(firstStripe, Math.min(stripe, lastStripe)) + 0;
}

/**
 * The order of area queries with `areaOrder: 'stripe'`, as a comparison for `Array.sort`: by stripe, latitude,
 * longitude and the UTF-8 bytes of the identifier.
 */
export function compareByStripe(
  [idA, { coordinates: a }]: LocationRecord,
  [idB, { coordinates: b }]: LocationRecord,
): number {
  return (
    stripeOf(a.longitude) - stripeOf(b.longitude) ||
    Math.sign(a.latitude - b.latitude) ||
    Math.sign(a.longitude - b.longitude) ||
    compareIdentifiers(idA, idB)
  );
}
