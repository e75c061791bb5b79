import type { Coordinates } from '@location-records/core';

/** The mean radius of the Earth in metres (IUGG), here that of a sphere. */
export const earthRadius = 6_371_008.8;

/** Half the circumference in metres, rounded up: no two points are further apart. */
export const maxRadius = 20_015_115;

/** A degree in radians. */
export const radians = Math.PI / 180;

/**
 * The distance of two points in metres, on a sphere, by the haversine formula. It is 0 for two coordinates of the same
 * point: at a pole every longitude, elsewhere those that are 360 degrees apart.
 */
export function distanceBetween(a: Coordinates, b: Coordinates): number {
  const longitudes = toHalfTurn(toHalfTurn(a.longitude) - toHalfTurn(b.longitude)) * radians;
  const cosines = cosine(a.latitude) * cosine(b.latitude);
  const near = squaredSine((a.latitude - b.latitude) * radians) + cosines * squaredSine(longitudes);
  // The same of b and the point opposite to a. Computed as `1 - near`, it would be wrong by centimetres on the far side.
  const far =
    squaredSine((a.latitude + b.latitude) * radians) + cosines * squaredSine(Math.PI - Math.abs(longitudes));
  return 2 * earthRadius * Math.atan2(Math.sqrt(near), Math.sqrt(far));
}

/** The same longitude from -180 to 180, or the same difference of two, the shorter way round. */
function toHalfTurn(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

/** The cosine of a latitude in degrees; exactly 0 at the poles, where `Math.cos` is not. */
export function cosine(latitude: number): number {
  return Math.sin((90 - Math.abs(latitude)) * radians);
}

/** The square of the sine of half an angle. */
export function squaredSine(angle: number): number {
  return Math.sin(angle / 2) ** 2;
}
