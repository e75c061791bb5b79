import { type LocationRecord, StoreError } from '@location-records/core';
import { isAscending } from '../is-ascending.ts';
import type { DatabaseSync, StatementSync } from './database.ts';
import { isDoubtfulRow, locationColumns, type RecordRow, rowLength, rowRecord } from './row.ts';
import { sentence } from './store-failure.ts';
import { bindText, byteColumn, textColumn, textParameter } from './text.ts';

/** Rows and characters after which a batch ends: about a millisecond of work, and little memory. */
const rowLimit = 256;
const lengthLimit = 131_072;

/** A reading connection for one list at a time, which sees the records of one moment. */
export class ListReader {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #next: StatementSync;
  readonly #nextBytes: StatementSync;
  #last = '';
  #ended = false;
  #failure: StoreError | undefined;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    // The table's name keeps ORDER BY off the column that is read, which would make SQLite sort all records.
    const prepare = (text: (name: string) => string) =>
      database.prepare(`
        SELECT ${text('id')}, ${locationColumns(text)} FROM locations
        WHERE locations.id > ${textParameter} ORDER BY locations.id LIMIT ${rowLimit}
      `);
    this.#next = prepare(textColumn);
    this.#nextBytes = prepare(byteColumn);
  }

  /** Whether the list has no more records. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Begins a list. The first batch that is read afterwards fixes the moment. */
  begin(): void {
    this.#last = '';
    this.#ended = false;
    this.#database.exec('BEGIN');
  }

  /**
   * The next records, ascending by the bytes of their identifiers.
   *
   * @throws {StoreError} `STORE_UNSUITABLE` when they do not: the pages of the file do not belong together.
   * @throws {StoreError} `STORE_UNAVAILABLE` when the list was broken off.
   */
  readBatch(): LocationRecord[] {
    this.check();
    const rows = this.#readRows(this.#next);
    const sure = rows.some(isDoubtfulRow) ? this.#readRows(this.#nextBytes) : rows;
    const batch = sure.map((row) => rowRecord(this.#path, row));
    if (!isAscending(this.#last, batch)) {
      const problem =
        'its records are not in the order of their identifiers, so the file is damaged, or was overwritten while it was open; restore it from a backup';
      throw new StoreError('STORE_UNSUITABLE', sentence('read from', this.#path, problem));
    }
    this.#last = batch.at(-1)?.[0] ?? this.#last;
    return batch;
  }

  #readRows(statement: StatementSync): RecordRow[] {
    const rows: RecordRow[] = [];
    let length = 0;
    for (const row of statement.iterate(bindText(this.#last)) as Iterable<RecordRow>) {
      rows.push(row);
      length += rowLength(row);
      if (length >= lengthLimit) break;
    }
    this.#ended = rows.length < rowLimit && length < lengthLimit;
    return rows;
  }

  /** @throws {StoreError} `STORE_UNAVAILABLE` when the list was broken off before its last batch. */
  check(): void {
    if (this.#failure && !this.#ended) throw this.#failure;
  }

  /** Ends the list, and lets go of its moment. */
  end(): void {
    this.#database.exec('ROLLBACK');
  }

  /** Ends the list and the connection at once, also while nothing is read from it. The next call fails. */
  breakOff(failure: StoreError): void {
    this.#failure = failure;
    try {
      // Before it is closed, as some engines close their connections late.
      this.end();
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#database.close();
  }
}
