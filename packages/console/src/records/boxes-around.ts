import type { Coordinates } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import { cosine, earthRadius, radians } from './globe.ts';

/** In degrees: 0.1 millimetres, and a hundred thousand times the rounding errors of what is computed here. */
const margin = 1e-9;

/** In degrees: closer to the opposite point, rounding errors are larger than the margin. */
const maxAngle = 179;

/** What {@link boxesAround} may leave out. */
export interface Hole {
  /** Points nearer than this may be left out, in metres. */
  readonly inner: number;
  /** How many bands of latitude the boxes are cut into: the more, the less lies beside what is asked for. */
  readonly bands: number;
}

/**
 * Plain boxes without a common point that together have every point within a radius in metres, except for those in the
 * hole, and some beside it.
 *
 * Coordinates have a point on the globe from -90 to 90 and from -360 to 360, which takes data from -180 to 180 as well
 * as data from 0 to 360. Other records are not near anything.
 */
export function boxesAround(
  { latitude, longitude }: Coordinates,
  radius: number,
  { inner, bands }: Hole = { inner: 0, bands: 1 },
): readonly Box[] {
  const reach = toDegrees(radius) * (1 + margin) + margin;
  const hole = Math.min(toDegrees(inner) * (1 - margin) - margin, maxAngle);
  const [south, north] = [Math.max(latitude - reach, -90), Math.min(latitude + reach, 90)];
  const sine = (Math.sin(reach * radians) / cosine(latitude)) * (1 + margin);
  // Around a pole there is every longitude.
  const isWide = south === -90 || north === 90 || sine >= 1;
  const widest = isWide ? 180 : Math.asin(sine) / radians + margin;
  const boxes: Box[] = [];
  let from = south;
  for (let band = 1; band <= bands; band++) {
    // Low in the south and in the north, where the edge of a disc is flat.
    const edge = (south + north - (north - south) * Math.cos((Math.PI * band) / bands)) / 2;
    const to = band === bands ? north : numberBelow(edge);
    if (to < from) continue;
    const [below, above] = [latitude - from, to - latitude];
    const cosines = [cosine(from), cosine(to)];
    const shortest = Math.min(...cosines);
    const longest = from < 0 && to > 0 ? 1 : Math.max(...cosines);
    const outside = Math.min(
      widest,
      halfWidth(reach, Math.max(-below, -above, 0), cosine(latitude) * shortest),
    );
    const inside = halfWidth(hole, Math.max(below, above), cosine(latitude) * longest);
    for (const [west, east] of longitudesAround(longitude, outside, inside)) {
      boxes.push({ west, south: from, east, north: to });
    }
    from = edge;
  }
  return boxes;
}

/** The ranges of longitudes that are up to `outside` degrees from a longitude, without those nearer than `inside`. */
function longitudesAround(longitude: number, outside: number, inside: number): readonly [number, number][] {
  const centres = [longitude - 360, longitude, longitude + 360];
  const isWhole = outside + margin >= 180;
  const discs = isWhole ? [[-360, 360] as const] : centres.map((c) => [c - outside, c + outside] as const);
  const ranges: [number, number][] = [];
  for (const [west, east] of discs) {
    let from = west;
    for (const centre of inside > margin ? centres : []) {
      ranges.push([from, Math.min(centre - inside, east)]);
      from = Math.max(from, centre + inside);
    }
    ranges.push([from, east]);
  }
  return ranges
    .map(([west, east]): [number, number] => [Math.max(west, -360), Math.min(east, 360)])
    .filter(([west, east]) => west <= east);
}

/**
 * Half the width in degrees of longitude of a disc, by the haversine formula. For the latitudes of a band it is greatest
 * where the distance in latitude and the product of cosines are least.
 */
function halfWidth(angle: number, distance: number, cosines: number): number {
  if (angle > maxAngle) return 180;
  if (angle <= distance) return 0;
  const [sum, difference] = [(angle + distance) / 2, (angle - distance) / 2];
  const squaredSine = (Math.sin(sum * radians) * Math.sin(difference * radians)) / cosines;
  return squaredSine >= 1 ? 180 : (2 * Math.asin(Math.sqrt(squaredSine))) / radians;
}

function toDegrees(distance: number): number {
  return distance / earthRadius / radians;
}

/** The greatest number below another (Rump, Zimmermann, Boldo and Melquiond 2009). */
function numberBelow(number: number): number {
  return number - (Math.abs(number) * 2 ** -53 * (1 + Number.EPSILON) + Number.MIN_VALUE);
}
