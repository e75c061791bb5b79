import { InvalidArgumentError } from './errors.ts';

/**
 * A point on the Earth in decimal degrees (SPEC section 2, Coordinates). Both are finite numbers. The usual ranges, ±90
 * and ±180, are checked only with the option `strictCoordinates`.
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

/**
 * Refuses what cannot be an identifier: anything but a non-empty well-formed string. Every method of a store that
 * takes an identifier checks it with this, so that all stores refuse the same values with the same error.
 *
 * @throws {InvalidArgumentError} about the argument `id`.
 */
export function checkIdentifier(id: string): void {
  if (!isText(id) || id === '') throw new InvalidArgumentError('id', 'a non-empty well-formed string');
}

/**
 * Refuses what cannot be a Location: a description that is neither a well-formed string nor `undefined`, or a
 * coordinate that is not a finite number. Every method of a store that takes a Location checks it with this, after
 * the identifier. Members that a Location does not have are ignored.
 *
 * @throws {InvalidArgumentError} about the first of `location.description`, `location.coordinates.latitude` and
 * `location.coordinates.longitude` that is wrong.
 */
export function checkLocation(location: Location): void {
  // Callers without types may leave out anything.
  const description = location?.description;
  const coordinates = location?.coordinates;
  if (description !== undefined && !isText(description)) {
    throw new InvalidArgumentError('location.description', 'a well-formed string or undefined');
  }
  if (!Number.isFinite(coordinates?.latitude)) {
    throw new InvalidArgumentError('location.coordinates.latitude', 'a finite number');
  }
  if (!Number.isFinite(coordinates?.longitude)) {
    throw new InvalidArgumentError('location.coordinates.longitude', 'a finite number');
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed();
}

/**
 * The order that `listOrder` of `StoreGuarantees` calls `id-bytes`, as a comparison for `Array.sort`: below 0 when `a`
 * comes before `b` by its UTF-8 bytes, above 0 when it comes after, and 0 when the two are equal.
 *
 * @throws {InvalidArgumentError} about `a` or `b`, when it is not a string.
 */
export function compareIdentifiers(a: string, b: string): number {
  if (typeof a !== 'string') throw new InvalidArgumentError('a', 'a string');
  if (typeof b !== 'string') throw new InvalidArgumentError('b', 'a string');
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

/** UTF-16 sorts surrogates, the halves of the highest code points, before U+E000 to U+FFFF; UTF-8 does not. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * Canonical JSON of a Location (D35). An absent description is left out, or `null` with `nullDescription` (D28).
 *
 * V8 caches the texts of numbers, so that a GET of a frequent record is faster than with `JSON.stringify`.
 */
export function formatLocation({ description, coordinates }: Location, nullDescription: boolean): string {
  const shown = shownDescription(description, nullDescription);
  const rest = `"coordinates":{"latitude":${coordinates.latitude},"longitude":${coordinates.longitude}}}`;
  return shown === undefined ? `{${rest}` : `{"description":${JSON.stringify(shown)},${rest}`;
}

/** What `JSON.stringify` makes the text of {@link formatLocation} of. */
export function canonicalLocation({ description, coordinates }: Location, nullDescription: boolean) {
  const { latitude, longitude } = coordinates;
  return {
    description: shownDescription(description, nullDescription),
    coordinates: { latitude, longitude },
  };
}

function shownDescription(description: string | undefined, nullDescription: boolean) {
  return description === undefined && nullDescription ? null : description;
}
