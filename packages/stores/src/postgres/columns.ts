import type { Location, LocationRecord, StoreError } from '@location-records/core';
import { failures } from './failures.ts';

/** `description`, `latitude`, `longitude`, as the statements return them. */
type LocationRow = readonly [description: string | null, latitude: string, longitude: string];

/** The same after the identifier. */
type RecordRow = readonly [id: string, ...location: LocationRow];

/**
 * The record of a row of a list or of an area page.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote text that is not encoded.
 */
export function rowRecord(endpoint: string, row: readonly (string | null)[]): LocationRecord {
  const [written, ...location] = row as RecordRow;
  const id = decodeText(written);
  if (id === undefined) throw unsuitable(endpoint, `the identifier ${JSON.stringify(written)}`);
  return [id, rowLocation(endpoint, id, location)];
}

/** The coordinates of a row of an area page, which may have no record. */
export function rowCoordinates(row: readonly (string | null)[]): Location['coordinates'] {
  const [, , latitude, longitude] = row as RecordRow;
  return { latitude: readNumber(latitude), longitude: readNumber(longitude) };
}

/**
 * The Location of the row of the record `id`.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote text that is not encoded.
 */
export function rowLocation(endpoint: string, id: string, row: readonly (string | null)[]): Location {
  const [written, latitude, longitude] = row as LocationRow;
  const coordinates = { latitude: readNumber(latitude), longitude: readNumber(longitude) };
  if (written === null) return { coordinates };
  const description = decodeText(written);
  if (description === undefined) {
    throw unsuitable(endpoint, `the description of its record ${JSON.stringify(id)}`);
  }
  return { description, coordinates };
}

function unsuitable(endpoint: string, what: string): StoreError {
  const problem = `${what} has U+0001 where none can be; correct it, or delete the record`;
  return failures.unsuitable('read from', endpoint, problem);
}

/*
 * PostgreSQL holds any text but NUL. NUL is written as U+0001 U+0001 and U+0001 as U+0001 U+0002, all else as it is:
 * different texts are written differently, and the order of their bytes is kept.
 */

/** Encodes text for the table. */
export function encodeText(text: string): string {
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001');
}

/**
 * Decodes text of the table; `undefined` when it has another form, which only another program can have
 * written.
 */
export function decodeText(text: string): string | undefined {
  if (!text.includes('\u0001')) return text;
  const decoded = text.replaceAll('\u0001\u0001', '\0').replaceAll('\u0001\u0002', '\u0001');
  return encodeText(decoded) === text ? decoded : undefined;
}

/**
 * The SQL of a number for {@link readNumber}: all its bits. Text would be rounded by some settings of
 * `extra_float_digits`.
 */
export function exactNumber(column: string): string {
  return `encode(float8send(${column}), 'hex')`;
}

/** Reads the number of {@link exactNumber}, with `-0` as `0`. */
function readNumber(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE(0) + 0;
}
