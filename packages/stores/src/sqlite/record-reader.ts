import { compareIdentifiers, type Location, type LocationRecord } from '@location-records/core';
import { bindText, integerParameter, lengthOf, RecordStatement, textParameter } from './columns.ts';
import type { DatabaseSync } from './engine.ts';
import { failures } from './failures.ts';

const maxRecords = 256;
/** In characters of identifiers and descriptions. */
const maxLength = 32_768;

/** A batch of a list. */
export interface Batch {
  readonly records: readonly LocationRecord[];
  /** How many rows to read for the next batch: few if they are long. */
  readonly next: number;
}

/** Reads records. Each read sees every write that was committed before it. */
export class RecordReader {
  readonly #path: string;
  readonly #one: RecordStatement;
  readonly #some: RecordStatement;

  constructor(database: DatabaseSync, path: string) {
    this.#path = path;
    this.#one = new RecordStatement(
      database,
      path,
      (columns) => `SELECT ${columns} FROM locations WHERE id = ${textParameter}`,
    );
    // With the table name, ORDER BY uses the column; its alias would have to be sorted.
    this.#some = new RecordStatement(
      database,
      path,
      (columns) => `
        SELECT ${columns} FROM locations WHERE locations.id > ${textParameter}
        ORDER BY locations.id LIMIT ${integerParameter}
      `,
    );
  }

  get(id: string): Location | undefined {
    return this.#one.read(bindText(id))[0]?.[1];
  }

  /**
   * Reads the next records after an identifier, by the bytes of their identifiers: at most 256 or 32 KiB.
   *
   * @throws {StoreError} `STORE_UNSUITABLE` if they do not ascend, so that a list might never end.
   */
  after(last: string, rows: number): Batch {
    const found = this.#some.read(bindText(last), rows);
    this.#checkOrder(last, found);
    const records = withinLength(found);
    return { records, next: Math.min(maxRecords, records.length < found.length ? records.length : rows * 2) };
  }

  #checkOrder(last: string, records: readonly LocationRecord[]): void {
    let before = last;
    for (const [id] of records) {
      if (compareIdentifiers(before, id) >= 0) {
        const problem =
          'its records are not in the order of their identifiers, so the file is damaged, or was overwritten while it was open; restore it from a backup';
        throw failures.unsuitable('read from', this.#path, problem);
      }
      before = id;
    }
  }
}

/** Returns the first records, up to the one that fills the batch. */
function withinLength(records: readonly LocationRecord[]): readonly LocationRecord[] {
  let length = 0;
  const last = records.findIndex((record) => {
    length += lengthOf([record]);
    return length >= maxLength;
  });
  return last === -1 ? records : records.slice(0, last + 1);
}
