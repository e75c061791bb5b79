import type { Location, LocationRecord, StoreError } from '@location-records/core';
import type { BoundValue } from './engine.ts';
import { failures } from './failures.ts';

const encoder = new TextEncoder();
// A leading U+FEFF is text like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** The SQL of a text parameter that is bound with {@link bindText}. */
export const textParameter = 'CAST(? AS TEXT)';

/** Forms the SQL of a text column under its own name, to be read with {@link readText}. */
export type TextColumn = (name: string) => string;

/** The SQL of text, which is bytes where it has a NUL. */
export function asText(expression: string): string {
  const bytes = asBytes(expression);
  return `CASE WHEN instr(${bytes}, x'00') THEN ${bytes} ELSE ${expression} END`;
}

/** The SQL of the bytes of text. */
export function asBytes(expression: string): string {
  return `CAST(${expression} AS BLOB)`;
}

/** Text for a parameter. Some engines cut strings at NUL, but no engine cuts bytes. */
export function bindText(text: string): BoundValue {
  return text.includes('\0') ? encoder.encode(text) : text;
}

/**
 * Whether an engine may have put U+FFFD in the place of bytes that are not UTF-8. Only {@link asBytes} can
 * tell.
 */
function isDoubtful(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\ufffd');
}

/**
 * Text of a column. Some engines cut text at NUL, so such text is read as bytes. `undefined` when the bytes
 * are not UTF-8, which only another program can have written.
 */
function readText(value: string | Uint8Array): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return decoder.decode(value);
  } catch {
    return undefined;
  }
}

/** The SQL of a number: the quotient of {@link dividendOf} and {@link divisorOf}, which is exactly the number. */
export const numberParameter = '? / ?';

/**
 * The SQL of an integer. JavaScript's numbers arrive as REAL, and SQLite prepares a statement again for each value of a bare
 * LIMIT, which took 32 µs instead of 3.
 */
export const integerParameter = 'CAST(? AS INTEGER)';

const scale = 2 ** 1022;

/**
 * The dividend of a number, with `0` for `-0`. `@photostructure/sqlite` 1.2 rounds a number that lies less than
 * 2^-52 above an integer to that integer (5e-324 to 0), so fractions below 1 are scaled by a power of two.
 */
export function dividendOf(value: number): number {
  return Math.abs(value) < 1 ? value * scale + 0 : value;
}

/** The divisor of a number. */
export function divisorOf(value: number): number {
  return Math.abs(value) < 1 ? scale : 1;
}

/** The columns of a Location for {@link rowLocation}. `text` forms the SQL of a text column. */
export function locationColumns(text: TextColumn): string {
  return `${text('description')}, latitude, longitude`;
}

/** The columns of a record for {@link rowRecord}. */
export function recordColumns(text: TextColumn): string {
  return `${text('id')}, ${locationColumns(text)}`;
}

/** The value of a column. On a damaged page it may have any type, although the table demands one. */
type ColumnValue = string | Uint8Array | number | bigint | null;

/** A row with {@link locationColumns}: description, latitude and longitude. */
export type LocationRow = readonly [ColumnValue, ColumnValue, ColumnValue];

/** A row with {@link recordColumns}: identifier, description, latitude and longitude. */
export type RecordRow = readonly [ColumnValue, ColumnValue, ColumnValue, ColumnValue];

/** The approximate size of a row in memory: the characters or bytes of its text. */
export function rowLength(row: LocationRow | RecordRow): number {
  return textLength(row[0]) + textLength(row[1]);
}

function textLength(value: ColumnValue): number {
  return isText(value) ? value.length : 0;
}

function isText(value: ColumnValue): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** Whether a row must be read again with its text as bytes, which stands before its numbers. */
export function isDoubtfulRow(row: LocationRow | RecordRow): boolean {
  return isDoubtful(row[0]) || isDoubtful(row[1]);
}

/**
 * The record of a row.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote what JSON cannot express, or the file is damaged.
 */
export function rowRecord(path: string, row: RecordRow): LocationRecord {
  const [identifier, ...columns] = row;
  if (!isText(identifier)) throw damaged(path, 'the identifier of one of its records is not text');
  const id = readText(identifier);
  if (id === undefined) {
    const literal = `x'${Buffer.from(identifier).toString('hex')}'`;
    throw unsuitable(
      path,
      `the identifier ${literal} of one of its records is not UTF-8; delete that record`,
    );
  }
  return [id, rowLocation(path, id, columns)];
}

/**
 * The Location of the row of the record `id`.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when another program wrote what JSON cannot express, or the file is damaged.
 */
export function rowLocation(path: string, id: string, row: LocationRow): Location {
  const [text] = row;
  const latitude = finiteNumber(path, id, 'latitude', row[1]);
  const longitude = finiteNumber(path, id, 'longitude', row[2]);
  const coordinates = { latitude, longitude };
  if (text === null) return { coordinates };
  if (!isText(text)) {
    throw damaged(path, `the description of its record ${JSON.stringify(id)} is not text`);
  }
  const description = readText(text);
  if (description === undefined) throw unsuitableMember(path, id, 'description', 'not UTF-8');
  return { description, coordinates };
}

function finiteNumber(path: string, id: string, name: string, value: ColumnValue): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw unsuitableMember(path, id, name, `${value}, which is not a finite number`);
}

function damaged(path: string, problem: string): StoreError {
  return unsuitable(path, `${problem}, so the file is damaged; restore it from a backup`);
}

function unsuitableMember(path: string, id: string, name: string, what: string): StoreError {
  const problem = `the ${name} of its record ${JSON.stringify(id)} is ${what}`;
  return unsuitable(path, `${problem}; correct it, or delete the record`);
}

function unsuitable(path: string, problem: string): StoreError {
  return failures.unsuitable('read from', path, problem);
}
