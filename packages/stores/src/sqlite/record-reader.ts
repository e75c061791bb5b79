import type { Location } from '@location-records/core';
import type { DatabaseSync, StatementSync } from './database.ts';
import { isDoubtfulRow, type LocationRow, locationColumns, rowLocation } from './row.ts';
import { bindText, byteColumn, textColumn, textParameter } from './text.ts';

/** Reads single records. Each read sees all that was committed before it. */
export class RecordReader {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #get: StatementSync;
  readonly #getBytes: StatementSync;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    const prepare = (text: (name: string) => string) =>
      database.prepare(`SELECT ${locationColumns(text)} FROM locations WHERE id = ${textParameter}`);
    this.#get = prepare(textColumn);
    this.#getBytes = prepare(byteColumn);
  }

  get(id: string): Location | undefined {
    let row = this.#get.get(bindText(id)) as LocationRow | undefined;
    if (row && isDoubtfulRow(row)) row = this.#getBytes.get(bindText(id)) as LocationRow | undefined;
    return row && rowLocation(this.#path, id, row);
  }

  close(): void {
    this.#database.close();
  }
}
