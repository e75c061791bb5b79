import type { Location, LocationRecord } from '@location-records/core';
import type { BoundValue, DatabaseSync, StatementSync } from './engine.ts';
import { failures } from './failures.ts';

const encoder = new TextEncoder();
// A leading U+FEFF is text like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** The SQL for a text bound with {@link bindText}. */
export const textParameter = 'CAST(? AS TEXT)';

/** Converts text for {@link textParameter}: to bytes if it has NUL, at which some engines cut a string. */
export function bindText(text: string): BoundValue {
  return text.includes('\0') ? encoder.encode(text) : text;
}

/** The SQL for a number bound with {@link bindNumber}. */
export const numberParameter = '? / ?';

const scale = 2 ** 1022;

/**
 * Converts a number to a quotient, and `-0` to `0`. The drop-in for Node.js 20 rounds numbers less than 2^-52
 * above an integer, such as 1e-20, so fractions are scaled by a power of two.
 */
export function bindNumber(value: number): [dividend: number, divisor: number] {
  return Math.abs(value) < 1 ? [value * scale + 0, scale] : [value, 1];
}

/** The SQL for an integer: JavaScript numbers are bound as REAL. */
export const integerParameter = 'CAST(? AS INTEGER)';

/** Returns the SQL of a text column under its name. */
type TextColumn = (name: string) => string;

const asBytes: TextColumn = (name) => `CAST(${name} AS BLOB) AS ${name}`;

/** Reads text with NUL as bytes, because some engines cut a string there. */
const asText: TextColumn = (name) =>
  `CASE WHEN instr(CAST(${name} AS BLOB), x'00') THEN CAST(${name} AS BLOB) ELSE ${name} END AS ${name}`;

type Text = string | Uint8Array;
type Row = readonly [id: Text, description: Text | null, latitude: number, longitude: number];

/** A statement whose rows are records. */
export class RecordStatement {
  readonly #path: string;
  readonly #text: StatementSync;
  readonly #bytes: StatementSync;

  /** Takes a function that returns the statement for the SQL of the columns of a record. */
  constructor(database: DatabaseSync, path: string, sql: (columns: string) => string) {
    const prepare = (column: TextColumn) => {
      const statement = database.prepare(
        sql(`${column('id')}, ${column('description')}, latitude, longitude`),
      );
      statement.setReturnArrays?.(true);
      return statement;
    };
    this.#path = path;
    this.#text = prepare(asText);
    this.#bytes = prepare(asBytes);
  }

  /**
   * Reads all rows, which are few: the statement has a limit.
   *
   * @throws {StoreError} `STORE_UNSUITABLE` if another program wrote text that is not UTF-8.
   */
  read(...values: BoundValue[]): LocationRecord[] {
    const rows = this.#text.all(...values).map(toRow);
    // Engines replace bytes that are not UTF-8 by U+FFFD.
    const isSure = !rows.some(([id, description]) => isDoubtful(id) || isDoubtful(description));
    const sure = isSure ? rows : this.#bytes.all(...values).map(toRow);
    return sure.map((row) => toRecord(this.#path, row));
  }
}

function toRow(row: unknown): Row {
  return (Array.isArray(row) ? row : Object.values(row as object)) as unknown as Row;
}

function isDoubtful(text: Text | null): boolean {
  return typeof text === 'string' && text.includes('\ufffd');
}

function toRecord(path: string, [id, text, latitude, longitude]: Row): LocationRecord {
  const coordinates = { latitude, longitude };
  const name = decode(id);
  if (name === undefined) {
    const literal = `x'${Buffer.from(id).toString('hex')}'`;
    throw notUtf8(path, `the identifier ${literal} of one of its records`, 'delete that record');
  }
  if (text === null) return [name, { coordinates }];
  const description = decode(text);
  if (description === undefined) {
    const what = `the description of its record ${JSON.stringify(name)}`;
    throw notUtf8(path, what, 'correct it, or delete the record');
  }
  return [name, { description, coordinates }];
}

/** Returns `undefined` if the bytes are not UTF-8. */
function decode(text: Text): string | undefined {
  if (typeof text === 'string') return text;
  try {
    return decoder.decode(text);
  } catch {
    return undefined;
  }
}

function notUtf8(path: string, what: string, remedy: string) {
  return failures.unsuitable('read from', path, `${what} is not UTF-8; ${remedy}`);
}

/** Counts the characters of the identifiers and descriptions of records. */
export function lengthOf(records: readonly LocationRecord[]): number {
  return records.reduce((sum, [id, { description }]) => sum + id.length + (description?.length ?? 0), 0);
}

/** The description, latitude and longitude of a Location, for a text parameter and two number parameters. */
export type LocationValues = readonly [BoundValue, number, number, number, number];

/** Returns the values to bind for a Location. */
export function bindLocation({ description, coordinates }: Location): LocationValues {
  return [
    description === undefined ? null : bindText(description),
    ...bindNumber(coordinates.latitude),
    ...bindNumber(coordinates.longitude),
  ];
}
