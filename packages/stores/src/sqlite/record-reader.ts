import { pathToFileURL } from 'node:url';
import type { Location } from '@location-records/core';
import {
  bindText,
  byteColumn,
  isDoubtfulRow,
  type LocationRow,
  locationColumns,
  rowLocation,
  textColumn,
  textParameter,
} from './columns.ts';
import type { DatabaseSync, Engine, StatementSync } from './engine.ts';

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

/**
 * Opens a reading connection with a page cache of `cacheKiB` KiB. It never waits: see {@link retryWhileBusy}. It never
 * creates the file, which the next start would take for a new store: every engine reads such a URI.
 */
export function openForReading(engine: Engine, path: string, cacheKiB: number): DatabaseSync {
  const database = new engine.DatabaseSync(`${pathToFileURL(path).href}?mode=rw`);
  try {
    database.exec(`PRAGMA busy_timeout = 0; PRAGMA query_only = ON; PRAGMA cache_size = -${cacheKiB}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
