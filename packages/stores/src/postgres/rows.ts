import type { Location, LocationRecord } from '@location-records/core';
import { failures } from './failures.ts';

/** The columns of a row, as the text that the server sends. */
export type Row = readonly (string | null)[];

/*
 * PostgreSQL holds any text but NUL. U+0000 is written as U+0001 U+0001 and U+0001 as U+0001 U+0002; everything else
 * stays as it is. Different texts are written differently, and the order of their bytes is kept.
 */

/** Encodes text for the table. */
export function encodeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these two are what is encoded.
  if (!/[\0\u0001]/.test(text)) return text;
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001');
}

/** Decodes text of the table. Returns `undefined` for text that {@link encodeText} never writes. */
export function decodeText(text: string): string | undefined {
  if (!text.includes('\u0001')) return text;
  const decoded = text.replaceAll('\u0001\u0001', '\0').replaceAll('\u0001\u0002', '\u0001');
  return encodeText(decoded) === text ? decoded : undefined;
}

/**
 * Reads `id`, `description`, `latitude`, `longitude`.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote text that is not encoded.
 */
export function recordOf(endpoint: string, row: Row): LocationRecord {
  const id = decodeText(row[0] as string);
  if (id === undefined) throw undecodable(endpoint, `the identifier ${JSON.stringify(row[0])}`);
  return [id, locationOf(endpoint, id, row)];
}

/**
 * Reads the Location of the record `id`, from the second column on.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote text that is not encoded.
 */
export function locationOf(endpoint: string, id: string, row: Row): Location {
  const written = row[1];
  // Another program may have written -0.
  const coordinates = { latitude: Number(row[2]) + 0, longitude: Number(row[3]) + 0 };
  if (written == null) return { coordinates };
  const description = decodeText(written);
  if (description === undefined) {
    throw undecodable(endpoint, `the description of its record ${JSON.stringify(id)}`);
  }
  return { description, coordinates };
}

function undecodable(endpoint: string, what: string): Error {
  const problem = `${what} contains U+0001 that this service did not write; correct it, or delete the record`;
  return failures.unsuitable('read from', endpoint, problem);
}
