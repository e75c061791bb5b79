import type { Coordinates } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import { cosine, earthRadius, radians, squaredSine } from './globe.ts';

/** In degrees: 0.1 millimetres, and a hundred thousand times the rounding errors of what is computed here. */
const margin = 1e-9;

/** In degrees: closer to the opposite point, rounding errors are larger than the margin. */
const maxAngle = 179;

/**
 * Returns boxes without a common point that together contain every point from `inner` to `radius` metres
 * away, and some others. The more bands of latitude they are cut into, the fewer points are beside the ring.
 *
 * Coordinates have a point on the globe from -90 to 90 and from -360 to 360, which takes data from -180 to
 * 180 as well as data from 0 to 360. Other records are not near anything.
 */
export function boxesAround(
  { latitude, longitude }: Coordinates,
  radius: number,
  inner = 0,
  bands = 1,
): readonly Box[] {
  const outer = angleOf(radius, margin);
  const hole = Math.min(angleOf(inner, -margin), maxAngle);
  const [south, north] = [Math.max(latitude - outer, -90), Math.min(latitude + outer, 90)];
  const boxes: Box[] = [];
  let from = south;
  for (let band = 1; band <= bands; band++) {
    // Bands are low in the south and in the north, where the edge of a disc is flat.
    const edge = (south + north - (north - south) * Math.cos((Math.PI * band) / bands)) / 2;
    const to = band === bands ? north : below(edge);
    if (to < from) continue;
    const nearest = Math.max(from - latitude, latitude - to, 0);
    const furthest = Math.max(latitude - from, to - latitude);
    // The further from the equator, the less is the cosine.
    const outside = halfWidth(outer, nearest, cosine(latitude) * cosine(Math.max(-from, to)));
    const inside = halfWidth(hole, furthest, cosine(latitude) * cosine(Math.max(from, -to, 0)));
    for (const [west, east] of rangesAround(longitude, outside, inside)) {
      boxes.push({ west: Math.max(west, -360), south: from, east: Math.min(east, 360), north: to });
    }
    from = edge;
  }
  return boxes.filter(({ west, east }) => west < east);
}

/** In degrees, about a metre: what is in a smaller box is as near as the rest of it. */
const minSide = 1e-5;

/** Splits a box into two without a common point. Returns `undefined` if it is too small. */
export function halvesOf(box: Box): readonly [Box, Box] | undefined {
  const { west, south, east, north } = box;
  const [height, width] = [north - south, (east - west) * cosine(Math.min(Math.abs(south), Math.abs(north)))];
  if (Math.max(height, width) < minSide) return undefined;
  // A store may scan everything at the latitudes of a box, so low boxes cost least.
  if (2 * height >= width) {
    const edge = (south + north) / 2;
    return [
      { ...box, north: below(edge) },
      { ...box, south: edge },
    ];
  }
  const edge = (west + east) / 2;
  return [
    { ...box, east: below(edge) },
    { ...box, west: edge },
  ];
}

/** The greatest number below an edge. */
function below(edge: number): number {
  return edge - (Math.abs(edge) * 1.3e-16 + 5e-324);
}

/** The ranges of longitudes from `inside` to `outside` degrees away. Some may be empty or beyond a turn. */
function rangesAround(longitude: number, outside: number, inside: number): readonly [number, number][] {
  const isWhole = outside + margin > 180;
  const hasHole = inside > margin;
  if (isWhole && !hasHole) return [[-360, 360]];
  // The same point is at longitudes that are 360 degrees apart.
  return [-720, -360, 0, 360].flatMap((turn): [number, number][] => {
    const centre = longitude + turn;
    if (isWhole) return [[centre + inside, centre + 360 - inside]];
    const [west, east] = [centre - outside, centre + outside];
    return hasHole
      ? [
          [west, centre - inside],
          [centre + inside, east],
        ]
      : [[west, east]];
  });
}

/**
 * Half the width of a disc in degrees of longitude, by the haversine formula. In a band it is greatest for
 * the least distance in latitude and the least product of cosines.
 */
function halfWidth(angle: number, distance: number, cosines: number): number {
  if (angle > maxAngle) return 180;
  if (angle <= distance) return 0;
  const squared = (squaredSine(angle * radians) - squaredSine(distance * radians)) / cosines;
  return (2 * Math.asin(Math.sqrt(Math.min(squared, 1)))) / radians;
}

/** A distance in metres as an angle in degrees, with a margin. */
function angleOf(distance: number, by: number): number {
  return (distance / earthRadius / radians) * (1 + by) + by;
}
