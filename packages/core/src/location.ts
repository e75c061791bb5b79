/**
 * A point on the Earth in decimal degrees (SPEC section 2, Coordinates). Both are finite numbers; the usual
 * ranges (±90, ±180) are checked only with the option `strictCoordinates`.
 */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** The content of a record (SPEC section 2, Location). A record without a description has no such member. */
export interface Location {
  readonly description?: string | undefined;
  readonly coordinates: Coordinates;
}

/** One entry of the Location list (SPEC section 2): the identifier, then the Location. */
export type LocationRecord = readonly [id: string, location: Location];

/** A Location that shares nothing with `location` and has exactly the specified members, with `-0` as `0`. */
export function copyLocation(location: Location): Location {
  const { latitude, longitude } = location.coordinates;
  const coordinates = { latitude: latitude + 0, longitude: longitude + 0 };
  return location.description === undefined
    ? { coordinates }
    : { description: location.description, coordinates };
}
