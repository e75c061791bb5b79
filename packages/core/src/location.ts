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
