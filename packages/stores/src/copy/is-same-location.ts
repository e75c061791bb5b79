import type { Location } from '@location-records/core';

/** Whether two Locations have the same content, number by number. */
export function isSameLocation(a: Location, b: Location): boolean {
  return (
    a.description === b.description &&
    a.coordinates.latitude === b.coordinates.latitude &&
    a.coordinates.longitude === b.coordinates.longitude
  );
}
