import type { LocationRecord } from '@location-records/core';
import type { DatabaseSync, StatementSync } from './database.ts';
import { type LocationRow, locationColumns, rowLocation } from './row.ts';
import { bindText, readText, textColumn, textParameter } from './text.ts';

/** Rows and characters after which a batch ends: about a millisecond of work, and little memory. */
const rowLimit = 256;
const lengthLimit = 131_072;

interface ListRow extends LocationRow {
  readonly id: string | Uint8Array;
}

/** A reading connection for one list at a time, which sees the records of one moment. */
export class ListReader {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #next: StatementSync;
  #last = '';
  #ended = false;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    // The table's name keeps ORDER BY off the column that is read, which would make SQLite sort all records.
    this.#next = database.prepare(`
      SELECT ${textColumn('id')}, ${locationColumns} FROM locations
      WHERE locations.id > ${textParameter} ORDER BY locations.id LIMIT ${rowLimit}
    `);
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

  /** The next records, ascending by the bytes of their identifiers. */
  readBatch(): LocationRecord[] {
    const batch: LocationRecord[] = [];
    let length = 0;
    for (const row of this.#next.iterate(bindText(this.#last)) as Iterable<ListRow>) {
      const id = readText(row.id);
      const location = rowLocation(this.#path, id, row);
      batch.push([id, location]);
      length += id.length + (location.description?.length ?? 0);
      if (length >= lengthLimit) break;
    }
    this.#last = batch.at(-1)?.[0] ?? this.#last;
    this.#ended = batch.length < rowLimit && length < lengthLimit;
    return batch;
  }

  /** Ends the list, and lets go of its moment. */
  end(): void {
    this.#database.exec('ROLLBACK');
  }

  close(): void {
    this.#database.close();
  }
}
