import type { Coordinates } from '@location-records/core';
import type { Box } from '@location-records/core/areas';

/** The mean radius of the Earth in metres (IUGG), here that of a sphere. */
const earthRadius = 6_371_008.8;

/** Half the circumference in metres, rounded up: no two points are further apart. */
export const maxRadius = 20_015_115;

/** A degree in radians. */
const radians = Math.PI / 180;

/** A distance in metres as an angle in degrees. */
export function degreesOf(distance: number): number {
  return distance / earthRadius / radians;
}

/**
 * Returns the distance of two points in metres, on a sphere, by the haversine formula: 0 for two coordinates
 * of the same point: at a pole every longitude, elsewhere those that are 360 degrees apart.
 */
export function distanceBetween(a: Coordinates, b: Coordinates): number {
  const longitudes = toHalfTurn(toHalfTurn(a.longitude) - toHalfTurn(b.longitude)) * radians;
  const cosines = cosine(a.latitude) * cosine(b.latitude);
  const near = squaredSine((a.latitude - b.latitude) * radians) + cosines * squaredSine(longitudes);
  // The same of b and the point opposite to a. Computed as `1 - near`, it would be wrong by centimetres on
  // the far side.
  const far =
    squaredSine((a.latitude + b.latitude) * radians) + cosines * squaredSine(Math.PI - Math.abs(longitudes));
  return 2 * earthRadius * Math.atan2(Math.sqrt(near), Math.sqrt(far));
}

/** More than the rounding errors of a distance, as a share of it and in metres. */
const margin = { share: 1e-9, metres: 1e-3 };

/**
 * The distance in metres of the nearest point of a box, or a few centimetres less: no point of it is nearer.
 * The box lies between the poles.
 */
export function distanceToBox(
  { latitude, longitude }: Coordinates,
  { west, south, east, north }: Box,
): number {
  const eastward = (((west - longitude) % 360) + 360) % 360;
  const apart = Math.max(0, Math.min(eastward, 360 - eastward - (east - west)));
  // The latitude of the nearest point on the nearer meridian. On the far side of the globe an edge may be
  // nearer.
  const nearest =
    Math.atan2(Math.sin(latitude * radians), cosine(latitude) * Math.cos(apart * radians)) / radians;
  const latitudes = [south, north, Math.min(Math.max(nearest, south), north)];
  const from = { latitude, longitude: 0 };
  const distances = latitudes.map((one) => distanceBetween(from, { latitude: one, longitude: apart }));
  return Math.max(0, Math.min(...distances) * (1 - margin.share) - margin.metres);
}

/** Returns a distance in metres that no point of a box exceeds. */
export function maxDistanceToBox({ latitude, longitude }: Coordinates, box: Box): number {
  // What is furthest from a point is nearest to the opposite one.
  return maxRadius - distanceToBox({ latitude: -latitude, longitude: longitude + 180 }, box);
}

/** The same longitude from -180 to 180, or the same difference of two, the shorter way round. */
function toHalfTurn(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

/** The cosine of a latitude in degrees: exactly 0 at the poles, unlike `Math.cos`. */
export function cosine(latitude: number): number {
  return Math.sin((90 - Math.abs(latitude)) * radians);
}

/** The square of the sine of half an angle. */
function squaredSine(angle: number): number {
  return Math.sin(angle / 2) ** 2;
}
