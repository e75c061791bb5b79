import { type Location, type LocationRecord, StoreError } from '@location-records/core';
import { readNumber } from './exact-number.ts';
import { sentence } from './store-failure.ts';
import { decodeText } from './text.ts';

/** `description`, `latitude`, `longitude`, as the statements give them. */
type LocationRow = readonly [description: string | null, latitude: string, longitude: string];

/** The same, and the identifier before them. */
type RecordRow = readonly [id: string, ...location: LocationRow];

/**
 * The record of a row of a list.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote text that is not encoded.
 */
export function rowRecord(place: string, row: readonly (string | null)[]): LocationRecord {
  const [written, ...location] = row as RecordRow;
  const id = decodeText(written);
  if (id === undefined) throw unsuitable(place, `the identifier ${JSON.stringify(written)}`);
  return [id, rowLocation(place, id, location)];
}

/**
 * The Location of the row of the record `id`.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote text that is not encoded.
 */
export function rowLocation(place: string, id: string, row: readonly (string | null)[]): Location {
  const [written, latitude, longitude] = row as LocationRow;
  const coordinates = { latitude: readNumber(latitude), longitude: readNumber(longitude) };
  if (written === null) return { coordinates };
  const description = decodeText(written);
  if (description === undefined) {
    throw unsuitable(place, `the description of its record ${JSON.stringify(id)}`);
  }
  return { description, coordinates };
}

function unsuitable(place: string, what: string): StoreError {
  const problem = `${what} has U+0001 where none can be; correct it, or delete the record`;
  return new StoreError('STORE_UNSUITABLE', sentence('read from', place, problem));
}
