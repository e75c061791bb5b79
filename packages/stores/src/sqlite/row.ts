import { type Location, type LocationRecord, StoreError } from '@location-records/core';
import { sentence } from './store-failure.ts';
import { isDoubtful, readText } from './text.ts';

/** The columns of a Location, the text in the form that `text` gives it, to be read with {@link rowLocation}. */
export function locationColumns(text: (name: string) => string): string {
  return `${text('description')}, latitude, longitude`;
}

/** What a column holds. On a damaged page that may be of any type, whatever the table demands. */
export type ColumnValue = string | Uint8Array | number | bigint | null;

/** A row with {@link locationColumns}. */
export interface LocationRow {
  readonly description: ColumnValue;
  readonly latitude: ColumnValue;
  readonly longitude: ColumnValue;
}

/** A row with the identifier as well. */
export interface RecordRow extends LocationRow {
  readonly id: ColumnValue;
}

/** About how much a row takes up in memory: the characters or bytes of its text. */
export function rowLength({ id, description }: RecordRow): number {
  return textLength(id) + textLength(description);
}

function textLength(value: ColumnValue): number {
  return isText(value) ? value.length : 0;
}

function isText(value: ColumnValue): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** Whether a row must be read again with its text as bytes. */
export function isDoubtfulRow(row: LocationRow | RecordRow): boolean {
  return isDoubtful(row.description) || ('id' in row && isDoubtful(row.id));
}

/**
 * The record of a row.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote what JSON cannot tell, or the file is damaged.
 */
export function rowRecord(path: string, row: RecordRow): LocationRecord {
  if (!isText(row.id)) throw damaged(path, 'the identifier of one of its records is no text');
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
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote what JSON cannot tell, or the file is damaged.
 */
export function rowLocation(path: string, id: string, row: LocationRow): Location {
  const latitude = finiteNumber(path, id, 'latitude', row.latitude);
  const longitude = finiteNumber(path, id, 'longitude', row.longitude);
  const coordinates = { latitude, longitude };
  if (row.description === null) return { coordinates };
  if (!isText(row.description)) {
    throw damaged(path, `the description of its record ${JSON.stringify(id)} is no text`);
  }
  const description = readText(row.description);
  if (description === undefined) throw unsuitableMember(path, id, 'description', 'not UTF-8');
  return { description, coordinates };
}

function finiteNumber(path: string, id: string, name: string, value: ColumnValue): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw unsuitableMember(path, id, name, `${value}, which is no finite number`);
}

function damaged(path: string, problem: string): StoreError {
  return unsuitable(path, `${problem}, so the file is damaged; restore it from a backup`);
}

function unsuitableMember(path: string, id: string, name: string, what: string): StoreError {
  const problem = `the ${name} of its record ${JSON.stringify(id)} is ${what}`;
  return unsuitable(path, `${problem}; correct it, or delete the record`);
}

function unsuitable(path: string, problem: string): StoreError {
  return new StoreError('STORE_UNSUITABLE', sentence('read from', path, problem));
}
