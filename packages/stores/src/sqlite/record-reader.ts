import type { Location } from '@location-records/core';
import type { DatabaseSync, StatementSync } from './database.ts';
import { type LocationRow, locationColumns, rowLocation } from './row.ts';
import { bindText, textParameter } from './text.ts';

/** Reads single records. Each read sees all that was committed before it. */
export class RecordReader {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #get: StatementSync;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    this.#get = database.prepare(`SELECT ${locationColumns} FROM locations WHERE id = ${textParameter}`);
  }

  get(id: string): Location | undefined {
    const row = this.#get.get(bindText(id)) as LocationRow | undefined;
    return row && rowLocation(this.#path, id, row);
  }

  close(): void {
    this.#database.close();
  }
}
