import { type Location, type LocationRecord, StoreError } from '@location-records/core';
import { sentence } from './store-failure.ts';
import { isDoubtful, readText } from './text.ts';

/** The columns of a Location, the text in the form that `text` gives it, to be read with {@link rowLocation}. */
export function locationColumns(text: (name: string) => string): string {
  return `${text('description')}, latitude, longitude`;
}

/** A row with {@link locationColumns}. */
export interface LocationRow {
  readonly description: string | Uint8Array | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** A row with the identifier as well. */
export interface RecordRow extends LocationRow {
  readonly id: string | Uint8Array;
}

/** Whether a row must be read again with its text as bytes. */
export function isDoubtfulRow(row: LocationRow | RecordRow): boolean {
  return isDoubtful(row.description) || ('id' in row && isDoubtful(row.id));
}

/**
 * The record of a row.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote what JSON cannot tell.
 */
export function rowRecord(path: string, row: RecordRow): LocationRecord {
  const id = readText(row.id);
  if (id === undefined) {
    const literal = `x'${Buffer.from(row.id).toString('hex')}'`;
    throw unsuitable(
      path,
      `the identifier ${literal} of one of its records is not UTF-8; delete that record`,
    );
  }
  return [id, rowLocation(path, id, row)];
}

/**
 * The Location of the row of the record `id`.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote what JSON cannot tell.
 */
export function rowLocation(path: string, id: string, row: LocationRow): Location {
  const { latitude, longitude } = row;
  const coordinates = { latitude, longitude };
  for (const [name, value] of Object.entries(coordinates)) {
    if (!Number.isFinite(value))
      throw unsuitableMember(path, id, name, `${value}, which is no finite number`);
  }
  if (row.description === null) return { coordinates };
  const description = readText(row.description);
  if (description === undefined) throw unsuitableMember(path, id, 'description', 'not UTF-8');
  return { description, coordinates };
}

function unsuitableMember(path: string, id: string, name: string, what: string): StoreError {
  const problem = `the ${name} of its record ${JSON.stringify(id)} is ${what}`;
  return unsuitable(path, `${problem}; correct it, or delete the record`);
}

function unsuitable(path: string, problem: string): StoreError {
  return new StoreError('STORE_UNSUITABLE', sentence('read from', path, problem));
}
