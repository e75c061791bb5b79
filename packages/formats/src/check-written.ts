import {
  checkIdentifier,
  checkLocation,
  InvalidArgumentError,
  type LocationRecord,
} from '@location-records/core';

/**
 * Checks a record that is to be written, so that nothing is written that could not be read.
 *
 * @throws {InvalidArgumentError} about `record`, `id` or a part of `location`.
 */
export function checkWritten(record: LocationRecord): void {
  if (!Array.isArray(record)) throw new InvalidArgumentError('record', 'a pair of identifier and Location');
  checkIdentifier(record[0]);
  checkLocation(record[1]);
}
