import type { Location } from './location.ts';
import { OptionError } from './option-error.ts';

/**
 * Refuses what can be no identifier: anything but a well-formed string that is not empty. Every method of a
 * store that takes an identifier checks it with this, so that all stores refuse the same with the same error.
 *
 * @throws {OptionError} about the option `id`.
 */
export function checkIdentifier(id: string): void {
  if (!isText(id) || id === '') throw new OptionError('id', 'a well-formed string that is not empty');
}

/**
 * Refuses what can be no Location: a description that is neither a well-formed string nor `undefined`, or a
 * coordinate that is no finite number. Every method of a store that takes a Location checks it with this, after
 * the identifier. Members that a Location does not have are not looked at.
 *
 * @throws {OptionError} about the first of the options `location.description`, `location.coordinates.latitude`
 * and `location.coordinates.longitude` that is wrong.
 */
export function checkLocation(location: Location): void {
  // Callers without types may leave out anything.
  const description = location?.description;
  const coordinates = location?.coordinates;
  if (description !== undefined && !isText(description)) {
    throw new OptionError('location.description', 'a well-formed string or undefined');
  }
  if (!Number.isFinite(coordinates?.latitude)) {
    throw new OptionError('location.coordinates.latitude', 'a finite number');
  }
  if (!Number.isFinite(coordinates?.longitude)) {
    throw new OptionError('location.coordinates.longitude', 'a finite number');
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed();
}
