import { InvalidArgumentError } from './errors.ts';
import type { Location } from './location.ts';

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
