import type { Coordinates } from '@location-records/core';
import type { Box } from '@location-records/core/areas';

/** The mean radius of the Earth in metres (IUGG), here that of a sphere. */
const earthRadius = 6_371_008.8;

/** Half the circumference in metres, rounded up: no two points are further apart. */
export const maxRadius = 20_015_115;

/**
 * Coordinates have a point on the globe from -90 to 90 and from -360 to 360, which takes data from -180 to 180 as well
 * as data from 0 to 360. Other records are not near anything.
 */
export const wholeGlobe: Box = { west: -360, south: -90, east: 360, north: 90 };

const radians = Math.PI / 180;

/** In degrees: 0.1 millimetres, and a hundred thousand times the rounding errors of what is computed here. */
const margin = 1e-9;

/**
 * The distance of two points of the {@link wholeGlobe} in metres, on a sphere, by the haversine formula. It is 0 for two
 * coordinates of the same point: at a pole every longitude, elsewhere those that are 360 degrees apart.
 */
export function distanceBetween(a: Coordinates, b: Coordinates): number {
  const longitudes = longitudeBetween(toHalfTurn(a.longitude), toHalfTurn(b.longitude)) * radians;
  const cosines = cosine(a.latitude) * cosine(b.latitude);
  const near = squaredSine((a.latitude - b.latitude) * radians) + cosines * squaredSine(longitudes);
  // The same of b and the point opposite to a. Computed as `1 - near`, it would be wrong by centimetres on the far side.
  const far =
    squaredSine((a.latitude + b.latitude) * radians) + cosines * squaredSine(Math.PI - Math.abs(longitudes));
  return 2 * earthRadius * Math.atan2(Math.sqrt(near), Math.sqrt(far));
}

/**
 * Plain boxes without a common point that together have every point within a radius in metres, and some beside it.
 * There are up to three, since the same point is at longitudes that are 360 degrees apart.
 */
export function boxesAround({ latitude, longitude }: Coordinates, radius: number): readonly Box[] {
  const height = (radius / earthRadius / radians) * (1 + margin) + margin;
  const [south, north] = [Math.max(latitude - height, -90), Math.min(latitude + height, 90)];
  const sine = (Math.sin(height * radians) / cosine(latitude)) * (1 + margin);
  // Around a pole there is every longitude.
  if (south === -90 || north === 90 || sine >= 1) return [{ ...wholeGlobe, south, north }];
  const width = Math.asin(sine) / radians + margin;
  return [-360, 0, 360]
    .map((turn) => ({
      west: Math.max(longitude + turn - width, -360),
      south,
      east: Math.min(longitude + turn + width, 360),
      north,
    }))
    .filter(({ west, east }) => west <= east);
}

/** The same longitude from -180 to 180. */
function toHalfTurn(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

/** The difference of two longitudes from -180 to 180, the shorter way round. */
function longitudeBetween(a: number, b: number): number {
  return toHalfTurn(a - b);
}

/** The cosine of a latitude in degrees; exactly 0 at the poles, where `Math.cos` is not. */
function cosine(latitude: number): number {
  return Math.sin((90 - Math.abs(latitude)) * radians);
}

/** The square of the sine of half an angle. */
function squaredSine(angle: number): number {
  return Math.sin(angle / 2) ** 2;
}
